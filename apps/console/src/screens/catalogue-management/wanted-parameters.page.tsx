import { SearchTemplate } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { getAllUnit, listWantedParameters, type WantedParameter } from '#contract';
import { ROLE } from '#events';
import { type Column, orDash, RowAction } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList, pageQuery } from '../../components/managed-list.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/china-time.js';
import { listOptions } from '../../lib/list-query.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { hasRole, useUser } from '../../lib/session.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { samplePath } from '../../lib/paths.js';
import { texts } from './wanted-parameters.texts.js';

/** The chosen state is a testing unit; to a laboratory the service returns only its own. */
const useRows = (filters: ManagedFilters) =>
  useQuery(
    listOptions(listWantedParameters, {
      ...pageQuery(filters),
      ...(filters.state === '' ? {} : { testUnitId: filters.state }),
    }),
  );

/**
 * Parameters that were searched for and are not offered, the most wanted first (001 SS-023), which a laboratory might
 * offer next.
 */
const WantedParametersPage = () => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const isAdmin = hasRole(useUser(), ROLE.admin);
  const navigate = useNavigate();
  const units =
    useQuery({
      ...queryOptionsOf(getAllUnit, { currPage: 1, maxPage: 1000 }),
      enabled: isAdmin,
      staleTime: 60_000,
      meta: { quiet: true },
    }).data?.items ?? [];
  const open = ({ sampleId, testUnitId }: WantedParameter) =>
    void navigate(samplePath({ id: sampleId }, isAdmin ? testUnitId : null));
  const time = (value: string) => (
    <span className="numeric" title={dateTime(value)}>
      {shortTime(value)}
    </span>
  );
  const columns: Column<WantedParameter>[] = [
    {
      key: 'parameter',
      head: t('parameter'),
      cell: (row) =>
        wide ? (
          row.paramName
        ) : (
          <>
            {row.paramName}
            <div className="aux muted">
              {row.sampleName}　{t('timesOf', { n: row.clicks })}
            </div>
            <div className="aux muted numeric">{t('lastOf', { time: shortTime(row.lastAt) })}</div>
          </>
        ),
      tooltip: ({ paramName }) => paramName,
    },
    { key: 'sample', head: t('sample'), cell: ({ sampleName }) => sampleName, tooltip: ({ sampleName }) => sampleName },
    {
      key: 'unit',
      head: t('unit'),
      secondary: true,
      cell: ({ testUnitName }) => orDash(testUnitName),
      tooltip: ({ testUnitName }) => testUnitName,
    },
    {
      key: 'times',
      head: <span title={t('countHint')}>{t('times')}</span>,
      width: 72,
      align: 'right',
      cell: ({ clicks }) => <span className="numeric">{clicks}</span>,
    },
    {
      key: 'by',
      head: t('by'),
      secondary: true,
      cell: ({ consignUnit }) => orDash(consignUnit),
      tooltip: ({ consignUnit }) => consignUnit,
    },
    {
      key: 'qualification',
      head: t('qualification'),
      width: 150,
      secondary: true,
      cell: ({ qualification }) => orDash(qualification),
      tooltip: ({ qualification }) => qualification,
    },
    {
      key: 'first',
      head: t('first'),
      width: 108,
      noEllipsis: true,
      secondary: true,
      cell: ({ firstAt }) => time(firstAt),
    },
    { key: 'last', head: t('last'), width: 108, noEllipsis: true, cell: ({ lastAt }) => time(lastAt) },
    {
      key: 'actions',
      head: t('actions'),
      width: 88,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <RowAction text={t('open')} name={`${row.sampleName} ${row.paramName}`} onPress={() => open(row)} />
      ),
    },
  ];
  return (
    <ManagedList
      caption={t('list')}
      searchLabel={t('search')}
      useRows={useRows}
      columns={columns.filter(({ key }) =>
        key === 'unit' ? isAdmin && wide : wide || key === 'parameter' || key === 'actions',
      )}
      onOpen={open}
      {...(isAdmin
        ? {
            states: {
              label: t('unit'),
              options: units.map(({ id, testUnitName }) => ({ value: id, label: testUnitName })),
            },
          }
        : {})}
      empty={{ icon: <SearchTemplate size={28} />, title: t('none'), hint: t('noneHint') }}
    />
  );
};

export default WantedParametersPage;
