import { Link } from 'react-router-dom';
import type { RowRebuild } from '#contract';
import { ROLE } from '#events';
import { type Column, DataTable } from '../../components/data-table.js';
import { Card } from '../../components/field.js';
import { historyPlace } from '../../consignment/places.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/format.js';
import { hasRole, useUser } from '../../lib/session.js';
import { texts } from './texts.js';
import { useRowRebuilds } from './use-projections.js';
import type { ProjectionText } from './view-words.js';

/** What came of rebuilding single consignments; nothing while nobody has. */
export const RowRebuildsCard = () => {
  const t = useTexts(texts);
  const mayRead = hasRole(useUser(), ROLE.admin);
  const items = useRowRebuilds().data?.items ?? [];
  if (items.length === 0) return null;
  const columns: Column<RowRebuild>[] = [
    {
      key: 'time',
      head: t('time'),
      width: 104,
      whole: true,
      secondary: true,
      cell: ({ at }) => <span className="numeric">{shortTime(at)}</span>,
      tooltip: ({ at }) => dateTime(at),
    },
    { key: 'who', head: t('who'), width: 112, secondary: true, cell: ({ userName }) => userName || t('platform') },
    {
      key: 'what',
      head: t('what'),
      width: 296,
      cell: ({ consignmentId }) =>
        mayRead ? (
          <Link className="mono" to={historyPlace(consignmentId)}>
            {consignmentId}
          </Link>
        ) : (
          <span className="mono">{consignmentId}</span>
        ),
      tooltip: ({ consignmentId }) => consignmentId,
    },
    {
      key: 'state',
      head: t('state'),
      width: 96,
      whole: true,
      cell: ({ state }) => (
        <span className="projection-state" data-state={state}>
          <i aria-hidden />
          {t(`rows.${state}`)}
        </span>
      ),
    },
    {
      key: 'result',
      head: t('result'),
      cell: (item) => resultOf(item, t),
      tooltip: (item) => `${resultOf(item, t)}\n${item.reason}`,
    },
  ];
  return (
    <Card title={t('rowsCard')} padded={false}>
      <DataTable
        caption={t('rowsCard')}
        columns={columns}
        rows={items.slice(0, 5)}
        keyOf={({ requestId }) => requestId}
      />
    </Card>
  );
};

const resultOf = ({ state, views, message, reason }: RowRebuild, t: ProjectionText): string => {
  switch (state) {
    case 'running':
      return reason;
    case 'failed':
      return message;
    case 'done':
      return views.length === 0
        ? t('rowsNothing')
        : t('rowsResult', {
            views: views.length,
            rows: sum(views.map(({ rows }) => rows)),
            changed: sum(views.map(({ changed }) => changed)),
          });
  }
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
