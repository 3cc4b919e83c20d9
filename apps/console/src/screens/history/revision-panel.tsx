import { Button, ButtonGroup, Switch } from '@blueprintjs/core';
import { Chat, ChevronLeft, ChevronRight, Code, EyeOpen, History } from '@blueprintjs/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, type KeyboardEvent, useEffect, useState } from 'react';
import type { HistoryState } from '#contract';
import { ROLE } from '#events';
import { EmptyState, ErrorState, LoadingPage } from '../../components/page-states.js';
import { StatusTag } from '../../components/status-tag.js';
import { eventSubjectText, eventTexts, eventFactsText } from '../../consignment/event-descriptions.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { ApiError } from '../../lib/http.js';
import { hasRole, useUser } from '../../lib/session.js';
import { openUnmaskDialog, ChangeList, RevisionContent } from './revision-content.js';
import {
  actorFullText,
  type ComparedWith,
  type HistoryText,
  historyProofQuery,
  historyStateQuery,
} from './history-queries.js';
import { ChainLinkLine, openRecordDialog } from './proof.js';
import { texts } from './texts.js';
import { revisionAction } from './revision-action.js';

type ScrubberProps = {
  first: number;
  head: number;
  current: number;
  /** Revisions that sent it back to the client. */ sentBack: readonly number[];
  onGo(revision: number): void;
};

/** With more dots than this, only the red ones are drawn. */
const MAX_DOTS = 60;
const OWN_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/**
 * The whole life on one line: a dot per revision, red if it was sent back. The range input below the dots handles
 * input.
 */
const Scrubber = ({ first, head, current, sentBack, onGo }: ScrubberProps) => {
  const t = useTexts(texts);
  if (head <= first) return null;
  const positionStyle = (revision: number): CSSProperties =>
    ({ '--at': (revision - first) / (head - first) }) as CSSProperties;
  const all = Array.from({ length: head - first + 1 }, (_, index) => first + index);
  const dots = all.length <= MAX_DOTS ? all : sentBack;
  /** The range input handles these keys itself; the page must not step as well. */
  const keepKeys = (event: KeyboardEvent) => {
    if (OWN_KEYS.includes(event.key)) event.stopPropagation();
  };
  return (
    <div className="scrubber">
      <div className="scrubber-line">
        {dots.map((revision) => (
          <i key={revision} style={positionStyle(revision)} data-sent-back={sentBack.includes(revision) || undefined} />
        ))}
        <input
          type="range"
          aria-label={t('scrubber')}
          aria-valuetext={t('scrubbed', { n: current + 1, total: head + 1 })}
          min={first}
          max={head}
          step={1}
          value={current}
          onKeyDown={keepKeys}
          onChange={(event) => onGo(Number(event.currentTarget.value))}
        />
      </div>
      <div className="scrubber-scale aux muted numeric" aria-hidden>
        {current - first > (head - first) * 0.06 && <span>{first + 1}</span>}
        {current !== head && <b style={positionStyle(current)}>{current + 1}</b>}
        <span className={current === head ? 'here' : ''}>
          {head - current < (head - first) * 0.15 && current !== head ? '' : t('current', { n: head + 1 })}
        </span>
      </div>
    </div>
  );
};

type RevisionHeadProps = {
  state: HistoryState;
  revision: number;
  against: ComparedWith;
  sentBack: readonly number[];
  onGo(revision: number): void;
  onCompare(against: ComparedWith): void;
};

/** Changed fields, without the sums that depend on them. */
const changeSummary = (
  { against: comparedRevision, changes, head, moment: revisionEvent }: HistoryState,
  against: ComparedWith,
  t: HistoryText,
): string => {
  const count = changes.filter(({ part }) => part !== 'totals').length;
  if (!comparedRevision) return t('first');
  if (against === 'now') return revisionEvent.revision === head ? t('isCurrent') : t('changedNow', { count });
  if (against !== 'previous') return t('changedOther', { n: comparedRevision.revision + 1, count });
  return count === 0 ? t('unchanged') : t('changedOne', { count });
};

/** The revision, what it is compared with, and the buttons to the next. */
const RevisionHead = ({ state, revision, against, sentBack, onGo, onCompare }: RevisionHeadProps) => {
  const t = useTexts(texts);
  const eventText = useTexts(eventTexts);
  const { moment: revisionEvent, view, first, head } = state;
  const subject = eventSubjectText(revisionEvent.facts, eventText);
  const choices: [ComparedWith, string][] = [
    ['previous', t('withPrevious')],
    ['now', t('withNow')],
    ...(typeof against === 'number'
      ? [[against, t('withOther', { n: against + 1 })] satisfies [ComparedWith, string]]
      : []),
  ];
  const facts = eventFactsText(revisionEvent.facts, eventText, against === 'previous' ? state.changes : []);
  return (
    <section className="card moment-head">
      <p className="only-heard" role="status">
        {`${t('version', { n: revisionEvent.revision + 1 })} ${facts}`}
      </p>
      <div className="moment-line">
        <div className="grow">
          <h2>
            {t('heading', { n: revisionEvent.revision + 1, action: revisionAction(revisionEvent, eventText) })}{' '}
            <StatusTag status={revisionEvent.statusAfter} name={view.consignStatusStr} />
          </h2>
          <p className="aux muted numeric">
            {actorFullText(revisionEvent, t)}　{dateTime(revisionEvent.at)}　{changeSummary(state, against, t)}
          </p>
          {subject !== '' && (
            <p className={`dense moment-about${revisionEvent.sendsBack ? ' danger-text' : ''}`}>{subject}</p>
          )}
        </div>
        <div className="row wrap moment-actions">
          <ButtonGroup className="compare" role="group" aria-label={t('compare')}>
            {choices.map(([value, text]) => (
              <Button
                key={text}
                size="small"
                variant={value === against ? 'outlined' : 'minimal'}
                active={value === against}
                aria-pressed={value === against}
                text={text}
                onClick={() => onCompare(value)}
              />
            ))}
          </ButtonGroup>
          <ButtonGroup variant="outlined">
            <Button
              size="small"
              icon={<ChevronLeft />}
              text={t('previous')}
              disabled={revision <= first}
              onClick={() => onGo(revision - 1)}
            />
            <Button
              size="small"
              endIcon={<ChevronRight />}
              text={t('next')}
              disabled={revision >= head}
              onClick={() => onGo(revision + 1)}
            />
          </ButtonGroup>
        </div>
      </div>
      <Scrubber first={first} head={head} current={revision} sentBack={sentBack} onGo={onGo} />
    </section>
  );
};

