import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getAllUnit, getQualificationNameList, type TestingUnitRow } from '#contract';
import { citiesIn, provincesIn } from '#domain/units';
import { useTexts } from '../i18n/texts.js';
import { queryOptionsOf } from '../lib/queries.js';
import { Field } from './field.js';
import './organisation-search.css';
import { texts } from './organisation-search.texts.js';
import { EmptyState, LoadedRows } from './page-states.js';
import { Pager } from './pager.js';
import { useAreas } from './units/area-select.js';

/** LS-009, DG-001, K-004. */
export const ORGANISATION_PAGE_SIZES = [10, 20, 30, 40] as const;

type OrganisationFilter = { nameKey: string; sheng: string; shi: string; qualificationName: string };
const FILTERS = ['nameKey', 'sheng', 'shi', 'qualificationName'] as const;
const NO_FILTER: OrganisationFilter = { nameKey: '', sheng: '', shi: '', qualificationName: '' };

/** The query of the list; pages count from 1. */
export type OrganisationQuery = OrganisationFilter & { currPage: number; maxPage: number };
export const FIRST_PAGE: OrganisationQuery = { ...NO_FILTER, currPage: 1, maxPage: ORGANISATION_PAGE_SIZES[0] };

export type OrganisationSearchProps = {
  query: OrganisationQuery;
  /** Query, reset, page and page size call this; the caller stores the query. */
  onSearch(query: OrganisationQuery): void;
  /** The table of one page; `first` is the running number of its first row. */
  children(rows: readonly TestingUnitRow[], first: number): ReactNode;
};

/**
 * Testing organisations by name, province, city and qualification, page by page: the search screen and the dialog of
 * the form show the same list.
 */
export const OrganisationSearch = ({ query, onSearch, children }: OrganisationSearchProps) => {
  const t = useTexts(texts);
  const units = useQuery({
    ...queryOptionsOf(getAllUnit, query),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <>
      <Filters query={query} onSearch={onSearch} />
      <div className="organisation-list">
        <LoadedRows
          query={units}
          rows={units.isError ? undefined : units.data?.items}
          skeletonRows={6}
          empty={
            <EmptyState icon={<Search size={28} />} title={t('noOrganisation')}>
              {t('noOrganisationHint')}
            </EmptyState>
          }
        >
          {(items) => children(items, (query.currPage - 1) * query.maxPage + 1)}
        </LoadedRows>
      </div>
      {units.data && (
        <Pager
          page={query.currPage}
          pageSize={query.maxPage}
          total={units.data.totalCount}
          sizes={ORGANISATION_PAGE_SIZES}
          onPage={(currPage) => onSearch({ ...query, currPage })}
          onPageSize={(maxPage) => onSearch({ ...query, maxPage, currPage: 1 })}
        />
      )}
    </>
  );
};

/** The filters as typed; they apply when 查询 is pressed. */
const Filters = ({ query, onSearch }: Pick<OrganisationSearchProps, 'query' | 'onSearch'>) => {
  const t = useTexts(texts);
  const [filter, setFilter] = useState<OrganisationFilter>(query);
  const [lastQuery, setLastQuery] = useState(query);
  // The query may change elsewhere, e.g. by back and forward of the browser.
  if (lastQuery !== query) {
    setLastQuery(query);
    if (FILTERS.some((name) => lastQuery[name] !== query[name])) setFilter(query);
  }
  const areas = useAreas();
  const qualifications = useQuery({ ...queryOptionsOf(getQualificationNameList), staleTime: Infinity }).data ?? [];
  const cities = citiesIn(areas, filter.sheng);
  const choices = (values: readonly string[]) => [
    { value: '', label: t('all') },
    ...values.map((value) => ({ value, label: value })),
  ];
  const search = ({ nameKey, sheng, shi, qualificationName }: OrganisationFilter) =>
    onSearch({ nameKey: nameKey.trim(), sheng, shi, qualificationName, currPage: 1, maxPage: query.maxPage });
  return (
    <form
      className="organisation-filters"
      onSubmit={(event) => {
        event.preventDefault();
        search(filter);
      }}
    >
      <Field label={t('organisationName')}>
        <InputGroup
          leftIcon={<Search />}
          value={filter.nameKey}
          onChange={(event) => setFilter({ ...filter, nameKey: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('province')}>
        <HTMLSelect
          value={filter.sheng}
          options={choices(provincesIn(areas).map((area) => area.AreaName))}
          onChange={(event) => setFilter({ ...filter, sheng: event.currentTarget.value, shi: '' })}
        />
      </Field>
      <Field label={t('city')}>
        <HTMLSelect
          value={filter.shi}
          disabled={cities.length === 0}
          options={choices(cities.map((area) => area.AreaName))}
          onChange={(event) => setFilter({ ...filter, shi: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('qualificationName')}>
        <HTMLSelect
          value={filter.qualificationName}
          options={choices(qualifications)}
          onChange={(event) => setFilter({ ...filter, qualificationName: event.currentTarget.value })}
        />
      </Field>
      <div className="row organisation-buttons">
        <Button type="submit" text={t('query')} />
        <Button
          variant="minimal"
          text={t('reset')}
          onClick={() => {
            setFilter(NO_FILTER);
            search(NO_FILTER);
          }}
        />
      </div>
    </form>
  );
};
