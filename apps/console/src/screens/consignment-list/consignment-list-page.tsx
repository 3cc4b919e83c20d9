import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import { CONSIGN_TYPE } from '#events';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { formPath } from '../../lib/paths.js';
import { clearRecentlyChanged, startConsignment, waitingStatuses } from '../../consignment/actions.js';
import { useTexts } from '../../i18n/texts.js';
import { isClient, isTestingUnit, useUser } from '../../lib/session.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { BulkBar, useBulkActions } from './bulk-bar.js';
import { useColumns } from './columns.js';
import { CardFeed } from './consignment-cards.js';
import './consignment-list.css';
import { ConsignmentTable } from './consignment-table.js';
import { ExportButton } from './export/export-button.js';
import { exportLedger } from './export/export-ledger.js';
import { FilterBar, FilterChips } from './filter-bar.js';
import { type ListFilters, useListFilters } from './list-filters.js';
import { defaultSortOf, isMixed, type ListKind, consignTypeOfList } from './list-kinds.js';
import { NoConsignments } from './no-consignments.js';
import { canCall } from './row-menu.js';
import { StatusTabs } from './status-tabs.js';
import { texts } from './texts.js';
import { useConsignments, useCounts, useSelection } from './use-consignments.js';
import { useListKeys } from './use-list-keys.js';
import { useRowActions } from './use-row-actions.js';

const CARDS_BELOW = 720;

/**
 * A list of consignments: the client's three (LS-004, LS-005) and the testing unit's incoming one (LS-006) are the same
 * table with different columns and actions.
 */
const ConsignmentListPage = ({ kind }: { kind: ListKind }) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const [filters, change] = useListFilters(defaultSortOf(kind));
  const asTable = useWiderThan(CARDS_BELOW);
  const list = useConsignments(kind, filters, asTable);
  const counts = useCounts(kind, filters);
  const selection = useSelection(list.rows);
  const runAction = useRowActions(kind);
  const onAction = useCallback(
    (...[action, row]: Parameters<typeof runAction>) => void runAction(action, row),
    [runAction],
  );
  const { columns, choices, choose } = useColumns(kind, filters, change);
  const searchField = useRef<HTMLInputElement>(null);

  const { rows, isLoaded, stale } = list;
  useEffect(() => {
    if (isLoaded && !stale) clearRecentlyChanged();
  }, [rows, isLoaded, stale]);

  // A page beyond the last, e.g. from an old address, becomes the last. A page with rows stays, because a total may be
  // capped.
  const last = Math.max(1, Math.ceil(list.total / filters.size));
  const isBeyond = asTable && isLoaded && !list.isReloading && rows.length === 0 && filters.page > last;
  useEffect(() => {
    if (isBeyond) change({ page: last }, { replace: true });
  }, [isBeyond, last, change]);

  const startedKind = consignTypeOfList(kind, null);
  const create = useCallback(async () => {
    const id = startedKind && (await startConsignment(startedKind));
    if (startedKind && id) await navigate(formPath(id, startedKind));
  }, [navigate, startedKind]);
  const onNew = useMemo(
    () => (isClient(user) && startedKind ? () => void create() : null),
    [user, startedKind, create],
  );
  const startExport = (rows: readonly ConsignmentListRow[] | null) =>
    exportLedger({ kind, userId: user.userId, filters, ids: rows && rows.map(({ id }) => id) });
  const bulk = useBulkActions(selection, startExport);
  const focused = useListKeys({
    rows: list.rows,
    selection,
    onAction,
    onNew,
    onSearch: useCallback(() => searchField.current?.focus(), []),
  });

  const actionableStatuses = waitingStatuses(user);
  const chooseStatuses = (statuses: number[], isWaiting: boolean): void =>
    change({ statuses, ...(isTestingUnit(user) ? submissionOrder(isWaiting) : {}) });
  const byStatus = new Map(
    counts.data?.data.byStatus.map(({ consignStatus, count }) => [consignStatus as number, count]) ?? [],
  );
  return (
    <>
      <PageHeader
        {...(kind === 'public' ? { title: t('publicTitle') } : {})}
        actions={
          <>
            {canCall('Export', user) && (
              <ExportButton
                kind={kind}
                onExport={() => startExport(selection.rows.length > 0 ? selection.rows : null)}
              />
            )}
            {onNew && (
              <>
                <Button
                  variant="outlined"
                  className="only-wide"
                  text={t('submit')}
                  onClick={() => void bulk.submit()}
                />
                <Button variant="outlined" className="only-wide" text={t('sign')} onClick={() => void bulk.sign()} />
                <Button
                  intent="primary"
                  icon={<Plus />}
                  text={t(startedKind === CONSIGN_TYPE.rawMaterial ? 'new' : 'newSite')}
                  className="new-consignment"
                  onClick={onNew}
                />
              </>
            )}
          </>
        }
      />
      <div className="page-body">
        <section className="card list-card" aria-label={t('caption')}>
          <StatusTabs
            counts={byStatus}
            selectedStatuses={filters.statuses}
            actionableStatuses={actionableStatuses}
            onChoose={chooseStatuses}
          />
          <FilterBar
            mixed={isMixed(kind)}
            filters={filters}
            onChange={change}
            columns={choices}
            onColumn={choose}
            searchField={searchField}
          />
          <FilterChips filters={filters} onChange={change} />
          <BulkBar rows={selection.rows} onAction={(action) => void bulk.onAction(action)} onClear={selection.clear} />
          {list.isPending && <LoadingRows />}
          {list.error !== null && !list.isLoaded && (
            <ErrorState title={t('failed')} error={list.error} onRetry={list.retry} />
          )}
          {list.isLoaded && list.rows.length === 0 && !isBeyond && (
            <NoConsignments
              kind={kind}
              filters={filters}
              elsewhere={counts.data?.data.total ?? 0}
              onChange={change}
              onNew={onNew}
            />
          )}
          {asTable ? (
            <ConsignmentTable
              kind={kind}
              list={list}
              filters={filters}
              columns={columns}
              selection={selection}
              focused={focused}
              onAction={onAction}
              onChange={change}
            />
          ) : (
            <CardFeed kind={kind} list={list} onAction={onAction} />
          )}
        </section>
      </div>
    </>
  );
};
export default ConsignmentListPage;

/** What waits for a testing unit is sorted oldest first; everything else newest first. */
const submissionOrder = (isWaiting: boolean): Pick<ListFilters, 'sort' | 'order'> => ({
  sort: 'commitConsignTime',
  order: isWaiting ? 'asc' : 'desc',
});
