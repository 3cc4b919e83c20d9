import type { HistoryChangeView } from '#contract';
import {
  historyLabelIn,
  historyPartIn,
  historyValueIn,
  nameOfStatus,
  type HistoryChange,
  type Language,
} from '#domain';
import type { ConsignStatus } from '#events';

/** Fields whose entries are told apart by a name of their own, which says more than the label. */
const NAMED_BY_THEMSELVES: readonly HistoryChange['label'][] = ['extraField', 'property'];

/** Changes in the caller's words: what the form calls the field, values with their units. */
export const changesView = (
  changes: readonly HistoryChange[],
  language: Language,
  statusName: (status: ConsignStatus) => string,
): HistoryChangeView[] => {
  const nameOf = (status: string) => statusName(Number(status) as ConsignStatus) || nameOfStatus(status, language);
  const words = (kind: HistoryChange['kind'], value: string | null) =>
    value === null ? null : historyValueIn(kind, value, language, nameOf);
  return changes.map(({ path, of, label, about, kind, how, old, new: now }) => {
    const which = of.part === 'signatures' ? historyValueIn('signer', about, language, nameOf) : about;
    const called = historyLabelIn(label, language);
    const name = NAMED_BY_THEMSELVES.includes(label) ? which || called : [which, called].filter(Boolean).join(' · ');
    return {
      path,
      part: of.part,
      sampleId: of.part === 'sample' ? of.id : null,
      title: historyPartIn(of, language),
      label,
      name,
      how,
      old: words(kind, old),
      new: words(kind, now),
    };
  });
};
