import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { type KeyboardEvent, useState } from 'react';
import { readCount } from '#domain/numbers';
import { useTexts } from '../i18n/texts.js';
import { formatCount } from '../lib/numbers.js';
import { texts } from './texts.js';

export type PagerProps = {
  page: number;
  pageSize: number;
  total: number;
  isCapped?: boolean;
  sizes: readonly number[];
  /** E.g. that the list lags. */
  note?: string | undefined;
  /** A field to go to any page. */
  jumper?: boolean;
  onPage(page: number): void;
  onPageSize(size: number): void;
};

/** 1 2 3 … 28: the first, the last, and the current page with its neighbours; 0 is a gap. */
export const visiblePages = (page: number, last: number): number[] => {
  const pages = new Set(
    [1, 2, 3, page - 1, page, page + 1, last].filter(
      (number) => number >= 1 && number <= last && (number > 3 || page <= 3 || number === 1),
    ),
  );
  const sorted = [...pages].sort((a, b) => a - b);
  return sorted.flatMap((number, index) =>
    index > 0 && number - (sorted[index - 1] ?? 0) > 1 ? [0, number] : [number],
  );
};

export const Pager = ({ page, pageSize, total, isCapped, sizes, note, jumper, onPage, onPageSize }: PagerProps) => {
  const t = useTexts(texts);
  const last = Math.max(1, Math.ceil(total / pageSize));
  const range = {
    total: formatCount(total),
    from: formatCount((page - 1) * pageSize + 1),
    to: formatCount(Math.min(page * pageSize, total)),
  };
  return (
    <div className="pager">
      <span className="numeric">{total === 0 ? t('noRows') : t(isCapped ? 'rowsOfCapped' : 'rowsOf', range)}</span>
      <HTMLSelect
        aria-label={t('pageSize')}
        value={pageSize}
        options={sizes.map((size) => ({ value: size, label: t('perPage', { n: size }) }))}
        onChange={(event) => onPageSize(Number(event.currentTarget.value))}
      />
      {note && (
        <span className="aux muted" role="status">
          {note}
        </span>
      )}
      <nav className="row tight push" aria-label={t('pages')}>
        <Button
          variant="minimal"
          icon={<ChevronLeft />}
          disabled={page <= 1}
          aria-label={t('previous')}
          onClick={() => onPage(page - 1)}
        />
        {visiblePages(page, last).map((number, index) =>
          number === 0 ? (
            <span key={`gap-${index}`} className="muted">
              …
            </span>
          ) : (
            <Button
              key={number}
              variant="minimal"
              className="numeric"
              active={number === page}
              aria-label={t('page', { n: number })}
              aria-current={number === page ? 'page' : undefined}
              text={number}
              onClick={() => onPage(number)}
            />
          ),
        )}
        <Button
          variant="minimal"
          icon={<ChevronRight />}
          disabled={page >= last}
          aria-label={t('next')}
          onClick={() => onPage(page + 1)}
        />
        {jumper && <Jumper key={page} page={page} last={last} onPage={onPage} />}
      </nav>
    </div>
  );
};

/** A page number beyond the last goes to the last. */
const Jumper = ({ page, last, onPage }: { page: number; last: number; onPage(page: number): void }) => {
  const t = useTexts(texts);
  const [pageText, setPageText] = useState(String(page));
  const jump = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey) return;
    event.preventDefault();
    const targetPage = Math.min(last, readCount(pageText) ?? 0);
    if (targetPage >= 1) onPage(targetPage);
    else setPageText(String(page));
  };
  return (
    <>
      <span className="aux muted only-wide">{t('goTo')}</span>
      <InputGroup
        className="pager-jumper numeric"
        inputMode="numeric"
        aria-label={t('goToPage')}
        title={t('goToPage')}
        value={pageText}
        onChange={(event) => setPageText(event.currentTarget.value)}
        onKeyDown={jump}
      />
    </>
  );
};
