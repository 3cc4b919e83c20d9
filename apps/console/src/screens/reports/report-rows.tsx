import { Button, Tag } from '@blueprintjs/core';
import { Document, Error as ErrorIcon, Search } from '@blueprintjs/icons';
import { useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ReportScheduleItem } from '#contract';
import { REPORT_STATUS } from '#events';
import { type Column, type HotkeyFactory, orDash, useRowKeys } from '../../components/data-table.js';
import { EmptyState } from '../../components/page-states.js';
import { auditPath, formPath } from '../../lib/paths.js';
import { language } from '../../i18n/language.js';
import { type Translate, useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/china-time.js';
import { listColumns } from '../../lib/preferences.js';
import { isClient, isTestingUnit, useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import { type SelectedReports, rowKey } from './report-bulk-bar.js';
import type { ColumnChoice } from './report-filter-bar.js';
import { type ReportRowKind, isFiltered, NO_FILTERS, type ReportFilters, reportColour } from './report-filters.js';
import { MainAction, ReportActionMenu, type ReportMenuActionHandler } from './report-menu.js';
import { type ReportTextKey, texts } from './texts.js';

type Progress = Pick<ReportScheduleItem, 'reportSchedule' | 'reportStatus' | 'progress'>;

/** reportSchedule: the progress as text beside its bar. */
const ProgressLine = ({ reportSchedule, reportStatus, progress }: Progress) => (
  <span className="report-progress">
    <i aria-hidden>
      <b
        style={{
          width: `${reportStatus === REPORT_STATUS.void ? 0 : progress}%`,
          background: reportColour(reportStatus),
        }}
      />
    </i>
    <span className={`ellipsis${reportStatus === REPORT_STATUS.void ? ' secondary' : ''}`}>{reportSchedule}</span>
  </span>
);

/** The client's progress page, or the testing unit's. */
export type ReportPageSide = 'client' | 'lab';
type Row = ReportScheduleItem;

/**
 * Hidden by default: each side knows the name of its own unit. With longer texts, the consignment's status is hidden
 * too.
 */
const HIDDEN: Record<ReportPageSide, Record<ReportRowKind, readonly string[]>> = {
  client: {
    consignment: ['consignUnitName', 'consignFormaNumber', 'reportNumber'],
    report: ['consignUnitName', 'consignFormaNumber', 'projectName'],
  },
  lab: {
    consignment: ['testUnitName', 'consignFormaNumber', 'mailNumber'],
    report: ['testUnitName', 'consignFormaNumber', 'projectName'],
  },
};
const FIXED: readonly string[] = ['consignCode', 'reportSchedule'];

/** The fields of LS-008 in the order of the work; isSelected is the checkbox of the row. */
const allColumns = (t: Translate<ReportTextKey>, side: ReportPageSide, latin: boolean): Column<Row>[] => [
  {
    key: 'reportNumber',
    head: t('reportNumber'),
    width: 120,
    cell: (row) => <span className="numeric">{orDash(row.reportNumber)}</span>,
    tooltip: (row) => row.reportNumber,
  },
  {
    key: 'consignCode',
    head: t('consignCode'),
    width: 134,
    noEllipsis: true,
    cell: (row) => (
      <Link
        className="numeric"
        to={side === 'lab' ? auditPath(row.consignId, row.consignType) : formPath(row.consignId, row.consignType)}
      >
        {row.consignCode}
      </Link>
    ),
  },
  {
    key: 'preStatus',
    head: t('preStatus'),
    width: latin ? 140 : 76,
    secondary: true,
    cell: (row) => row.preStatus,
    tooltip: (row) => row.preStatus,
  },
  {
    key: 'reportSchedule',
    head: t('reportSchedule'),
    width: latin ? 216 : 184,
    cell: (row) => <ProgressLine {...row} />,
    tooltip: (row) => row.reportSchedule,
  },
  {
    key: 'testContent',
    head: t('testContent'),
    cell: (row) => <Content row={row} applied={t('received', { n: row.applications.length })} />,
    tooltip: (row) => row.testContent,
  },
  {
    key: 'projectName',
    head: t('projectName'),
    width: 132,
    cell: (row) => orDash(row.projectName),
    tooltip: (row) => row.projectName,
  },
  {
    key: 'consignUnitName',
    head: t('consignUnitName'),
    width: 140,
    cell: (row) => row.consignUnitName,
    tooltip: (row) => row.consignUnitName,
  },
  {
    key: 'testUnitName',
    head: t('testUnitName'),
    width: 132,
    cell: (row) => orDash(row.testUnitName),
    tooltip: (row) => row.testUnitName,
  },
  {
    key: 'acceptTime',
    head: t('acceptTime'),
    width: 98,
    noEllipsis: true,
    secondary: true,
    cell: (row) => (
      <span className="numeric">{row.acceptTime ? shortTime(row.acceptTime) : <span className="nothing">—</span>}</span>
    ),
    tooltip: (row) => (row.acceptTime ? dateTime(row.acceptTime) : ''),
  },
  {
    key: 'mailNumber',
    head: t('mailNumber'),
    width: 112,
    secondary: true,
    cell: (row) => <span className="numeric">{orDash(row.mailNumber)}</span>,
    tooltip: (row) => row.mailNumber,
  },
  {
    key: 'consignFormaNumber',
    head: t('consignFormaNumber'),
    width: 132,
    secondary: true,
    cell: (row) => <span className="numeric">{orDash(row.consignFormaNumber)}</span>,
    tooltip: (row) => row.consignFormaNumber,
  },
];

/** What is tested, and whether the client has applied for the report. */
const Content = ({ row, applied }: { row: Row; applied: string }) => (
  <>
    {orDash(row.testContent)}
    {row.applications.length > 0 && (
      <Tag minimal intent="warning" className="applied-tag">
        {applied}
      </Tag>
    )}
  </>
);

type Columns = { columns: Column<Row>[]; choices: ColumnChoice[]; choose(key: string, visible: boolean): void };

/** The columns of a progress list as this user chose them; the choice is remembered. */
export const useReportColumns = (side: ReportPageSide, rowKind: ReportRowKind): Columns => {
  const t = useTexts(texts);
  const latin = language() !== 'zh';
  const storageKey = `reports-${side}-${rowKind}`;
  const storedColumns = useStore(listColumns)[storageKey];
  return useMemo(() => {
    const all = allColumns(t, side, latin);
    const isShown = (key: string): boolean =>
      FIXED.includes(key) ||
      (storedColumns
        ? storedColumns.includes(key)
        : !HIDDEN[side][rowKind].includes(key) && !(latin && key === 'preStatus'));
    return {
      columns: all.filter(({ key }) => isShown(key)),
      choices: all.map(({ key, head }) => ({
        key,
        name: typeof head === 'string' ? head : key,
        visible: isShown(key),
        fixed: FIXED.includes(key),
      })),
      choose: (key, show) =>
        listColumns.set((lists) => ({
          ...lists,
          [storageKey]: all.map((column) => column.key).filter((other) => (other === key ? show : isShown(other))),
        })),
    };
  }, [t, latin, storageKey, storedColumns, side, rowKind]);
};

/** The progress list on a phone: one card per row, one action. */
export const ReportCards = ({
  rows,
  side,
  onAction,
}: {
  rows: readonly ReportScheduleItem[];
  side: ReportPageSide;
  onAction: ReportMenuActionHandler;
}) => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.reportId ?? row.consignId} className="card">
        <div className="row">
          <span className="numeric strong list-card-code ellipsis">
            {row.reportId === null ? row.consignCode : row.reportNumber}
          </span>
          <span className="push">
            <ProgressLine {...row} />
          </span>
        </div>
        <div className="ellipsis">{row.testContent || <span className="nothing">—</span>}</div>
        <div className="dense secondary ellipsis">
          {side === 'lab' ? row.consignUnitName : row.testUnitName}　{row.projectName}
        </div>
        {row.reportStatus === REPORT_STATUS.void && row.reports[0]?.withdrawnBecause && (
          <div className="note danger">
            <ErrorIcon size={14} />
            {row.reports[0].withdrawnBecause}
          </div>
        )}
        <div className="row list-card-foot">
          <span className="dense muted numeric">
            {row.acceptTime ? shortTime(row.acceptTime) : ''}　{row.mailNumber}
          </span>
          <span className="row push">
            <ReportActionMenu item={row} onAction={onAction} />
            <MainAction item={row} onAction={onAction} onCard />
          </span>
        </div>
      </li>
    ))}
  </ul>
);

