import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  type ConsignmentListRow,
  getPrintList,
  getRawMateriaConsignInfoList,
  getSitePreConsignInfoList,
  type PdfInfo,
} from '#contract';
import type { ConsignType } from '#events';
import { atLeast } from '../../lib/event-position.js';
import { send } from '../../lib/http.js';
import { readOf } from '../../lib/queries.js';

/** What the screen is asked for; all of it stands in the address. */
export type PrintFilters = { kind: ConsignType; keyword: string; status: number | null; page: number; size: number };

export const PAGE_SIZES = [10, 20, 50] as const;
const REFRESH_MS = 30_000;

/** One page of the caller's consignments of a kind, newest first. Old rows stay while new ones load. */
export const usePrintables = ({ kind, keyword, status, page, size }: PrintFilters) => {
  const query = {
    keyword,
    consignStatuses: status === null ? '' : String(status),
    sort: 'creationTime' as const,
    order: 'desc' as const,
    skipCount: (page - 1) * size,
    maxResultCount: size,
  };
  return useQuery({
    queryKey: [kind === 1 ? getRawMateriaConsignInfoList.name : getSitePreConsignInfoList.name, { ...query, kind }],
    queryFn: ({ signal }) =>
      kind === 1
        ? send(getRawMateriaConsignInfoList, { query: { ...query, atLeast: atLeast() }, signal })
        : send(getSitePreConsignInfoList, { query: { ...query, type: kind, atLeast: atLeast() }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { quiet: true },
  });
};

/** State of the rows' documents by id, and how to look again. Empty while it is not known. */
export const usePdfStates = (
  rows: readonly ConsignmentListRow[],
): { states: ReadonlyMap<string, PdfInfo['pdfStatus']>; lookAgain(): Promise<void> } => {
  const queries = useQueryClient();
  const ids = rows.map(({ id }) => id);
  const list = useQuery({
    ...readOf(getPrintList, { ids }),
    enabled: ids.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const lookAgain = useCallback(() => queries.invalidateQueries({ queryKey: [getPrintList.name] }), [queries]);
  return { states: new Map(list.data?.result.map(({ id, pdfStatus }) => [id, pdfStatus])), lookAgain };
};
