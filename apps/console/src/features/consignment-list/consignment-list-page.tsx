import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import { DataTable } from '../../components/data-table.js';
import { PageHeader } from '../../components/page-header.js';
import { Failed, LoadingRows } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { caughtUp, justChanged } from '../../consignment/changed.js';
import { formPlace } from '../../consignment/places.js';
import { waitingStatuses } from '../../consignment/row-actions.js';
import { signConsignments } from '../../consignment/sign.js';
import { startConsignment, submitConsignments } from '../../consignment/verbs.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { roomyRows } from '../../lib/preferences.js';
import { isClient, useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { BulkBar } from './bulk-bar.js';
import { actionsColumn, type ListKind, placeOf } from './columns.js';
import { ConsignmentCards } from './consignment-cards.js';
import { FilterBar } from './filter-bar.js';
import { FilterChips } from './filter-chips.js';
import { PAGE_SIZES, type Sort } from './list-filters.js';
import { NoConsignments } from './no-consignments.js';
import type { OnVerb } from './row-menu.js';
import { StatusTabs } from './status-tabs.js';
import { texts } from './texts.js';
import { useColumns } from './use-columns.js';
import { useConsignments, useCounts } from './use-consignments.js';
import { useFilters } from './use-filters.js';
import { useListKeys } from './use-list-keys.js';
import { useRowVerbs } from './use-row-verbs.js';
import { useSelection } from './use-selection.js';
import './consignment-list.css';

const CARDS_BELOW = 720;
const NO_ROWS: readonly ConsignmentListRow[] = [];

/** The list of consignments, for the client's own (LS-004) and the testing unit's incoming ones (LS-006): same table, other columns and verbs. */
export const ConsignmentListPage = ({ kind, defaultSort }: { kind: ListKind; defaultSort: Sort }) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const [filters, change] = useFilters(defaultSort);
  const list = useConsignments(filters);
  const counts = useCounts(filters);
  const rows = list.data?.data.items ?? NO_ROWS;
  const total = list.data?.data.totalCount ?? 0;
  const stale = list.data?.stale ?? false;
  const changed = useStore(justChanged);
  const selection = useSelection(rows);
  const doVerb = useRowVerbs();
  const onVerb: OnVerb = useCallback((verb, row) => void doVerb(verb, row), [doVerb]);
  const asTable = useWiderThan(CARDS_BELOW);
  const roomy = useStore(roomyRows);
  const { columns, choices, choose } = useColumns(kind, filters, change);
  const searchField = useRef<HTMLInputElement>(null);
  const client = isClient(user);

  useEffect(() => {
    if (list.data && !stale) caughtUp();
  }, [list.data, stale]);

  const create = useCallback(async () => {
    const id = await startConsignment();
    if (id) await navigate(formPlace(id));
  }, [navigate]);
  const onNew = useMemo(() => (client ? () => void create() : null), [client, create]);
  const submit = async (chosen: readonly ConsignmentListRow[]) => {
    const [blocked, ready] = [chosen.filter((row) => row.consignStatus === 50 || row.incompleteSamples > 0), chosen.filter((row) => row.consignStatus !== 50 && row.incompleteSamples === 0)];
    if (await submitConsignments(ready.length > 0 ? ready : blocked)) selection.clear();
  };
  const sign = async (chosen: readonly ConsignmentListRow[]) => {
    if (await signConsignments(chosen)) selection.clear();
  };
  const focused = useListKeys({ rows, selection, onVerb, onNew, onSearch: useCallback(() => searchField.current?.focus(), []) });

  const byStatus = new Map(counts.data?.data.byStatus.map(({ consignStatus, count }) => [consignStatus as number, count]) ?? []);
  const outside = counts.data?.data.total ?? 0;
  return (
    <>
      <PageHeader
        actions={onNew && <>
          <Button variant="outlined" className="only-wide" text={t('submit')} onClick={() => void submit(selection.rows)} />
          <Button variant="outlined" className="only-wide" text={t('sign')} onClick={() => void sign(selection.rows)} />
          <Button intent="primary" icon={<Plus />} text={t('new')} className="new-consignment" onClick={onNew} />
        </>}
      />
      <div className="page-body">
        <section className="card list-card" aria-label={t('caption')}>
          <StatusTabs counts={byStatus} chosen={filters.statuses} waiting={waitingStatuses(user)} onChoose={(statuses) => change({ statuses })} />
          <FilterBar filters={filters} onChange={change} columns={choices} onColumn={choose} searchField={searchField} />
          <FilterChips filters={filters} onChange={change} />
          {client && <BulkBar rows={selection.rows} onSubmit={(chosen) => void submit(chosen)} onSign={(chosen) => void sign(chosen)} onClear={selection.clear} />}
          {list.isPending && <LoadingRows />}
          {list.isError && !list.data && <Failed title={t('failed')} error={list.error} onRetry={() => void list.refetch()} />}
          {list.data && rows.length === 0 && <NoConsignments kind={kind} filters={filters} elsewhere={outside} onChange={change} onNew={() => onNew?.()} />}
          {rows.length > 0 && asTable && (
            <DataTable
              caption={t('caption')} rows={rows} keyOf={(row) => row.id} nameOf={(row) => row.consignCode || t('draft')}
              columns={[...columns, actionsColumn(t, onVerb, (row) => stale && changed.has(row.id), language() !== 'zh')]}
              {...(client ? { selected: selection.ids, onSelect: selection.select } : {})}
              focused={focused} roomy={roomy} reloading={list.isPlaceholderData} onOpen={(row) => void navigate(placeOf(kind, row))}
            />
          )}
          {rows.length > 0 && !asTable && <ConsignmentCards rows={rows} kind={kind} onVerb={onVerb} />}
          {list.data && total > 0 && (
            <Pager
              page={filters.page} pageSize={filters.size} total={total} isCapped={list.data.data.totalIsCapped ?? false}
              sizes={[...new Set([...PAGE_SIZES, filters.size])].sort((a, b) => a - b)} note={stale ? t('soon') : undefined}
              onPage={(page) => change({ page })} onPageSize={(size) => change({ size })}
            />
          )}
        </section>
      </div>
    </>
  );
};