type Props = {
  id: string;
  code: string;
  revision: number;
  head: number;
  against: ComparedWith;
  sentBack: readonly number[];
  onGo(revision: number): void;
  onCompare(against: ComparedWith): void;
};

/** One revision: head, changes or the whole content, and its place in the chain. This part is printed. */
export const RevisionPanel = ({ id, code, revision, head, against, sentBack, onGo, onCompare }: Props) => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const isAuditor = hasRole(useUser(), ROLE.auditor);
  const {
    data: state,
    isError,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery(historyStateQuery(id, revision, against));
  const { data: proof } = useQuery(historyProofQuery(id));
  const [changesOnly, setChangesOnly] = useState(true);
  useEffect(() => {
    // Preloads the next step.
    for (const next of [revision - 1, revision + 1])
      if (state && next >= state.first && next <= state.head)
        void queries.prefetchQuery(historyStateQuery(id, next, against));
  }, [queries, id, revision, against, state]);
  if (error instanceof ApiError && error.code === 'NO_SUCH_REVISION')
    return <RevisionUnavailable message={error.message} onLatest={() => onGo(head)} />;
  if (isError)
    return (
      <div className="history-moment">
        <ErrorState title={t('stateFailed')} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!state)
    return (
      <div className="history-moment">
        <LoadingPage />
      </div>
    );
  const showsAll = !changesOnly || !state.against;
  return (
    <div className={`history-moment history-sheet${isPlaceholderData ? ' reloading' : ''}`}>
      <div className="only-printed">
        <h1>
          {t('title')}　{code}
        </h1>
        {proof && (
          <p className="aux">
            {proof.broken ? t('broken', { n: proof.broken.revision + 1 }) : t('proven', { n: proof.events })}
            {'　'}
            {t('checkedAt', { at: dateTime(proof.verifiedAt) })}
          </p>
        )}
      </div>
      <RevisionHead
        state={state}
        revision={revision}
        against={against}
        sentBack={sentBack}
        onGo={onGo}
        onCompare={onCompare}
      />
      <section className="card moment-content">
        <div className="card-head">
          <h2>{t('content')}</h2>
          <div className="row wide push">
            {state.against && (
              <Switch
                className="changes-only"
                label={t('changesOnly')}
                checked={changesOnly}
                onChange={(event) => setChangesOnly(event.currentTarget.checked)}
              />
            )}
            {isAuditor && (
              <Button
                size="small"
                variant="minimal"
                icon={<EyeOpen />}
                text={t('persons')}
                onClick={() => openUnmaskDialog(id, state.moment.revision)}
              />
            )}
            <Button
              size="small"
              variant="minimal"
              icon={<Code />}
              text={t('record')}
              onClick={() => openRecordDialog(id, state.moment.revision)}
            />
          </div>
        </div>
        <div className="card-body">
          {state.answers && <CorrectedRemark answers={state.answers} onGo={onGo} />}
          {showsAll ? (
            <RevisionContent state={state} changes={state.changes} />
          ) : (
            <Changes state={state} against={against} />
          )}
          <ChainLinkLine state={state} proof={proof} />
        </div>
      </section>
    </div>
  );
};

/** An old link, or one from a user with more rights. */
const RevisionUnavailable = ({ message, onLatest }: { message: string; onLatest(): void }) => {
  const t = useTexts(texts);
  return (
    <div className="history-moment">
      <EmptyState
        icon={<History size={28} />}
        title={message}
        actions={<Button intent="primary" text={t('toLatest')} onClick={onLatest} />}
      >
        {t('notShownText')}
      </EmptyState>
    </div>
  );
};

const Changes = ({ state, against }: { state: HistoryState; against: ComparedWith }) => {
  const t = useTexts(texts);
  return state.changes.length === 0 ? (
    <p className="muted dense no-changes">{changeSummary(state, against, t)}</p>
  ) : (
    <ChangeList changes={state.changes} />
  );
};

/** The remark of the audit that caused this edit. */
const CorrectedRemark = ({
  answers,
  onGo,
}: {
  answers: NonNullable<HistoryState['answers']>;
  onGo(revision: number): void;
}) => {
  const t = useTexts(texts);
  const n = answers.revision + 1;
  return (
    <p className="answers dense">
      <Chat size={14} />
      <span className="grow">
        <span className="secondary">
          {t('answers', { n, who: answers.userName, at: dateTime(answers.at).slice(5, 16) })}
        </span>
        {answers.remark}
      </span>
      <Button
        size="small"
        variant="minimal"
        intent="primary"
        text={t('look', { n })}
        onClick={() => onGo(answers.revision)}
      />
    </p>
  );
};
