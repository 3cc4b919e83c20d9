import { TickCircle } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { type ConsignmentListRow, listConsignments } from '#contract';
import { CONSIGN_STATUS, type ConsignType } from '#events';
import { type Column, DataTable } from '../../components/data-table.js';
import { Card } from '../../components/field.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page-states.js';
import { StatusTag } from '../../components/status-tag.js';
import { auditPath, formPath } from '../../lib/paths.js';
import { language } from '../../i18n/language.js';
import { type Translate, useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/china-time.js';
import { formatCount } from '../../lib/numbers.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { listsForFigure } from './dashboard.js';
import { texts } from './texts.js';

const MINUTE = 60_000;

/** Time since a moment, in the two largest units. */
export const waitingTimeSince = (time: string, now: number, t: Translate<'days' | 'hours' | 'minutes'>): string => {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / MINUTE));
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (d > 0) return t('days', { d, h });
  return h > 0 ? t('hours', { h, m }) : t('minutes', { m });
};

/** The waiting consignments on a phone. */
const WaitingList = ({
  rows,
  pathOf,
  about,
}: {
  rows: readonly ConsignmentListRow[];
  pathOf(row: ConsignmentListRow): string;
  about(row: ConsignmentListRow): string;
}) => {
  const t = useTexts(texts);
  return (
    <ul className="waiting-list">
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={pathOf(row)}>
            <span className="row">
              <span className="numeric strong">{row.consignCode || t('draft')}</span>
              <span className="push">
                <StatusTag status={row.consignStatus} name={row.consignStatusStr} />
              </span>
            </span>
            <span className="dense secondary">{about(row)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

const MAX_VISIBLE_ROWS = 8;

/** The start of the waiting time of a row: its submission, or its creation. */
const timeOf = ({ commitConsignTime, creationTime }: ConsignmentListRow): string => commitConsignTime ?? creationTime;

/**
 * The consignments for which it is this user's turn: for a laboratory the oldest first, for a client with the reason
 * why they came back.
 */
export const WaitingCard = ({
  kind,
  statuses,
  total,
}: {
  kind: ConsignType | undefined;
  statuses: readonly number[];
  total: number;
}) => {
  const t = useTexts(texts);
  const user = useUser();
  const lab = isTestingUnit(user);
  const list = useQuery({
    ...queryOptionsOf(listConsignments, {
      consignStatuses: statuses.join(','),
      sort: 'commitConsignTime',
      order: lab ? 'asc' : 'desc',
      maxResultCount: MAX_VISIBLE_ROWS,
      ...(kind ? { consignType: kind } : {}),
    }),
    meta: { quiet: true },
  });
  const rows = list.data?.items;
  const asTable = useWiderThan(720);
  const pathOf = ({ id, consignType }: ConsignmentListRow): string =>
    lab ? auditPath(id, consignType) : formPath(id, consignType);
  const about = (row: ConsignmentListRow): string => {
    if (lab) return `${row.consignUnit}　${row.testContent}`;
    return row.rollbackCause
      ? t('reason', { reason: row.rollbackCause })
      : t('unsubmitted', { content: row.testContent, count: row.sampleCount });
  };
  const action = ({ consignStatus }: ConsignmentListRow): string => {
    if (lab) return t('audit');
    if (consignStatus === CONSIGN_STATUS.awaitingSignature) return t('sign');
    return t(consignStatus === CONSIGN_STATUS.awaitingCorrection ? 'correct' : 'amend');
  };
  const columns: Column<ConsignmentListRow>[] = [
    {
      key: 'code',
      head: t('code'),
      width: 144,
      noEllipsis: true,
      cell: (row) => (
        <Link className="numeric" to={pathOf(row)}>
          {row.consignCode || t('draft')}
        </Link>
      ),
    },
    {
      key: 'status',
      head: t('status'),
      width: language() === 'zh' ? 112 : 184,
      noEllipsis: true,
      cell: (row) => <StatusTag status={row.consignStatus} name={row.consignStatusStr} />,
    },
    { key: 'what', head: t('what'), cell: about, tooltip: about },
    {
      key: 'time',
      head: t(lab ? 'waited' : 'time'),
      width: 108,
      secondary: true,
      noEllipsis: true,
      tooltip: (row) => dateTime(timeOf(row)),
      cell: (row) => (
        <span className="numeric">
          {lab && row.commitConsignTime
            ? waitingTimeSince(row.commitConsignTime, Date.now(), t)
            : shortTime(timeOf(row))}
        </span>
      ),
    },
    {
      key: 'action',
      head: t('action'),
      width: language() === 'zh' ? 72 : 96,
      noEllipsis: true,
      cell: (row) => <Link to={pathOf(row)}>{action(row)}</Link>,
    },
  ];
  const title = t(lab ? 'waitingLab' : 'waitingClient');
  const lists = listsForFigure(t, user, kind, { statuses, oldestFirst: lab });
  const links = lists.map(({ key, label, to }) => (
    <Link key={key} className="aux" to={to}>
      {lists.length === 1 ? t('allN', { n: formatCount(total) }) : label}
    </Link>
  ));
  return (
    <Card
      title={title}
      padded={false}
      extra={
        total > 0 && (
          <>
            {lists.length > 1 && <span className="aux muted">{t('lists')}</span>}
            {links}
          </>
        )
      }
    >
      <div className="waiting-rows">
        {list.isPending && <LoadingRows rows={6} />}
        {list.isError && !rows && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {rows?.length === 0 && (
          <EmptyState icon={<TickCircle size={28} />} title={t(lab ? 'nothingLab' : 'nothing')}>
            {t(lab ? 'nothingLabText' : 'nothingText')}
          </EmptyState>
        )}
        {rows &&
          rows.length > 0 &&
          (asTable ? (
            <DataTable caption={title} columns={columns} rows={rows} keyOf={(row) => row.id} />
          ) : (
            <WaitingList rows={rows} pathOf={pathOf} about={about} />
          ))}
      </div>
    </Card>
  );
};
