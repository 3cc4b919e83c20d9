import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getInstructionList, listInstructionsOfType } from '#contract';
import { type InstructionKind, kindsOf } from '#domain/instructions';
import type { InstructionType } from '#events';
import { useTexts } from '../../i18n/texts.js';
import { atLeast } from '../../lib/event-position.js';
import { callWithMeta } from '../../lib/http.js';
import { queryClient } from '../../lib/queries.js';
import { texts } from './texts.js';

/** K-004; the first is the default. */
export const INSTRUCTION_PAGE_SIZES = [10, 20, 30, 40] as const;

/** Orders the list offers (LS-011); the first is the default. */
export const INSTRUCTION_ORDERS = [
  'creationTime.desc',
  'creationTime.asc',
  'lastModificationTime.desc',
  'lastModificationTime.asc',
] as const;
export type InstructionOrder = (typeof INSTRUCTION_ORDERS)[number];

/** The query of the list. All of it is in the address, so that back, forward and a shared link restore it. */
export type InstructionFilters = { keyword: string; order: InstructionOrder; page: number; size: number };

/** Reads the address; a value that cannot be read counts as absent. */
export const readFilters = (query: URLSearchParams): InstructionFilters => ({
  keyword: query.get('q')?.trim() ?? '',
  order: INSTRUCTION_ORDERS.find((order) => order === query.get('order')) ?? INSTRUCTION_ORDERS[0],
  page: /^[1-9]\d{0,5}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1,
  size: INSTRUCTION_PAGE_SIZES.find((size) => String(size) === query.get('size')) ?? INSTRUCTION_PAGE_SIZES[0],
});

/** The address of filters; defaults are left out. */
export const writeFilters = ({ keyword, order, page, size }: InstructionFilters): URLSearchParams => {
  const query = new URLSearchParams();
  const put = (name: string, value: string, otherwise: string) => value !== otherwise && query.set(name, value);
  put('q', keyword, '');
  put('order', order, INSTRUCTION_ORDERS[0]);
  put('page', String(page), '1');
  put('size', String(size), String(INSTRUCTION_PAGE_SIZES[0]));
  return query;
};

/** The call's query (002 OI-004). */
const listQuery = ({ keyword, order, page, size }: InstructionFilters) => {
  const [orderField, orderMethod] = order.split('.') as ['creationTime' | 'lastModificationTime', 'asc' | 'desc'];
  return { search: keyword, orderField, orderMethod, skipCount: (page - 1) * size, maxResultCount: size };
};

/** A view that lags behind an own write is read again soon. */
const CATCH_UP_MS = 1_000;
type Refreshed = { state: { data?: { stale: boolean } | undefined } };
const refetchInterval = (query: Refreshed): number | false => (query.state.data?.stale ? CATCH_UP_MS : false);

/** One page of the list; old rows stay while new ones load. */
export const useInstructions = (filters: InstructionFilters) =>
  useQuery({
    queryKey: [getInstructionList.name, listQuery(filters)],
    queryFn: ({ signal }) =>
      callWithMeta(getInstructionList, { query: { ...listQuery(filters), atLeast: atLeast() }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
    meta: { quiet: true },
  });

/** All instructions of a kind, to read, newest first. */
export const useInstructionsOfKind = (type: InstructionKind) =>
  useQuery({
    queryKey: [listInstructionsOfType.name, type],
    queryFn: ({ signal }) => callWithMeta(listInstructionsOfType, { query: { type, atLeast: atLeast() }, signal }),
    refetchInterval,
    meta: { quiet: true },
  });

/** Refreshes instructions wherever they are shown. */
export const instructionsChanged = async (): Promise<void> => {
  await Promise.all(
    [getInstructionList, listInstructionsOfType].map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })),
  );
};

/** Names of the subjects of instructions, e.g. 原材料预委托、现场检测预约. */
export const useKindNames = (): ((type: InstructionType) => string) => {
  const t = useTexts(texts);
  return (type) =>
    kindsOf(type)
      .map((kind) => t(`kind.${kind}`))
      .join(t('kindJoin'));
};
