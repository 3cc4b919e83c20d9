import { Button } from '@blueprintjs/core';
import { Duplicate, EyeOff } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { EventDetail } from '#contract';
import { ROLE } from '#events';
import { copyToClipboard } from '../../components/clipboard.js';
import { ReadOnlyFields } from '../../components/field.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { SidePanel } from '../../components/side-panel.js';
import { nameWithVia } from '../../components/via-lab-system.js';
import { authorPath, correlationPath, eventPath, historyPath, streamPath } from '../../lib/paths.js';
import { useTexts } from '../../i18n/texts.js';
import { actorRoleName } from '../../lib/role-names.js';
import { dateTime } from '../../lib/china-time.js';
import { hasRole, useUser } from '../../lib/session.js';
import { streamSubject } from './event-columns.js';
import { useEventNames } from './event-names.js';
import { texts } from './texts.js';
import { useEvent } from './use-events.js';

/** One event: as a sentence, who, when and with which request, links to its object, and its content as JSON. */
export const EventPanel = ({ eventId, onClose }: { eventId: string; onClose(): void }) => {
  const t = useTexts(texts);
  const { nameOf } = useEventNames();
  const { data: event, error, isPending, refetch } = useEvent(eventId);
  return (
    <SidePanel title={event ? nameOf({ type: event.type }) : t('event')} label={t('event')} onClose={onClose}>
      {isPending && <LoadingRows rows={4} />}
      {error && !event && <ErrorState title={t('gone')} error={error} onRetry={() => void refetch()} />}
      {event && (
        <>
          <EventFacts event={event} />
          <Contents event={event} />
        </>
      )}
    </SidePanel>
  );
};

const EventFacts = ({ event }: { event: EventDetail }) => {
  const t = useTexts(texts);
  const { nameOf, categoryName } = useEventNames();
  const readsConsignments = hasRole(useUser(), ROLE.admin, ROLE.auditor);
  const facts: (readonly [string, ReactNode, number?])[] = [
    [t('time'), dateTime(event.at)],
    [t('author'), nameWithVia([event.userName, actorRoleName(event.role)].filter(Boolean).join(' · '), event)],
    [categoryName(event.category), streamSubject(event)],
    [t('revision'), t('revisionOf', { n: event.revision + 1 })],
  ];
  const links: [string, string][] = [
    ...(event.consignmentId && readsConsignments && event.category === 'consignment'
      ? [[t('showHistory'), historyPath(event.consignmentId, event.revision)] as [string, string]]
      : []),
    [t('sameStream'), streamPath(event.stream)],
    [t('sameRequest'), correlationPath(event.correlationId)],
    [t('effects'), correlationPath(event.id)],
    [t('sameAuthor'), authorPath(event.userId)],
    ...(event.causationId ? [[t('cause'), eventPath(event.causationId)] as [string, string]] : []),
  ];
  return (
    <>
      {nameOf(event) !== nameOf({ type: event.type }) && <p className="event-sentence">{nameOf(event)}</p>}
      <ReadOnlyFields items={facts} columns={2} />
      <nav className="row wide wrap dense" aria-label={t('leadsTo')}>
        {links.map(([text, to]) => (
          <Link key={text} to={to}>
            {text}
          </Link>
        ))}
      </nav>
    </>
  );
};

const Contents = ({ event }: { event: EventDetail }) => {
  const t = useTexts(texts);
  const {
    data,
    withheld,
    personsMasked,
    id,
    type,
    stream,
    revision,
    position,
    userId,
    role,
    unitId,
    via,
    at,
    commandId,
    bodyHash,
    correlationId,
    causationId,
    schemaVersion,
    imported,
    previousHash,
    hash,
  } = event;
  const metadata = {
    schemaVersion,
    by: { userId, role, unitId, ...(via && { via }) },
    at,
    commandId,
    ...(bodyHash === undefined ? {} : { bodyHash }),
    correlationId,
    causationId,
    ...(imported ? { imported } : {}),
    previousHash,
    hash,
  };
  const text = JSON.stringify(
    { type, ...(withheld ? {} : { data }), metadata, id, stream, revision, position },
    null,
    2,
  );
  const copy = () => copyToClipboard(text, t('copied'));
  return (
    <section className="stack event-contents">
      <div className="row">
        <h3>{t('content')}</h3>
        <Button
          className="push"
          variant="minimal"
          size="small"
          icon={<Duplicate />}
          text={t('copyJson')}
          onClick={() => void copy()}
        />
      </div>
      {withheld && (
        <div className="note info">
          <EyeOff size={14} />
          {t('withheld')}
        </div>
      )}
      {personsMasked && (
        <div className="note info">
          <EyeOff size={14} />
          {t('masked')}
        </div>
      )}
      <pre className="raw-text">{text}</pre>
    </section>
  );
};