/** Why the list is empty and what to do about it. */
export const NoReports = ({
  filters,
  elsewhere,
  onChange,
}: {
  filters: ReportFilters;
  elsewhere: number;
  onChange(change: Partial<ReportFilters>): void;
}) => {
  const t = useTexts(texts);
  const user = useUser();
  if (!isFiltered(filters))
    return (
      <EmptyState icon={<Document size={28} />} title={t('none')}>
        {t(isTestingUnit(user) ? 'noneLab' : isClient(user) ? 'noneClient' : 'noneReader')}
      </EmptyState>
    );
  const byStatus = filters.statuses.length > 0 && elsewhere > 0;
  return (
    <EmptyState
      icon={<Search size={28} />}
      title={t('noMatch')}
      actions={
        <>
          <Button text={t('clearFilters')} onClick={() => onChange(NO_FILTERS)} />
          {byStatus && (
            <Button
              intent="primary"
              text={t('showElsewhere', { n: elsewhere })}
              onClick={() => onChange({ statuses: [] })}
            />
          )}
        </>
      }
    >
      {byStatus ? t('noMatchElsewhere', { n: elsewhere }) : t('noMatchText')}
    </EmptyState>
  );
};

type ReportKeys = {
  rows: readonly ReportScheduleItem[];
  selection: SelectedReports;
  onOpen(row: ReportScheduleItem): void;
  onNew: (() => void) | null;
  onSearch(): void;
};

/** Keyboard of a progress list. Returns the row with the keyboard focus. */
export const useReportKeys = ({ rows, selection, onOpen, onNew, onSearch }: ReportKeys): string | null => {
  const t = useTexts(texts);
  const keysOf = useCallback(
    (key: HotkeyFactory, row: ReportScheduleItem | undefined) => [
      key('enter', t('keyOpen'), () => row && onOpen(row), 'passive'),
      key('x', t('keySelect'), () => row && selection.select([rowKey(row)], !selection.keys.has(rowKey(row)))),
      ...(onNew ? [key('n', t('keyNew'), onNew)] : []),
    ],
    [t, selection, onOpen, onNew],
  );
  const labels = {
    group: t('caption'),
    search: t('keySearch'),
    down: t('keyDown'),
    up: t('keyUp'),
    clear: t('keyClear'),
  };
  return useRowKeys({ rows, keyOf: rowKey, labels, onSearch, onClear: selection.clear, keysOf });
};
