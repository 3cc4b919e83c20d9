import { useCallback, useMemo, useState } from 'react';
import type { ConsignmentListRow } from '#contract';
import { warn } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** More would be a book. */
export const MOST_AT_ONCE = 50;

export type Chosen = {
  rows: readonly ConsignmentListRow[];
  ids: ReadonlySet<string>;
  select(ids: readonly string[], selected: boolean): void;
  clear(): void;
};

/** Consignments chosen over all pages, in the order they were chosen: it is the order they are printed in. */
export const useChosen = (shown: readonly ConsignmentListRow[]): Chosen => {
  const t = useTexts(texts);
  const [rows, setRows] = useState<readonly ConsignmentListRow[]>([]);
  const select = useCallback(
    (ids: readonly string[], selected: boolean) => {
      const rest = rows.filter(({ id }) => !ids.includes(id));
      const next = selected
        ? [...rows, ...shown.filter(({ id }) => ids.includes(id) && !rows.some((row) => row.id === id))]
        : rest;
      if (next.length > MOST_AT_ONCE) warn(t('most', { n: MOST_AT_ONCE }));
      setRows(next.slice(0, MOST_AT_ONCE));
    },
    [rows, shown, t],
  );
  const clear = useCallback(() => setRows([]), []);
  return useMemo(() => ({ rows, ids: new Set(rows.map(({ id }) => id)), select, clear }), [rows, select, clear]);
};
