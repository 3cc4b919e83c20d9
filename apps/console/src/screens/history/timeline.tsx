import { Button, Checkbox } from '@blueprintjs/core';
import {
  Annotation,
  ChevronDown,
  ChevronUp,
  Cross,
  CrossCircle,
  Document,
  Dollar,
  Draw,
  Duplicate,
  Edit,
  Endorsed,
  Envelope,
  FloppyDisk,
  Import,
  Notifications,
  Paperclip,
  People,
  Plus,
  Redo,
  SendMessage,
  SwapHorizontal,
  TickCircle,
  Trash,
  Undo,
} from '@blueprintjs/icons';
import { type FC, type KeyboardEvent, useEffect, useRef } from 'react';
import type { HistoryPage, HistoryRow } from '#contract';
import type { EventFacts } from '#domain/consignment';
import { moneyText } from '../../components/money.js';
import { ViaLabSystem } from '../../components/via-lab-system.js';
import { eventSubjectText, eventTexts } from '../../consignment/event-descriptions.js';
import { useTexts } from '../../i18n/texts.js';
import { chinaDay, timeOfDay, weekdayOf } from '../../lib/china-time.js';
import { actorShortText, type HistoryText } from './history-queries.js';
import { texts } from './texts.js';
import { revisionAction } from './revision-action.js';

type IconStyle = { icon: FC<{ size?: number }>; tone: 'plain' | 'moved' | 'accepted' | 'sentBack' };

const ICON_STYLES: Record<EventFacts['type'], IconStyle> = {
  ConsignmentCreated: { icon: Document, tone: 'plain' },
  ConsignmentCopied: { icon: Duplicate, tone: 'plain' },
  ConsignmentSaved: { icon: FloppyDisk, tone: 'plain' },
  TestingUnitChanged: { icon: SwapHorizontal, tone: 'plain' },
  SampleAdded: { icon: Plus, tone: 'plain' },
  SampleSaved: { icon: Edit, tone: 'plain' },
  SampleRemoved: { icon: Trash, tone: 'plain' },
  ConsignmentCommitted: { icon: SendMessage, tone: 'moved' },
  AuditPassed: { icon: Endorsed, tone: 'accepted' },
  AuditRejected: { icon: CrossCircle, tone: 'sentBack' },
  SampleConfirmed: { icon: Import, tone: 'accepted' },
  SampleReturned: { icon: CrossCircle, tone: 'sentBack' },
  ConsignmentCancelled: { icon: Undo, tone: 'moved' },
  ConsignmentReopened: { icon: Redo, tone: 'moved' },
  ConsignmentDeleted: { icon: Cross, tone: 'moved' },
  UntouchedDraftDropped: { icon: Cross, tone: 'moved' },
  MailNumberSet: { icon: Envelope, tone: 'plain' },
  WitnessNotified: { icon: Notifications, tone: 'plain' },
  SignatureRequested: { icon: Draw, tone: 'plain' },
  ConsignmentSigned: { icon: Draw, tone: 'accepted' },
  ActualFeeSet: { icon: Dollar, tone: 'plain' },
  BillGenerated: { icon: TickCircle, tone: 'accepted' },
  BillStored: { icon: TickCircle, tone: 'plain' },
  LabConsignmentIdSet: { icon: Annotation, tone: 'plain' },
  AttachmentAdded: { icon: Paperclip, tone: 'plain' },
  AttachmentRemoved: { icon: Trash, tone: 'plain' },
  LaterStageEntered: { icon: Annotation, tone: 'moved' },
};

/**
 * The icon of an event on the timeline. Green: an audit, a receipt, a signature or a bill; red: the consignment was
 * sent back; blue: another change of its status; grey: any other event.
 */
const EventIcon = ({ row }: { row: Pick<HistoryRow, 'facts' | 'sendsBack' | 'isAboutWitnesses'> }) => {
  const { icon, tone } = ICON_STYLES[row.facts.type];
  const Icon = row.isAboutWitnesses ? People : icon;
  return (
    <span className="event-icon" data-tone={row.sendsBack ? 'sentBack' : tone} aria-hidden>
      <Icon size={13} />
    </span>
  );
};

type Props = {
  page: HistoryPage;
  current: number;
  statusOnly: boolean;
  onGo(revision: number): void;
  onStatusOnly(statusOnly: boolean): void;
  onNewer(): void;
  onOlder(): void;
};

