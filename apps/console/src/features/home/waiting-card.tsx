import { TickCircle } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { type ConsignmentListRow, getRawMateriaConsignInfoList } from '#contract';
import { type Column, DataTable } from '../../components/data-table.js';
import { Card } from '../../components/field.js';
import { Empty, Failed, LoadingRows } from '../../components/page-states.js';
import { StatusTag } from '../../components/status-tag.js';
import { auditPlace, formPlace } from '../../consignment/places.js';
import { type Translate, useTexts } from '../../i18n/texts.js';
import { count, dateTime, shortTime } from '../../lib/format.js';
import { readOf } from '../../lib/queries.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { texts } from './texts.js';
import { WaitingList } from './waiting-list.js';

const SHOWN = 8;
const MINUTE = 60_000;

/** How long since a moment, in the two largest units. */
export const waitedSince = (time: string, now: number, t: Translate<'days' | 'hours' | 'minutes'>): string => {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / MINUTE));
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (d > 0) return t('days', { d, h });
  return h > 0 ? t('hours', { h, m }) : t('minutes', { m });
};

/** The consignments it is this user's turn with: the laboratory's oldest first, the client's with the reason they came back. */
export const WaitingCard = ({ statuses, total, allPlace }: { statuses: readonly number[]; total: number; allPlace: string }) => {
  const t = useTexts(texts);
  const lab = isTestingUnit(useUser());
  const list = useQuery(readOf(getRawMateriaConsignInfoList, { consignStatuses: statuses.join(','), sort: 'commitConsignTime', order: lab ? 'asc' : 'desc', maxResultCount: SHOWN }));
  const asTable = useWiderThan(720);
  const placeOf = (row: ConsignmentListRow): string => (lab ? auditPlace(row.id) : formPlace(row.id));
  const about = (row: ConsignmentListRow): string => {
    if (lab) return `${row.consignUnit}　${row.testContent}`;
    return row.rollbackCause ? t('reason', { reason: row.rollbackCause }) : t('unsubmitted', { content: row.testContent, n: row.sampleCount });
  };
  const columns: Column<ConsignmentListRow>[] = [
    { key: 'code', head: t('code'), width: 144, whole: true, cell: (row) => <Link className="numeric" to={placeOf(row)}>{row.consignCode || t('draft')}</Link> },
    { key: 'status', head: t('status'), width: 112, whole: true, cell: (row) => <StatusTag status={row.consignStatus} name={row.consignStatusStr} /> },
    { key: 'what', head: t('what'), cell: about, tooltip: about },
    {
      key: 'time', head: t(lab ? 'waited' : 'time'), width: 108, secondary: true, whole: true, tooltip: (row) => dateTime(row.commitConsignTime ?? row.creationTime),
      cell: ({ commitConsignTime, creationTime }) => <span className="numeric">{lab && commitConsignTime ? waitedSince(commitConsignTime, Date.now(), t) : shortTime(commitConsignTime ?? creationTime)}</span>,
    },
    { key: 'action', head: t('action'), width: 72, whole: true, cell: (row) => <Link to={placeOf(row)}>{t(lab ? 'audit' : 'open')}</Link> },
  ];
  const title = t(lab ? 'waitingLab' : 'waitingClient');
  return (
    <Card title={title} padded={false} extra={total > 0 && <Link className="aux" to={allPlace}>{t('allN', { n: count(total) })}</Link>}>
      <div className="waiting-rows">
        {list.isPending && <LoadingRows rows={6} />}
        {list.isError && !list.data && <Failed error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.items.length === 0 && <Empty icon={<TickCircle size={28} />} title={t(lab ? 'nothingLab' : 'nothing')}>{t(lab ? 'nothingLabText' : 'nothingText')}</Empty>}
        {list.data && list.data.items.length > 0 && !asTable && <WaitingList rows={list.data.items} placeOf={placeOf} about={about} />}
        {list.data && list.data.items.length > 0 && asTable && <DataTable caption={title} columns={columns} rows={list.data.items} keyOf={(row) => row.id} />}
      </div>
    </Card>
  );
};
