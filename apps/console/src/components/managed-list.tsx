import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useTexts } from '../i18n/texts.js';
import { useDebounced } from '../lib/use-debounced.js';
import { type Column, DataTable } from './data-table.js';
import './managed-list.css';
import { texts } from './managed-list.texts.js';
import { PageHeader } from './page-header.js';
import { Empty, Failed, LoadingRows } from './page-states.js';
import { Pager } from './pager.js';
import { MANAGED_PAGE_SIZES, type ManagedFilters, useManagedFilters } from './use-managed-filters.js';

type Found<Row> = { items: readonly Row[]; totalCount: number; totalIsCapped?: boolean | undefined };

export type ManagedListProps<Row extends { id: string }> = {
  /** Name of the table. */
  caption: string;
  searchLabel: string;
  /** Title of the page, where it says more than the route does. */
  title?: string;
  /** States to choose from beside the keyword; the first is all of them. */
  states?: { label: string; options: readonly { value: string; label: string }[] };
  /** Asks for one page; called with what the address says. */
  useRows(filters: ManagedFilters): UseQueryResult<{ data: Found<Row>; stale: boolean }>;
  columns: readonly Column<Row>[];
  add?: { text: string; icon: ReactElement; onClick(): void };
  /** Verbs of the page beside adding. */
  verbs?: ReactNode;
  /** More to filter by, at the right end of the filters. */
  extra?: ReactNode;
  empty: { icon: ReactElement; title: string; hint: ReactNode };
  onOpen(row: Row): void;
};

/** A page of records to manage: search and state in the address, a table, pages, and the four states every page has (DESIGN 3, 4, 7). */
export const ManagedList = <Row extends { id: string }>({
  caption,
  searchLabel,
  title,
  states,
  useRows,
  columns,
  add,
  verbs,
  extra,
  empty,
  onOpen,
}: ManagedListProps<Row>) => {
  const t = useTexts(texts);
  const [filters, change] = useManagedFilters();
  const list = useRows(filters);
  const [keyword, setKeyword] = useDebounced(filters.keyword, (value) => change({ keyword: value }));
  const found = list.data?.data;
  const isFiltered = filters.keyword !== '' || filters.state !== '';
  const button = add && <Button intent="primary" icon={add.icon} text={add.text} onClick={add.onClick} />;
  return (
    <>
      <PageHeader
        {...(title === undefined ? {} : { title })}
        actions={
          verbs ? (
            <>
              {verbs}
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
          {list.isPending ? (
            <LoadingRows rows={8} />
          ) : !found ? (
            <Failed error={list.error} onRetry={() => void list.refetch()} />
          ) : found.items.length === 0 ? (
            isFiltered ? (
              <Empty
                icon={<Search size={28} />}
                title={t('notFound')}
                actions={<Button text={t('clear')} onClick={() => change({ keyword: '', state: '' })} />}
              >
                {t('notFoundHint')}
              </Empty>
            ) : (
              <Empty icon={empty.icon} title={empty.title} actions={button}>
                {empty.hint}
              </Empty>
            )
          ) : (
            <DataTable
              caption={caption}
              columns={columns}
              rows={found.items}
              keyOf={({ id }) => id}
              reloading={list.isPlaceholderData}
              onOpen={onOpen}
            />
          )}
          {found && (
            <Pager
              page={filters.page}
              pageSize={filters.size}
              total={found.totalCount}
              isCapped={found.totalIsCapped ?? false}
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
