import { Time } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import { CONSIGN_STATUS, type ConsignType } from '#events';
import { type Column, orDash } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { StatusTag } from '../../components/status-tag.js';
import { auditPath, detailPath, formPath } from '../../lib/paths.js';
import { texts as consignmentTexts } from '../../consignment/texts.js';
import { language } from '../../i18n/language.js';
import { type Translate, useTexts } from '../../i18n/texts.js';
import { dateTime, parseChinaTime, shortTime } from '../../lib/china-time.js';
import { listColumns } from '../../lib/preferences.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import { useNow } from '../../lib/use-time.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { type ListFilters, SORTS } from './list-filters.js';
import { isMixed, type ListKind } from './list-kinds.js';
import { type RowActionHandler, RowMenu } from './row-menu.js';
import { texts } from './texts.js';

const HOUR = 3_600_000;
/** A testing unit is expected to decide within a day; samples may travel for three. */
const OVERDUE_AFTER_HOURS: Record<number, number> = {
  [CONSIGN_STATUS.underAudit]: 24,
  [CONSIGN_STATUS.awaitingSamples]: 72,
};

type Waiting = Pick<ConsignmentListRow, 'consignStatus' | 'statusSince' | 'expectTestTime'>;

/** Why a row is overdue: its status is older than expected, or its appointment has passed; null while it is in time. */
export const overdueReason = (
  { consignStatus, statusSince, expectTestTime }: Waiting,
  now: number,
): 'overdue' | 'appointmentPast' | null => {
  const limitHours = OVERDUE_AFTER_HOURS[consignStatus];
  if (limitHours === undefined) return null;
  if (expectTestTime !== null && parseChinaTime(expectTestTime).getTime() < now) return 'appointmentPast';
  return now - Date.parse(statusSince) > limitHours * HOUR ? 'overdue' : null;
};

/** Time since a moment, in its two largest units. */
const sinceText = (time: string, now: number, t: Translate<'days' | 'hours' | 'minutes'>): string => {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / 60_000));
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (d > 0) return t('days', { d, h });
  return h > 0 ? t('hours', { h, m }) : t('minutes', { m });
};

/** The waiting time of a row at the testing unit; red, with the reason, once it is overdue. */
export const WaitingTime = ({ row }: { row: Waiting }) => {
  const t = useTexts(texts);
  const now = useNow();
  const limitHours = OVERDUE_AFTER_HOURS[row.consignStatus];
  if (limitHours === undefined) return <span className="nothing">—</span>;
  const overdueKey = overdueReason(row, now);
  const text = sinceText(row.statusSince, now, t);
  if (!overdueKey) return <span className="numeric">{text}</span>;
  const reason = t(overdueKey, { hours: limitHours });
  return (
    <span className="numeric row tight overdue" title={reason}>
      <Time size={12} />
      {text}
      <span className="visually-hidden">{reason}</span>
    </span>
  );
};

type Text = Translate<keyof typeof texts.zh>;
type Row = ConsignmentListRow;

type RowSubject = Pick<Row, 'id' | 'consignType'>;

/** Address that a row opens: the form, or the audit of a testing unit; outside of the shell the form without it. */
export const rowPath = (kind: ListKind, audits: boolean, { id, consignType }: RowSubject): string => {
  if (kind === 'public') return detailPath(id, consignType, audits);
  return audits ? auditPath(id, consignType) : formPath(id, consignType);
};

const APPOINTMENT = [
  'consignCode',
  'consignStatus',
  'projectName',
  'contractSectName',
  'testContent',
  'sampleCount',
  'expectTestTime',
  'sendPerson',
  'commitConsignTime',
];

/** Default columns; the others are off by default. */
const DEFAULT_COLUMNS: Record<ListKind, readonly string[]> = {
  raw: [
    'consignCode',
    'consignStatus',
    'projectName',
    'contractSectName',
    'testContent',
    'sampleCount',
    'consignFormaNumber',
    'sendPerson',
    'commitConsignTime',
  ],
  site: APPOINTMENT,
  handover: APPOINTMENT,
  incoming: [
    'consignCode',
    'consignStatus',
    'consignType',
    'consignUnit',
    'testContent',
    'expectTestTime',
    'commitConsignTime',
    'waited',
  ],
  public: [
    'consignCode',
    'consignStatus',
    'consignType',
    'projectName',
    'testContent',
    'sampleCount',
    'sendPerson',
    'commitConsignTime',
  ],
};