const dayHeading = (day: string, t: HistoryText): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const weekday = (['day.0', 'day.1', 'day.2', 'day.3', 'day.4', 'day.5', 'day.6'] as const)[weekdayOf(day)] ?? 'day.0';
  return t(day.slice(0, 4) === chinaDay().slice(0, 4) ? 'weekday' : 'weekdayOfYear', {
    year,
    month,
    day: date,
    name: t(weekday),
  });
};

/** The events, newest first, one heading per day. One tab stop: ↑ ↓ move. */
export const Timeline = ({ page, current, statusOnly, onGo, onStatusOnly, onNewer, onOlder }: Props) => {
  const t = useTexts(texts);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current, page]);
  const moveFocus = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const next = page.items[page.items.findIndex(({ revision }) => revision === current) + step];
    if (step === 0 || !next) return;
    event.preventDefault();
    onGo(next.revision);
    list.current?.querySelector<HTMLElement>(`[data-revision="${next.revision}"]`)?.focus();
  };
  const tabStopRevision = page.items.some(({ revision }) => revision === current) ? current : page.items[0]?.revision;
  return (
    <section className="card history-timeline">
      <div className="card-head">
        <h2>{t('timeline')}</h2>
        <div className="row push">
          <Checkbox
            className="check"
            label={t('statusOnly')}
            checked={statusOnly}
            onChange={(event) => onStatusOnly(event.currentTarget.checked)}
          />
        </div>
      </div>
      <div className="history-rows">
        {page.newer !== null && (
          <Button
            className="history-more"
            variant="minimal"
            fill
            icon={<ChevronUp />}
            text={t('newer')}
            onClick={onNewer}
          />
        )}
        <ol ref={list} aria-label={t('timeline')}>
          {page.items.map((row, index) => (
            <li key={row.revision}>
              {chinaDay(row.at) !== chinaDay(page.items[index - 1]?.at ?? '') && (
                <h3 className="aux muted">{dayHeading(chinaDay(row.at), t)}</h3>
              )}
              <Entry
                row={row}
                isCurrent={row.revision === current}
                isTabStop={row.revision === tabStopRevision}
                onGo={onGo}
                onWalk={moveFocus}
              />
            </li>
          ))}
        </ol>
        {page.items.length === 0 && (
          <div className="history-none">
            <p className="muted dense">{t('emptyText')}</p>
            <Button variant="minimal" text={t('showAll')} onClick={() => onStatusOnly(false)} />
          </div>
        )}
        {page.older !== null && (
          <Button
            className="history-more"
            variant="minimal"
            fill
            icon={<ChevronDown />}
            text={t('older')}
            onClick={onOlder}
          />
        )}
      </div>
    </section>
  );
};

type EntryProps = {
  row: HistoryRow;
  isCurrent: boolean;
  isTabStop: boolean;
  onGo(revision: number): void;
  onWalk(event: KeyboardEvent): void;
};

const Entry = ({ row, isCurrent, isTabStop, onGo, onWalk }: EntryProps) => {
  const t = useTexts(texts);
  const eventText = useTexts(eventTexts);
  const subject = eventSubjectText(row.facts, eventText);
  return (
    <button
      type="button"
      className="history-entry"
      data-revision={row.revision}
      aria-current={isCurrent ? 'step' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onGo(row.revision)}
      onKeyDown={onWalk}
    >
      <EventIcon row={row} />
      <span className="grow">
        <span className="dense strong ellipsis block">{revisionAction(row, eventText)}</span>
        <span className="aux muted ellipsis block">{actorShortText(row, t)}</span>
        <ViaLabSystem via={row.via} />
        {subject !== '' && (
          <span className="aux secondary ellipsis block" title={subject}>
            {subject}
          </span>
        )}
        {row.fee && (
          <span className="aux numeric history-fee">
            {t('feeChanged', { old: moneyText(row.fee.old), new: moneyText(row.fee.new) })}
          </span>
        )}
      </span>
      <span className="aux numeric history-when">
        <span className="secondary">{timeOfDay(row.at)}</span>
        <span className="muted">{t('version', { n: row.revision + 1 })}</span>
      </span>
    </button>
  );
};
