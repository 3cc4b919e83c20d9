import { useNavigate } from 'react-router-dom';
import { DataTable } from '../../components/data-table.js';
import { Pager } from '../../components/pager.js';
import { recentlyChangedIds } from '../../consignment/actions.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import { canChoose } from './bulk-bar.js';
import { actionsColumn, rowPath, type useColumns } from './columns.js';
import { type ListFilters, PAGE_SIZES } from './list-filters.js';
import type { ListKind } from './list-kinds.js';
import type { RowActionHandler } from './row-menu.js';
import { texts } from './texts.js';
import type { ConsignmentListState, Selection } from './use-consignments.js';

type ConsignmentTableProps = {
  kind: ListKind;
  list: ConsignmentListState;
  filters: ListFilters;
  columns: ReturnType<typeof useColumns>['columns'];
  selection: Selection;
  focused: string | null;
  onAction: RowActionHandler;
  onChange(change: Partial<ListFilters>): void;
};

/** The rows of a list with their pages below. */
export const ConsignmentTable = ({
  kind,
  list,
  filters,
  columns,
  selection,
  focused,
  onAction,
  onChange,
}: ConsignmentTableProps) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const changed = useStore(recentlyChangedIds);
  const audits = isTestingUnit(user);
  return (
    <>
      {list.rows.length > 0 && (
        <DataTable
          caption={t('caption')}
          rows={list.rows}
          keyOf={(row) => row.id}
          nameOf={(row) => row.consignCode || t('draft')}
          columns={[
            ...columns,
            actionsColumn(t, onAction, (row) => list.stale && changed.has(row.id), language() !== 'zh'),
          ]}
          {...(canChoose(user) ? { selected: selection.ids, onSelect: selection.select } : {})}
          focused={focused}
          reloading={list.isReloading}
          onOpen={(row) => void navigate(rowPath(kind, audits, row))}
        />
      )}
      {list.total > 0 && (
        <Pager
          page={filters.page}
          pageSize={filters.size}
          total={list.total}
          isCapped={list.isCapped}
          sizes={[...new Set([...PAGE_SIZES, filters.size])].sort((a, b) => a - b)}
          note={list.stale ? t('soon') : undefined}
          onPage={(page) => onChange({ page })}
          onPageSize={(size) => onChange({ size })}
        />
      )}
    </>
  );
};
