import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { DataTable } from '../../components/data-table.js';
import { Pager } from '../../components/pager.js';
import { justChanged } from '../../consignment/changed.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/format.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import { canChoose } from './bulk-verbs.js';
import { actionsColumn, placeOf } from './columns.js';
import { ConsignmentCards } from './consignment-cards.js';
import { type ListFilters, PAGE_SIZES } from './list-filters.js';
import type { ListKind } from './list-kinds.js';
import type { OnVerb } from './row-menu.js';
import { texts } from './texts.js';
import type { useColumns } from './use-columns.js';
import type { Listed } from './use-consignments.js';
import type { Selection } from './use-selection.js';

type ListRowsProps = {
  kind: ListKind;
  list: Listed;
  filters: ListFilters;
  columns: ReturnType<typeof useColumns>['columns'];
  selection: Selection;
  focused: string | null;
  onVerb: OnVerb;
  onChange(change: Partial<ListFilters>): void;
};

/** The rows of a list with their pages below. */
export const TablePage = ({ kind, list, filters, columns, selection, focused, onVerb, onChange }: ListRowsProps) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const changed = useStore(justChanged);
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
            actionsColumn(t, onVerb, (row) => list.stale && changed.has(row.id), language() !== 'zh'),
          ]}
          {...(canChoose(user) ? { selected: selection.ids, onSelect: selection.select } : {})}
          focused={focused}
          reloading={list.isReloading}
          onOpen={(row) => void navigate(placeOf(kind, audits, row))}
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

/** The same on a phone: cards that grow by a press instead of pages. */
export const CardFeed = ({ kind, list, onVerb }: Pick<ListRowsProps, 'kind' | 'list' | 'onVerb'>): ReactNode => {
  const t = useTexts(texts);
  if (list.rows.length === 0) return null;
  return (
    <>
      <ConsignmentCards rows={list.rows} kind={kind} onVerb={onVerb} />
      <div className="card-feed-foot">
        {list.more ? (
          <Button fill variant="outlined" text={t('more')} loading={list.more.isLoading} onClick={list.more.load} />
        ) : (
          <span className="aux muted">{t('allShown', { n: count(list.rows.length) })}</span>
        )}
      </div>
    </>
  );
};
