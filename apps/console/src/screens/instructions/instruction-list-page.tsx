import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Manual, Plus, Search } from '@blueprintjs/icons';
import { DataTable } from '../../components/data-table.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, LoadedRows } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { useTexts } from '../../i18n/texts.js';
import { usePagedFilters } from '../../lib/list-query.js';
import { useDebounced } from '../../lib/use-time.js';
import { useInstructionColumns } from './instruction-columns.js';
import { openInstructionDialog } from './instruction.dialog.js';
import './instructions.css';
import { texts } from './texts.js';
import {
  INSTRUCTION_ORDERS,
  INSTRUCTION_PAGE_SIZES,
  type InstructionFilters,
  type InstructionOrder,
  readFilters,
  useInstructions,
  writeFilters,
} from './use-instructions.js';

/** LS-011. */
const InstructionListPage = () => {
  const t = useTexts(texts);
  const [filters, change] = usePagedFilters(readFilters, writeFilters);
  const list = useInstructions(filters);
  const columns = useInstructionColumns();
  const result = list.data?.data;
  const add = (
    <Button
      intent="primary"
      icon={<Plus />}
      text={t('add')}
      onClick={() => void openInstructionDialog({ mode: 'add' })}
    />
  );
  return (
    <>
      <PageHeader actions={add} />
      <div className="page-body scrolls">
        <div className="card list-card instruction-list">
          <FilterBar filters={filters} onChange={change} />
          <LoadedRows
            query={list}
            rows={result?.items}
            skeletonRows={6}
            empty={
              filters.keyword ? (
                <EmptyState
                  icon={<Search size={28} />}
                  title={t('notFound')}
                  actions={<Button text={t('clear')} onClick={() => change({ keyword: '' })} />}
                >
                  {t('notFoundHint')}
                </EmptyState>
              ) : (
                <EmptyState icon={<Manual size={28} />} title={t('none')} actions={add}>
                  {t('noneHint')}
                </EmptyState>
              )
            }
          >
            {(items) => (
              <DataTable
                caption={t('list')}
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
                reloading={list.isPlaceholderData}
                onOpen={(instruction) => void openInstructionDialog({ mode: 'view', instruction })}
              />
            )}
          </LoadedRows>
          {result && (
            <Pager
              page={filters.page}
              pageSize={filters.size}
              total={result.totalCount}
              isCapped={result.totalIsCapped ?? false}
              sizes={INSTRUCTION_PAGE_SIZES}
              onPage={(page) => change({ page })}
              onPageSize={(size) => change({ size })}
            />
          )}
        </div>
      </div>
    </>
  );
};

const FilterBar = ({
  filters,
  onChange,
}: {
  filters: InstructionFilters;
  onChange(some: Partial<InstructionFilters>): void;
}) => {
  const t = useTexts(texts);
  const [keyword, setKeyword] = useDebounced(filters.keyword, (value) => onChange({ keyword: value }));
  return (
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
          placeholder={t('search')}
          aria-label={t('search')}
        />
      </div>
      <HTMLSelect
        aria-label={t('sort')}
        value={filters.order}
        options={INSTRUCTION_ORDERS.map((order) => ({ value: order, label: t(`sort.${order}`) }))}
        onChange={(event) => onChange({ order: event.currentTarget.value as InstructionOrder })}
      />
    </div>
  );
};

export default InstructionListPage;
