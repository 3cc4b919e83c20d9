import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/format.js';
import type { By } from './report-filters.js';
import { occursIn, reportColour, useReportStatuses } from './report-statuses.js';
import { texts } from './texts.js';

type ReportTabsProps = {
  by: By;
  counts: ReadonlyMap<number, number>;
  chosen: readonly number[];
  onChoose(statuses: number[]): void;
};

/** One tab a report status with the number the counting call says; 全部 first (LS-008). */
export const ReportTabs = ({ by, counts, chosen, onChoose }: ReportTabsProps) => {
  const t = useTexts(texts);
  const statuses = useReportStatuses().filter(({ status }) => occursIn(by, status));
  const isCurrent = (status: number | null): boolean =>
    status === null ? chosen.length === 0 : chosen.length === 1 && chosen[0] === status;
  const tab = (status: number | null, text: string, number: number) => (
    <button
      key={status}
      type="button"
      className={`status-tab${isCurrent(status) ? ' current' : ''}`}
      aria-pressed={isCurrent(status)}
      onClick={() => onChoose(status === null ? [] : [status])}
    >
      {status !== null && <i style={{ background: reportColour(status) }} aria-hidden />}
      {text}
      <span className="numeric">{count(number)}</span>
    </button>
  );
  return (
    <div className="status-tabs" role="group" aria-label={t('status')}>
      {tab(
        null,
        t('all'),
        [...counts.values()].reduce((sum, number) => sum + number, 0),
      )}
      {statuses.map(({ status, name }) => tab(status, name, counts.get(status) ?? 0))}
    </div>
  );
};
