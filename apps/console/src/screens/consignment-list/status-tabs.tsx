import { HTMLSelect } from '@blueprintjs/core';
import type { ConsignType } from '#events';
import { statusColor } from '../../components/status-tag.js';
import { useStatuses } from '../../consignment/statuses.js';
import { texts as consignmentTexts } from '../../consignment/texts.js';
import { useTexts } from '../../i18n/texts.js';
import { formatCount } from '../../lib/numbers.js';
import { KINDS } from './list-filters.js';
import { texts } from './texts.js';

type StatusTabsProps = {
  counts: ReadonlyMap<number, number>;
  selectedStatuses: readonly number[];
  actionableStatuses: readonly number[];
  onChoose(statuses: number[], isWaiting: boolean): void;
};

/**
 * One tab per status with its count; 全部 first, and those that wait for this user. Names come from the server (LS-002).
 */
export const StatusTabs = ({ counts, selectedStatuses, actionableStatuses, onChoose }: StatusTabsProps) => {
  const t = useTexts(texts);
  const statuses = useStatuses();
  const sum = (tabStatuses: readonly number[]): number =>
    tabStatuses.reduce((total, status) => total + (counts.get(status) ?? 0), 0);
  const isSelected = (tabStatuses: readonly number[]): boolean =>
    tabStatuses.length === selectedStatuses.length && tabStatuses.every((status) => selectedStatuses.includes(status));
  const tab = (key: string, text: string, tabStatuses: number[], number: number, colour?: string) => (
    <button
      key={key}
      type="button"
      className={`status-tab${isSelected(tabStatuses) ? ' current' : ''}`}
      aria-pressed={isSelected(tabStatuses)}
      onClick={() => onChoose(tabStatuses, key === 'waiting')}
    >
      {colour && <i style={{ background: colour }} aria-hidden />}
      {text}
      <span className="numeric">{formatCount(number)}</span>
    </button>
  );
  return (
    <div className="status-tabs" role="group" aria-label={t('status')}>
      {tab('all', t('all'), [], sum([...counts.keys()]))}
      {actionableStatuses.length > 1 && tab('waiting', t('waiting'), [...actionableStatuses], sum(actionableStatuses))}
      {statuses.map(({ status, name }) =>
        tab(String(status), name, [status], counts.get(status) ?? 0, statusColor(status)),
      )}
    </div>
  );
};

/** One of the three kinds, or all, if a list contains all of them. */
export const KindFilter = ({
  selected,
  onChoose,
}: {
  selected: ConsignType | null;
  onChoose(kind: ConsignType | null): void;
}) => {
  const t = useTexts(texts);
  const kinds = useTexts(consignmentTexts);
  return (
    <div className="filter-kind">
      <HTMLSelect
        fill
        aria-label={t('kind')}
        value={selected ?? ''}
        onChange={(event) => onChoose(KINDS.find((kind) => String(kind) === event.currentTarget.value) ?? null)}
        options={[
          { value: '', label: t('anyKind') },
          ...KINDS.map((kind) => ({ value: kind, label: kinds(`kind.${kind}`) })),
        ]}
      />
    </div>
  );
};
