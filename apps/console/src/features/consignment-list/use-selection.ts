import { useCallback, useMemo, useState } from 'react';
import type { ConsignmentListRow } from '#contract';

export type Selection = {
  ids: ReadonlySet<string>;
  /** Chosen rows, also of other pages, as they were last seen. */
  rows: readonly ConsignmentListRow[];
  select(ids: readonly string[], selected: boolean): void;
  clear(): void;
};

/** Rows chosen over all pages of a list. A chosen row that is on the page is taken as it stands there now. */
export const useSelection = (shown: readonly ConsignmentListRow[]): Selection => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ConsignmentListRow>>(new Map());
  const select = useCallback(
    (ids: readonly string[], selected: boolean) =>
      setChosen((now) => {
        const next = new Map(now);
        for (const id of ids) {
          const row = shown.find((candidate) => candidate.id === id);
          if (selected && row) next.set(id, row);
          else next.delete(id);
        }
        return next;
      }),
    [shown],
  );
  const clear = useCallback(() => setChosen(new Map()), []);
  return useMemo(() => {
    const rows = [...chosen].map(([id, remembered]) => shown.find((row) => row.id === id) ?? remembered);
    return { ids: new Set(chosen.keys()), rows, select, clear };
  }, [chosen, shown, select, clear]);
};
