import { useCallback, useMemo, useState } from 'react';
import type { ReportScheduleItem } from '#contract';

/** Key of a row: a report, or a consignment. */
export const keyOf = ({ reportId, consignId }: ReportScheduleItem): string => reportId ?? consignId;

export type Chosen = {
  keys: ReadonlySet<string>;
  rows: readonly ReportScheduleItem[];
  select(keys: readonly string[], selected: boolean): void;
  clear(): void;
};

/** Rows ticked over all pages of a list (isSelected of LS-008). A ticked row that is on the page is taken as it stands there now. */
export const useChosen = (shown: readonly ReportScheduleItem[]): Chosen => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ReportScheduleItem>>(new Map());
  const select = useCallback(
    (keys: readonly string[], selected: boolean) =>
      setChosen((now) => {
        const next = new Map(now);
        for (const key of keys) {
          const row = shown.find((candidate) => keyOf(candidate) === key);
          if (selected && row) next.set(key, row);
          else next.delete(key);
        }
        return next;
      }),
    [shown],
  );
  const clear = useCallback(() => setChosen(new Map()), []);
  return useMemo(
    () => ({
      keys: new Set(chosen.keys()),
      rows: [...chosen].map(([key, remembered]) => shown.find((row) => keyOf(row) === key) ?? remembered),
      select,
      clear,
    }),
    [chosen, shown, select, clear],
  );
};
