import { useMemo } from 'react';
import type { ConsignmentListRow } from '#contract';
import type { Column } from '../../components/data-table.js';
import { texts as consignmentTexts } from '../../consignment/texts.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { listColumns } from '../../lib/preferences.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { allColumns, defaultColumns, FIXED_COLUMNS } from './columns.js';
import type { ListKind } from './list-kinds.js';
import { type ListFilters, SORTS } from './list-filters.js';
import { texts } from './texts.js';

/** From here on the project shares the slack with the test content (DESIGN 3). */
const WIDE_FROM = 1600;

type Columns = {
  columns: Column<ConsignmentListRow>[];
  /** All columns with whether they are shown, for the chooser. */
  choices: { key: string; name: string; shown: boolean; fixed: boolean }[];
  choose(key: string, shown: boolean): void;
};

/** The columns of a list as this user wants them; the choice is remembered. */
export const useColumns = (
  kind: ListKind,
  { sort, order }: Pick<ListFilters, 'sort' | 'order'>,
  onSort: (change: Pick<ListFilters, 'sort' | 'order'>) => void,
): Columns => {
  const t = useTexts(texts);
  const kinds = useTexts(consignmentTexts);
  const wide = useWiderThan(WIDE_FROM);
  const latin = language() !== 'zh';
  const audits = isTestingUnit(useUser());
  const remembered = useStore(listColumns)[kind];
  return useMemo(() => {
    const shown = new Set(remembered ?? defaultColumns(kind, { wide, latin }));
    const isShown = (key: string): boolean => shown.has(key) || FIXED_COLUMNS.includes(key);
    const sortOf = (key: string) => {
      const by = SORTS.find((known) => known === key);
      return (
        by && {
          sort: {
            direction: by === sort ? order : null,
            onSort: () => onSort({ sort: by, order: by === sort && order === 'desc' ? 'asc' : 'desc' }),
          },
        }
      );
    };
    const typeName = (type: number): string => kinds(type === 1 ? 'raw' : type === 2 ? 'site' : 'handover');
    const all = allColumns(t, { kind, audits, typeName, wide, latin });
    return {
      columns: all.filter(({ key }) => isShown(key)).map((column) => ({ ...column, ...sortOf(column.key) })),
      choices: all.map(({ key, head }) => ({
        key,
        name: typeof head === 'string' ? head : key,
        shown: isShown(key),
        fixed: FIXED_COLUMNS.includes(key),
      })),
      choose: (key, show) =>
        listColumns.set((lists) => ({
          ...lists,
          [kind]: all.map((column) => column.key).filter((other) => (other === key ? show : isShown(other))),
        })),
    };
  }, [t, kinds, kind, audits, wide, latin, remembered, sort, order, onSort]);
};