/**
 * Left out first if texts are longer than in Chinese and the window is not wider: status, dates and actions are more
 * important.
 */
const LEAST_IMPORTANT_COLUMN: Record<ListKind, string> = {
  raw: 'consignFormaNumber',
  site: 'contractSectName',
  handover: 'contractSectName',
  incoming: 'expectTestTime',
  public: 'consignType',
};

const defaultColumns = (kind: ListKind, { wide, latin }: Pick<Shape, 'wide' | 'latin'>): readonly string[] =>
  latin && !wide ? DEFAULT_COLUMNS[kind].filter((key) => key !== LEAST_IMPORTANT_COLUMN[kind]) : DEFAULT_COLUMNS[kind];

type Shape = {
  kind: ListKind;
  audits: boolean;
  typeName(type: ConsignType): string;
  wide: boolean;
  /** Texts are longer than in Chinese. */ latin: boolean;
};

/**
 * All columns of the list (LS-001) in their order; code, status and actions cannot be hidden. Times are shown where
 * they have a meaning.
 */
const allColumns = (t: Text, { kind, audits, typeName, wide, latin }: Shape): Column<Row>[] => [
  {
    key: 'consignCode',
    head: t('code'),
    width: 134,
    noEllipsis: true,
    cell: (row) => (
      <Link className="numeric" to={rowPath(kind, audits, row)}>
        {row.consignCode || t('draft')}
      </Link>
    ),
  },
  {
    key: 'consignStatus',
    head: t('status'),
    width: latin ? 190 : 112,
    noEllipsis: true,
    cell: (row) => <StatusTag status={row.consignStatus} name={row.consignStatusStr} />,
    tooltip: (row) => row.rollbackCause,
  },
  isMixed(kind)
    ? {
        key: 'consignType',
        head: t('type'),
        width: latin ? 96 : 66,
        cell: (row) => t(`kind.${row.consignType}`),
        tooltip: (row) => typeName(row.consignType),
      }
    : { key: 'consignType', head: t('type'), width: 116, cell: (row) => typeName(row.consignType) },
  {
    key: 'consignUnit',
    head: t('unit'),
    width: 176,
    cell: (row) => row.consignUnit,
    tooltip: (row) => row.consignUnit,
  },
  {
    key: 'testUnitName',
    head: t('lab'),
    width: 176,
    cell: (row) => orDash(row.testUnitName),
    tooltip: (row) => row.testUnitName,
  },
  {
    key: 'projectName',
    head: t('project'),
    width: wide ? 240 : latin ? 152 : 176,
    cell: (row) => orDash(row.projectName),
    tooltip: (row) => row.projectName,
  },
  {
    key: 'contractSectName',
    head: t('section'),
    width: 66,
    secondary: true,
    cell: (row) => orDash(row.contractSectName),
    tooltip: (row) => row.contractSectName,
  },
  {
    key: 'testContent',
    head: t('content'),
    cell: (row) => orDash(row.testContent),
    tooltip: (row) => row.testContent,
  },
  {
    key: 'sampleCount',
    head: t(kind === 'site' || kind === 'handover' ? 'items' : 'samples'),
    width: latin ? 76 : 50,
    align: 'right',
    noEllipsis: true,
    cell: (row) => row.sampleCount,
  },
  ...(kind === 'raw'
    ? []
    : [
        {
          key: 'expectTestTime',
          head: t('expected'),
          width: latin ? 116 : 104,
          noEllipsis: true,
          secondary: true,
          cell: (row: Row) => <TimeCell time={row.expectTestTime} />,
          tooltip: (row: Row) => (row.expectTestTime ? dateTime(row.expectTestTime) : ''),
        },
      ]),
  {
    key: 'mailOrderNumber',
    head: t('mail'),
    width: 132,
    secondary: true,
    cell: (row) => <span className="numeric">{orDash(row.mailOrderNumber)}</span>,
    tooltip: (row) => row.mailOrderNumber,
  },
  {
    key: 'consignFormaNumber',
    head: t('bill'),
    width: 128,
    secondary: true,
    cell: (row) => <span className="numeric">{orDash(row.consignFormaNumber)}</span>,
    tooltip: (row) => row.consignFormaNumber,
  },
  {
    key: 'isConsignBillGened',
    head: t('billGened'),
    width: 66,
    secondary: true,
    cell: (row) => t(row.isConsignBillGened ? 'billYes' : 'billNo'),
  },
  { key: 'actFee', head: t('actualFee'), width: 104, align: 'right', cell: (row) => <Money amount={row.actFee} /> },
  {
    key: 'sendPerson',
    head: t('contact'),
    width: 112,
    cell: (row) => orDash(row.sendPerson),
    tooltip: (row) => row.sendPerson,
  },
  {
    key: 'sendPersonPhone',
    head: t('phone'),
    width: 110,
    secondary: true,
    cell: (row) => <span className="numeric">{orDash(row.sendPersonPhone)}</span>,
  },
  {
    key: 'commitConsignTime',
    head: t('time'),
    width: 98,
    noEllipsis: true,
    secondary: true,
    cell: (row) => <TimeCell time={row.commitConsignTime} />,
    tooltip: (row) => (row.commitConsignTime ? dateTime(row.commitConsignTime) : ''),
  },
  ...(kind === 'incoming'
    ? [
        {
          key: 'waited',
          head: t('waited'),
          width: 108,
          noEllipsis: true,
          cell: (row: Row) => <WaitingTime row={row} />,
        },
      ]
    : []),
  {
    key: 'creationTime',
    head: t('created'),
    width: 98,
    noEllipsis: true,
    secondary: true,
    cell: (row) => <TimeCell time={row.creationTime} />,
    tooltip: (row) => dateTime(row.creationTime),
  },
];

