import {
  getRawMateriaConsignInfoList,
  getRawMateriaConsignInfoListMobile,
  getSitePreConsignInfoList,
  listConsignments,
  type Operation,
} from '#contract';
import { CONSIGN_TYPE, type ConsignType } from '#events';
import { atLeast } from '../../lib/event-position.js';
import { type ApiResponse, callWithMeta } from '../../lib/http.js';
import type { Sort } from './list-filters.js';

/**
 * The lists of consignments: the client's three, the incoming one of a testing unit, and the one outside of the shell.
 */
export type ListKind = 'raw' | 'site' | 'handover' | 'incoming' | 'public';

/** The query of a list; the same for all of its calls. */
export type ListQuery = {
  consignStatuses: string;
  keyword: string;
  linkPerson: string;
  sort: Sort;
  order: 'asc' | 'desc';
  skipCount: number;
  maxResultCount: number;
  projectId?: string;
  commitFrom?: string;
  commitTo?: string;
};
type ListResult = ApiResponse<typeof listConsignments>;

const TYPES: Record<ListKind, ConsignType | null> = {
  raw: CONSIGN_TYPE.rawMaterial,
  site: CONSIGN_TYPE.onSite,
  handover: CONSIGN_TYPE.handover,
  incoming: null,
  public: null,
};

export const defaultSortOf = (kind: ListKind): Sort => (kind === 'incoming' ? 'commitConsignTime' : 'creationTime');

/** The kind of consignment in a list; `selectedType` if it contains all three, null for all of them. */
export const consignTypeOfList = (kind: ListKind, selectedType: ConsignType | null): ConsignType | null =>
  TYPES[kind] ?? selectedType;

/** Whether one list contains all three kinds. */
export const isMixed = (kind: ListKind): boolean => TYPES[kind] === null;

/** The call of a list; phones have a separate one for raw material (LS-004, LS-005). */
export const operationOf = (kind: ListKind, phone: boolean): Operation => {
  switch (kind) {
    case 'raw':
      return phone ? getRawMateriaConsignInfoListMobile : getRawMateriaConsignInfoList;
    case 'site':
    case 'handover':
      return getSitePreConsignInfoList;
    case 'incoming':
    case 'public':
      return listConsignments;
  }
};

type ListRequest = { kind: ListKind; consignType: ConsignType | null; phone?: boolean; signal?: AbortSignal };

/** One page of a list, with its headers. Throws as `callWithMeta`. */
export const fetchList = (
  query: ListQuery,
  { kind, consignType, phone = false, signal }: ListRequest,
): Promise<ListResult> => {
  const pageQuery = { ...query, atLeast: atLeast() };
  const options = signal ? { signal } : {};
  switch (kind) {
    case 'raw':
      return callWithMeta<typeof getRawMateriaConsignInfoList>(
        phone ? getRawMateriaConsignInfoListMobile : getRawMateriaConsignInfoList,
        { query: pageQuery, ...options },
      );
    case 'site':
      return callWithMeta(getSitePreConsignInfoList, {
        query: { ...pageQuery, type: CONSIGN_TYPE.onSite },
        ...options,
      });
    case 'handover':
      return callWithMeta(getSitePreConsignInfoList, {
        query: { ...pageQuery, type: CONSIGN_TYPE.handover },
        ...options,
      });
    case 'incoming':
    case 'public':
      return callWithMeta(listConsignments, {
        query: { ...pageQuery, ...(consignType === null ? {} : { consignType }) },
        ...options,
      });
  }
};
