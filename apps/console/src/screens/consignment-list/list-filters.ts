import { useCallback } from 'react';
import { CONSIGN_STATUS, CONSIGN_TYPE, type ConsignType } from '#events';
import { type ChangeFilters, usePagedFilters } from '../../lib/list-query.js';

/** The query of a list. All of it is in the address, so that back, forward and a shared link restore it. */
export type ListFilters = {
  keyword: string;
  person: string;
  statuses: number[];
  projectId: string;
  /** One of the three kinds; null: all kinds of the list. */
  consignType: ConsignType | null;
  /** Inclusive local days, yyyy-MM-dd. */
  from: string;
  to: string;
  sort: Sort;
  order: 'asc' | 'desc';
  page: number;
  size: number;
};

export const SORTS = ['commitConsignTime', 'creationTime', 'consignCode'] as const;
export type Sort = (typeof SORTS)[number];
export const PAGE_SIZES = [12, 20, 50] as const;

export const KINDS = Object.values(CONSIGN_TYPE);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const toWholeNumber = (text: string | null, fallback: number, max: number): number => {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number >= 1 && number <= max ? number : fallback;
};

/** Reads the address; a value that cannot be read counts as absent. */
export const readFilters = (query: URLSearchParams, defaultSort: Sort): ListFilters => ({
  keyword: query.get('q')?.trim() ?? '',
  person: query.get('linkPerson')?.trim() ?? '',
  statuses: [...new Set((query.get('status') ?? '').split(',').map(Number))].filter((status) =>
    Object.values<number>(CONSIGN_STATUS).includes(status),
  ),
  projectId: query.get('project') ?? '',
  consignType: KINDS.find((kind) => String(kind) === query.get('type')) ?? null,
  from: DAY.test(query.get('from') ?? '') ? (query.get('from') ?? '') : '',
  to: DAY.test(query.get('to') ?? '') ? (query.get('to') ?? '') : '',
  sort: SORTS.find((sort) => sort === query.get('sort')) ?? defaultSort,
  order: query.get('order') === 'asc' ? 'asc' : 'desc',
  page: toWholeNumber(query.get('page'), 1, 100_000),
  size: toWholeNumber(query.get('size'), PAGE_SIZES[0], 50),
});

/** The address of filters; defaults are left out. */
export const writeFilters = (filters: ListFilters, defaultSort: Sort): URLSearchParams => {
  const query = new URLSearchParams();
  const put = (name: string, value: string, otherwise = '') => value !== otherwise && query.set(name, value);
  put('q', filters.keyword);
  put('linkPerson', filters.person);
  put('status', filters.statuses.join(','));
  put('project', filters.projectId);
  put('type', String(filters.consignType ?? ''));
  put('from', filters.from);
  put('to', filters.to);
  put('sort', filters.sort, defaultSort);
  put('order', filters.order, 'desc');
  put('page', String(filters.page), '1');
  put('size', String(filters.size), String(PAGE_SIZES[0]));
  return query;
};

/** Filters that narrow the list; sort and page do not. */
export const isFiltered = ({ keyword, person, statuses, projectId, consignType, from, to }: ListFilters): boolean =>
  consignType !== null ||
  keyword !== '' ||
  person !== '' ||
  statuses.length > 0 ||
  projectId !== '' ||
  from !== '' ||
  to !== '';

export const clearFilters = (filters: ListFilters): ListFilters => ({
  ...filters,
  keyword: '',
  person: '',
  statuses: [],
  projectId: '',
  consignType: null,
  from: '',
  to: '',
  page: 1,
});

/** The query of the list call (LS-004): page 2 of 5 skips 5. */
export const listQuery = (filters: ListFilters) => ({
  ...countsQuery(filters),
  consignStatuses: filters.statuses.join(','),
  sort: filters.sort,
  order: filters.order,
  skipCount: (filters.page - 1) * filters.size,
  maxResultCount: filters.size,
});

/** The query of the counts: the same filters without the status. */
export const countsQuery = ({ keyword, person, projectId, from, to }: ListFilters) => ({
  keyword,
  linkPerson: person,
  ...(projectId ? { projectId } : {}),
  ...(from ? { commitFrom: from } : {}),
  ...(to ? { commitTo: to } : {}),
});

export const useListFilters = (defaultSort: Sort): [ListFilters, ChangeFilters<ListFilters>] =>
  usePagedFilters(
    useCallback((query: URLSearchParams) => readFilters(query, defaultSort), [defaultSort]),
    useCallback((filters: ListFilters) => writeFilters(filters, defaultSort), [defaultSort]),
  );
