import { Button } from '@blueprintjs/core';
import { Document, Print, Search } from '@blueprintjs/icons';
import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import { DataTable } from '../../components/data-table.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { useFeatureCommands } from '../../lib/feature-commands.js';
import { printPreviewPath } from '../../lib/paths.js';
import './pre-consign-bill.css';
import {
  PAGE_SIZES,
  printableColumns,
  PrintableFilters,
  usePrintSelection,
  usePdfStates,
  usePrintables,
  usePrintFilters,
  usePrintKeys,
} from './printables.js';
import { texts } from './texts.js';

type Row = ConsignmentListRow;
const NO_ROWS: readonly Row[] = [];

/** /preConsignBill (LS-010): choose consignments, preview them, have their PDFs made, open a bill. */
export default function PreConsignBillPage() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { openPdf } = useFeatureCommands();
  const [filters, change] = usePrintFilters();
  const list = usePrintables(filters);
  const rows = list.data?.data.items ?? NO_ROWS;
  const total = list.data?.data.totalCount ?? 0;
  const selection = usePrintSelection(rows);
  const { states, refreshStates } = usePdfStates(rows);
  const [isMaking, setIsMaking] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const preview = useCallback(
    (some: readonly Row[]) => {
      if (some.length > 0) void navigate(printPreviewPath(some.map(({ id }) => id)));
    },
    [navigate],
  );
  const focused = usePrintKeys(
    rows,
    selection,
    preview,
    useCallback(() => searchField.current?.focus(), []),
  );
  const codeOf = (id: string): string => selection.rows.find((row) => row.id === id)?.consignCode || t('draftRow');
  const makePdfs = async () => {
    setIsMaking(true);
    await openPdf([...selection.ids], codeOf);
    setIsMaking(false);
    await refreshStates();
  };
  const isFiltered = filters.keyword !== '' || filters.status !== null;
  const actions = (
    <>
      <Button
        size="small"
        icon={<Print />}
        text={t('previewN', { n: selection.rows.length })}
        disabled={selection.rows.length === 0}
        onClick={() => preview(selection.rows)}
      />
      <Button
        size="small"
        intent="primary"
        icon={<Document />}
        text={t('makePdfN', { n: selection.rows.length })}
        disabled={selection.rows.length === 0}
        loading={isMaking}
        onClick={() => void makePdfs()}
      />
    </>
  );
  return (
    <>
      <PageHeader />
      <div className="page-body">
        <section className="card print-card" aria-label={t('caption')}>
          <PrintableFilters filters={filters} onChange={change} searchField={searchField} />
          {selection.rows.length > 0 && (
            <div className="print-bar" role="region" aria-label={t('chosen', { n: selection.rows.length })}>
              <span>{t('chosen', { n: selection.rows.length })}</span>
              {actions}
              <Button className="push" size="small" variant="minimal" text={t('clear')} onClick={selection.clear} />
              <span className="key-hint only-wide">Esc</span>
            </div>
          )}
          {list.isPending && <LoadingRows />}
          {list.isError && !list.data && (
            <ErrorState title={t('listFailed')} error={list.error} onRetry={() => void list.refetch()} />
          )}
          {list.data &&
            rows.length === 0 &&
            (isFiltered ? (
              <EmptyState
                icon={<Search size={28} />}
                title={t('noMatch')}
                actions={<Button text={t('clearFilters')} onClick={() => change({ keyword: '', status: null })} />}
              >
                {t('noMatchText')}
              </EmptyState>
            ) : (
              <EmptyState icon={<Print size={28} />} title={t('none')}>
                {t('noneText')}
              </EmptyState>
            ))}
          {rows.length > 0 && (
            <DataTable
              caption={t('caption')}
              rows={rows}
              keyOf={(row) => row.id}
              nameOf={(row) => row.consignCode || t('draftRow')}
              columns={printableColumns({ t, states, latin: language() !== 'zh', onPreview: (row) => preview([row]) })}
              selected={selection.ids}
              onSelect={selection.select}
              focused={focused}
              reloading={list.isPlaceholderData}
              onOpen={(row) => preview([row])}
            />
          )}
          {list.data && total > 0 && (
            <Pager
              page={filters.page}
              pageSize={filters.size}
              total={total}
              isCapped={list.data.data.totalIsCapped ?? false}
              sizes={PAGE_SIZES}
              onPage={(page) => change({ page })}
              onPageSize={(size) => change({ size: PAGE_SIZES.find((each) => each === size) ?? PAGE_SIZES[0] })}
            />
          )}
        </section>
      </div>
    </>
  );
}