const TimeCell = ({ time }: { time: string | null }) => (
  <span className="numeric">{time ? shortTime(time) : <span className="nothing">—</span>}</span>
);

/** Action and menu of a row; a row that lags in the view says so. */
export const actionsColumn = (
  t: Text,
  onAction: RowActionHandler,
  isLate: (row: Row) => boolean,
  latin: boolean,
): Column<Row> => ({
  key: 'actions',
  head: t('actions'),
  width: latin ? 156 : 112,
  noEllipsis: true,
  pinned: true,
  cell: (row) =>
    isLate(row) ? (
      <span className="aux muted row tight" role="status">
        <Time size={12} />
        {t('soon')}
      </span>
    ) : (
      <RowMenu row={row} onAction={onAction} />
    ),
});

/** Columns that are always visible. */
const FIXED_COLUMNS: readonly string[] = ['consignCode', 'consignStatus'];

/** From this width on the project shares the slack with the test content. */
const WIDE_FROM = 1600;

type Columns = {
  columns: Column<ConsignmentListRow>[];
  /** All columns with their visibility, for the chooser. */
  choices: { key: string; name: string; visible: boolean; fixed: boolean }[];
  choose(key: string, visible: boolean): void;
};

/** The columns of a list as this user chose them; the choice is remembered. */
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
  const storedColumns = useStore(listColumns)[kind];
  return useMemo(() => {
    const visibleKeys = new Set(storedColumns ?? defaultColumns(kind, { wide, latin }));
    const isShown = (key: string): boolean => visibleKeys.has(key) || FIXED_COLUMNS.includes(key);
    const sortOf = (key: string) => {
      const by = SORTS.find((candidate) => candidate === key);
      return (
        by && {
          sort: {
            direction: by === sort ? order : null,
            onSort: () => onSort({ sort: by, order: by === sort && order === 'desc' ? 'asc' : 'desc' }),
          },
        }
      );
    };
    const typeName = (type: ConsignType): string => kinds(`kind.${type}`);
    const all = allColumns(t, { kind, audits, typeName, wide, latin });
    return {
      columns: all.filter(({ key }) => isShown(key)).map((column) => ({ ...column, ...sortOf(column.key) })),
      choices: all.map(({ key, head }) => ({
        key,
        name: typeof head === 'string' ? head : key,
        visible: isShown(key),
        fixed: FIXED_COLUMNS.includes(key),
      })),
      choose: (key, show) =>
        listColumns.set((lists) => ({
          ...lists,
          [kind]: all.map((column) => column.key).filter((other) => (other === key ? show : isShown(other))),
        })),
    };
  }, [t, kinds, kind, audits, wide, latin, storedColumns, sort, order, onSort]);
};
