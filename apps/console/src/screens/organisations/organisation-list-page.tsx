import { Link, useSearchParams } from 'react-router-dom';
import type { TestingUnitRow } from '#contract';
import { type Column, DataTable } from '../../components/data-table.js';
import {
  FIRST_PAGE,
  ORGANISATION_PAGE_SIZES,
  type OrganisationQuery,
  OrganisationSearch,
} from '../../components/organisation-search.js';
import { texts as searchTexts } from '../../components/organisation-search.texts.js';
import { PageHeader } from '../../components/page-header.js';
import { useTexts } from '../../i18n/texts.js';
import './organisations.css';
import { organisationPath } from '../../lib/paths.js';
import { texts } from './texts.js';

const toWholeNumber = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;

/** The query in the address; back, forward and a shared link restore it. */
const readQuery = (query: URLSearchParams): OrganisationQuery => ({
  nameKey: query.get('nameKey') ?? '',
  sheng: query.get('sheng') ?? '',
  shi: query.get('shi') ?? '',
  qualificationName: query.get('qualificationName') ?? '',
  currPage: toWholeNumber(query.get('page')),
  maxPage: ORGANISATION_PAGE_SIZES.find((size) => String(size) === query.get('size')) ?? FIRST_PAGE.maxPage,
});

const writeQuery = ({ currPage, maxPage, ...filter }: OrganisationQuery): URLSearchParams =>
  new URLSearchParams(
    [
      ...Object.entries(filter),
      ['page', currPage === 1 ? '' : String(currPage)],
      ['size', maxPage === FIRST_PAGE.maxPage ? '' : String(maxPage)],
    ].filter(([, value]) => value !== ''),
  );

/** LS-009. */
const OrganisationListPage = () => {
  const t = useTexts(texts);
  const s = useTexts(searchTexts);
  const [query, setQuery] = useSearchParams();
  const columnsFrom = (first: number, rows: readonly TestingUnitRow[]): Column<TestingUnitRow>[] => [
    {
      key: 'number',
      head: s('number'),
      width: 56,
      align: 'right',
      secondary: true,
      card: 'without',
      cell: (unit) => first + rows.indexOf(unit),
    },
    {
      key: 'name',
      head: s('organisation'),
      card: 'title',
      cell: (unit) => unit.testUnitName,
      tooltip: (unit) => unit.testUnitName,
    },
    {
      key: 'qualification',
      head: s('qualification'),
      secondary: true,
      cell: (unit) => unit.qualificationName,
      tooltip: (unit) => unit.qualificationName,
    },
    { key: 'area', head: s('area'), width: 140, secondary: true, cell: (unit) => unit.shengShi },
    {
      key: 'details',
      head: s('details'),
      width: 104,
      noEllipsis: true,
      pinned: true,
      card: 'end',
      cell: (unit) => (
        <Link to={organisationPath(unit.id)} aria-label={`${s('details')} ${unit.testUnitName}`}>
          {s('details')}
        </Link>
      ),
    },
  ];
  return (
    <>
      <PageHeader />
      <div className="page-body scrolls">
        <div className="card organisation-page">
          <OrganisationSearch
            query={readQuery(query)}
            onSearch={(organisationQuery) => setQuery(writeQuery(organisationQuery))}
          >
            {(rows, first) => (
              <DataTable
                cards
                caption={t('list')}
                columns={columnsFrom(first, rows)}
                rows={rows}
                keyOf={(unit) => unit.id}
              />
            )}
          </OrganisationSearch>
        </div>
      </div>
    </>
  );
};

export default OrganisationListPage;
