import { Time } from '@blueprintjs/icons';
import type { ConsignmentListRow } from '#contract';
import { type Translate, useTexts } from '../../i18n/texts.js';
import { momentOf } from '../../lib/china-time.js';
import { useNow } from '../../lib/use-now.js';
import { texts } from './texts.js';

const HOUR = 3_600_000;
/** A testing unit is expected to give its verdict within a day; samples may travel for three. */
const PATIENCE_HOURS: Record<number, number> = { 20: 24, 30: 72 };

/** Statuses in which something waits for the testing unit. */
export const PREPARATION: readonly number[] = Object.keys(PATIENCE_HOURS).map(Number);

type Waiting = Pick<ConsignmentListRow, 'consignStatus' | 'statusSince' | 'expectTestTime'>;

/** Why a row is overdue: it stands longer than expected, or its appointment has passed; null while it is in time. */
export const overdueBy = (
  { consignStatus, statusSince, expectTestTime }: Waiting,
  now: number,
): 'overdue' | 'appointmentPast' | null => {
  const patience = PATIENCE_HOURS[consignStatus];
  if (patience === undefined) return null;
  if (expectTestTime !== null && momentOf(expectTestTime).getTime() < now) return 'appointmentPast';
  return now - Date.parse(statusSince) > patience * HOUR ? 'overdue' : null;
};

/** How long since a moment, in its two largest units. */
const sinceText = (time: string, now: number, t: Translate<'days' | 'hours' | 'minutes'>): string => {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / 60_000));
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (d > 0) return t('days', { d, h });
  return h > 0 ? t('hours', { h, m }) : t('minutes', { m });
};

/** How long a row has been waiting for the testing unit; red, with the reason, once it is overdue. */
export const Waited = ({ row }: { row: Waiting }) => {
  const t = useTexts(texts);
  const now = useNow();
  if (!PREPARATION.includes(row.consignStatus)) return <span className="nothing">—</span>;
  const late = overdueBy(row, now);
  const text = sinceText(row.statusSince, now, t);
  if (!late) return <span className="numeric">{text}</span>;
  const reason = t(late, { hours: PATIENCE_HOURS[row.consignStatus] ?? 0 });
  return (
    <span className="numeric row tight overdue" title={reason}>
      <Time size={12} />
      {text}
      <span className="visually-hidden">{reason}</span>
    </span>
  );
};
