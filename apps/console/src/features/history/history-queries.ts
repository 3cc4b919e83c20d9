import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getHistory, getHistoryProof, getHistoryRecord, getHistoryState } from '#contract';
import { language } from '../../i18n/language.js';
import { readOf } from '../../lib/queries.js';
import type { Against } from './use-place-in-history.js';

/** The server answers in the reader's words, so every answer belongs to a language. */
const inWords = <Options extends { queryKey: readonly unknown[] }>(options: Options) => ({
  ...options,
  queryKey: [...options.queryKey, language()],
  placeholderData: keepPreviousData,
  meta: { quiet: true },
});

/** Rows of the timeline shown at once. */
const ROWS = 200;
/** Above a revision that was asked for, so many newer ones are listed with it. */
const ABOVE = 100;
export const pageAround = (revision: number): number => revision + ABOVE + 1;
export const pageAfter = (newest: number): number => newest + ROWS + 1;

export const pageOf = (id: string, before: number | null, statusOnly: boolean) =>
  queryOptions(
    inWords(
      readOf(getHistory, {
        id,
        limit: ROWS,
        ...(before === null ? {} : { before }),
        ...(statusOnly ? { statusOnly: 'true' } : {}),
      }),
    ),
  );

export const stateOf = (id: string, revision: number, against: Against) =>
  queryOptions({
    ...inWords(readOf(getHistoryState, { id, revision, ...(against === 'previous' ? {} : { against }) })),
    staleTime: against === 'now' ? 10_000 : 60_000,
  });

/** Verified anew whenever the page opens: an old proof proves nothing. */
export const proofOf = (id: string) =>
  queryOptions({
    ...readOf(getHistoryProof, { id }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  });

export const recordOf = (id: string, revision: number) =>
  queryOptions({ ...readOf(getHistoryRecord, { id, revision }), staleTime: 60_000, meta: { quiet: true } });
