import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { textOf, useTexts, defineTexts } from '../i18n/texts.js';
import { logHandledFailure } from '../lib/failures.js';
import { ApiError } from '../lib/http.js';
import { type ChangeFilters, usePagedFilters } from '../lib/list-query.js';
import { useDebounced } from '../lib/use-time.js';
import en from '../locales/en/managed-list.json' with { type: 'json' };
import es from '../locales/es/managed-list.json' with { type: 'json' };
import zh from '../locales/zh/managed-list.json' with { type: 'json' };
import { openAlertDialog } from './alert-dialog.js';
import { type Column, DataTable } from './data-table.js';
import './managed-list.css';
import { PageHeader } from './page-header.js';
import { EmptyState, LoadedRows } from './page-states.js';
import { Pager } from './pager.js';
import { texts as componentTexts } from './texts.js';

const texts = defineTexts('managed-list', {
  zh,
  en,
  es,
});

/** Page sizes of lists to manage; the first is the default (002 UN-015, OI-006). */
const MANAGED_PAGE_SIZES = [10, 20, 30, 40] as const;

/** The query of a list. All of it is in the address, so that back, forward and a shared link restore it. */
export type ManagedFilters = { keyword: string; state: string; page: number; size: number };

/** A value in the address that cannot be read counts as absent. */
const readFilters = (query: URLSearchParams): ManagedFilters => ({
  keyword: query.get('q')?.trim() ?? '',
  state: query.get('state') ?? '',
  page: /^[1-9]\d{0,5}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1,
  size: MANAGED_PAGE_SIZES.find((size) => String(size) === query.get('size')) ?? MANAGED_PAGE_SIZES[0],
});

const writeFilters = ({ keyword, state, page, size }: ManagedFilters): URLSearchParams =>
  new URLSearchParams(
    [
      ['q', keyword],
      ['state', state],
      ['page', page === 1 ? '' : String(page)],
      ['size', size === MANAGED_PAGE_SIZES[0] ? '' : String(size)],
    ].filter(([, value]) => value !== ''),
  );

export const useManagedFilters = (): [ManagedFilters, ChangeFilters<ManagedFilters>] =>
  usePagedFilters(readFilters, writeFilters);

/** The usual query parameters of lists. */
export const pageQuery = ({ keyword, page, size }: ManagedFilters) => ({
  search: keyword,
  skipCount: (page - 1) * size,
  maxResultCount: size,
});

type RowPage<Row> = { items: readonly Row[]; totalCount: number; totalIsCapped?: boolean | undefined };

export type ManagedListProps<Row extends { id: string }> = {
  /** Name of the table. */
  caption: string;
  searchLabel: string;
  /** Title of the page, if it says more than that of the route. */
  title?: string;
  /** States to choose from beside the keyword; the first is all of them. */
  states?: { label: string; options: readonly { value: string; label: string }[] };
  /** Reads one page; called with the filters of the address. */
  useRows(filters: ManagedFilters): UseQueryResult<{ data: RowPage<Row>; stale: boolean }>;
  columns: readonly Column<Row>[];
  add?: { text: string; icon: ReactElement; onClick(): void };
  /** Actions of the page beside adding. */
  actions?: ReactNode;
  /** More filters, at the right end of the filter bar. */
  extra?: ReactNode;
  empty: { icon: ReactElement; title: string; hint: ReactNode };
  onOpen(row: Row): void;
};

/**
 * A page of records to manage: search and state in the address, a table, pages, and the four states that every page
 * has.
 */
export const ManagedList = <Row extends { id: string }>({
  caption,
  searchLabel,
  title,
  states,
  useRows,
  columns,
  add,
  actions,
  extra,
  empty,
  onOpen,
}: ManagedListProps<Row>) => {
  const t = useTexts(texts);
  const [filters, change] = useManagedFilters();
  const list = useRows(filters);
  const [keyword, setKeyword] = useDebounced(filters.keyword, (value) => change({ keyword: value }));
  const result = list.data?.data;
  const isFiltered = filters.keyword !== '' || filters.state !== '';
  const button = add && <Button intent="primary" icon={add.icon} text={add.text} onClick={add.onClick} />;
  return (
    <>
      <PageHeader
        {...(title === undefined ? {} : { title })}
        actions={
          actions ? (
            <>
              {actions}
              {button}
            </>
          ) : (
            button
          )
        }
      />
      <div className="page-body scrolls">
        <div className="card list-card managed-list">
          <div className="filter-bar" role="search" aria-label={t('filters')}>
            <div className="filter-keyword">
              <InputGroup
                leftElement={
                  <span className="bp6-icon">
                    <Search />
                  </span>
                }
                value={keyword}
                onValueChange={setKeyword}
                placeholder={searchLabel}
                aria-label={searchLabel}
              />
            </div>
            {states && (
              <HTMLSelect
                aria-label={states.label}
                value={filters.state}
                options={[{ value: '', label: t('all') }, ...states.options]}
                onChange={(event) => change({ state: event.currentTarget.value })}
              />
            )}
            {extra}
          </div>
          <LoadedRows
            query={list}
            rows={result?.items}
            skeletonRows={8}
            empty={
              isFiltered ? (
                <EmptyState
                  icon={<Search size={28} />}
                  title={t('notFound')}
                  actions={<Button text={t('clear')} onClick={() => change({ keyword: '', state: '' })} />}
                >
                  {t('notFoundHint')}
                </EmptyState>
              ) : (
                <EmptyState icon={empty.icon} title={empty.title} actions={button}>
                  {empty.hint}
                </EmptyState>
              )
            }
          >
            {(items) => (
              <DataTable
                caption={caption}
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
                reloading={list.isPlaceholderData}
                onOpen={onOpen}
              />
            )}
          </LoadedRows>
          {result && (
            <Pager
              page={filters.page}
              pageSize={filters.size}
              total={result.totalCount}
              isCapped={result.totalIsCapped ?? false}
              sizes={MANAGED_PAGE_SIZES}
              onPage={(page) => change({ page })}
              onPageSize={(size) => change({ size })}
            />
          )}
        </div>
      </div>
    </>
  );
};

const CONFIRMABLE_CODES = new Set(['PROJECT_NAME_EXISTS', 'PROJECT_RENAME_EXISTS']);

/**
 * Saves a project; if the unit has another project with the same name, the user is asked first. False if the user
 * cancelled.
 */
export const saveConfirmingDuplicateName = async <Saved,>(
  save: (sameNameConfirmed: boolean) => Promise<Saved>,
): Promise<Saved | false> => {
  try {
    return await save(false);
  } catch (error) {
    if (!(error instanceof ApiError) || !CONFIRMABLE_CODES.has(error.code)) throw error;
    logHandledFailure(error);
    const isConfirmed = await openAlertDialog({
      message: error.message,
      confirm: textOf(componentTexts, 'sameNameAnyway'),
      cancel: textOf(componentTexts, 'cancel'),
    });
    return isConfirmed ? save(true) : false;
  }
};
