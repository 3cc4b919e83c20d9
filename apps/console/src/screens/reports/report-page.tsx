import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useCallback, useMemo, useRef } from 'react';
import type { ReportScheduleItem, UserInfo } from '#contract';
import { type Column, DataTable } from '../../components/data-table.js';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { openRegistrationDialog, openApplicationDialog, openUploadDialog } from './register.dialog.js';
import { rowKey, ReportBulkBar, useSelectedReports } from './report-bulk-bar.js';
import { ReportFilterBar, ReportFilterChips, ReportTabs } from './report-filter-bar.js';
import { PAGE_SIZES, useReportFilters } from './report-filters.js';
import { type ReportMenuActionHandler, ReportMenu } from './report-menu.js';
import { NoReports, ReportCards, type ReportPageSide, useReportColumns, useReportKeys } from './report-rows.js';
import './reports.css';
import { texts } from './texts.js';
import { useSchedule, useScheduleCounts } from './use-schedule.js';
import { openPickUpDialog } from './pick-up.dialog.js';
import {
  confirmPublication,
  openReportMailNumberDialog,
  openReportStatusDialog,
  confirmWithdrawal,
} from './progress.dialogs.js';
import { downloadable, downloadReports, type ReportMenuActionName } from './report-actions.js';
import { showReports } from './reports.dialog.js';

/** Runs an action of a row. Actions on one report are available only for rows of one report. */
const runReportAction = async (
  action: ReportMenuActionName,
  item: ReportScheduleItem,
  user: Pick<UserInfo, 'roles'>,
): Promise<void> => {
  const [report] = item.reports;
  switch (action) {
    case 'reports':
      return showReports(item, user);
    case 'download': {
      const files = downloadable(item);
      return files.length === 1 ? downloadReports(files) : showReports(item, user);
    }
    case 'register':
      return void (await openRegistrationDialog(item));
    case 'applyFor':
      return void (await openApplicationDialog(item));
    case 'upload':
      return void (report && (await openUploadDialog(report)));
    case 'publish':
      return void (report && (await confirmPublication(item, report)));
    case 'changeStatus':
      return void (report && (await openReportStatusDialog([report])));
    case 'setMailNumber':
      return void (report && (await openReportMailNumberDialog([report])));
    case 'pickUp':
      return void (report && (await openPickUpDialog([report])));
    case 'withdraw':
      return void (report && (await confirmWithdrawal(item, report)));
  }
};

const CARDS_BELOW = 720;
const NO_ROWS: readonly ReportScheduleItem[] = [];

/**
 * Report progress (LS-008): a client follows its consignments, a testing unit works on its reports. The table is the
 * same, the actions differ.
 */
export const ReportPage = ({ side }: { side: ReportPageSide }) => {
  const t = useTexts(texts);
  const user = useUser();
  const lab = isTestingUnit(user);
  const [filters, change] = useReportFilters(side === 'lab' ? 'report' : 'consignment');
  const list = useSchedule(filters);
  const counts = useScheduleCounts(filters);
  const rows = list.data?.data.items ?? NO_ROWS;
  const total = list.data?.data.totalCount ?? 0;
  const byStatus = useMemo(
    () => new Map(counts.data?.data.map(({ reportStatus, count }) => [reportStatus as number, count]) ?? []),
    [counts.data],
  );
  const elsewhere = [...byStatus.values()].reduce((sum, count) => sum + count, 0);
  const selection = useSelectedReports(rows);
  const { columns, choices, choose } = useReportColumns(side, filters.rowKind);
  const asTable = useWiderThan(CARDS_BELOW);
  const onAction: ReportMenuActionHandler = useCallback(
    (action, item) => void runReportAction(action, item, user),
    [user],
  );
  const onOpen = useCallback((item: ReportScheduleItem) => onAction('reports', item), [onAction]);
  const register = useMemo(() => (lab ? () => void openRegistrationDialog(null) : null), [lab]);
  const searchField = useRef<HTMLInputElement>(null);
  const focused = useReportKeys({
    rows,
    selection,
    onOpen,
    onNew: register,
    onSearch: useCallback(() => searchField.current?.focus(), []),
  });
  const actions: Column<ReportScheduleItem> = {
    key: 'actions',
    head: t('actions'),
    width: language() === 'zh' ? 116 : 168,
    noEllipsis: true,
    pinned: true,
    cell: (item) => <ReportMenu item={item} onAction={onAction} />,
  };
  return (
    <>
      <PageHeader
        actions={register && <Button intent="primary" icon={<Plus />} text={t('register')} onClick={register} />}
      />
      <div className="page-body">
        <section className="card list-card" aria-label={t('caption')}>
          <ReportTabs
            rowKind={filters.rowKind}
            counts={byStatus}
            selectedStatuses={filters.statuses}
            onChoose={(statuses) => change({ statuses })}
          />
          <ReportFilterBar
            filters={filters}
            onChange={(some) => {
              if (some.rowKind) selection.clear();
              change(some);
            }}
            columns={choices}
            onColumn={choose}
            searchField={searchField}
          />
          <ReportFilterChips filters={filters} onChange={change} />
          <ReportBulkBar rows={selection.rows} onClear={selection.clear} />
          {list.isPending && <LoadingRows />}
          {list.isError && !list.data && (
            <ErrorState title={t('failed')} error={list.error} onRetry={() => void list.refetch()} />
          )}
          {list.data && rows.length === 0 && <NoReports filters={filters} elsewhere={elsewhere} onChange={change} />}
          {rows.length > 0 && asTable && (
            <DataTable
              caption={t('caption')}
              rows={rows}
              keyOf={rowKey}
              nameOf={(row) => (row.reportId === null ? row.consignCode : row.reportNumber)}
              columns={[...columns, actions]}
              selected={selection.keys}
              onSelect={selection.select}
              reloading={list.isPlaceholderData}
              onOpen={onOpen}
              focused={focused}
            />
          )}
          {rows.length > 0 && !asTable && <ReportCards rows={rows} side={side} onAction={onAction} />}
          {list.data && total > 0 && (
            <Pager
              page={filters.page}
              pageSize={filters.size}
              total={total}
              isCapped={list.data.data.totalIsCapped ?? false}
              sizes={[...new Set([...PAGE_SIZES, filters.size])].sort((a, b) => a - b)}
              note={list.data.stale ? t('soon') : undefined}
              onPage={(page) => change({ page })}
              onPageSize={(size) => change({ size })}
            />
          )}
        </section>
      </div>
    </>
  );
};
