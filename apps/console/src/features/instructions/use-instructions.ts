import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getInstructionList, listInstructionsOfType } from '#contract';
import type { InstructionKind } from '#domain';
import { atLeast } from '../../lib/event-position.js';
import { send } from '../../lib/http.js';
import { queryClient } from '../../lib/queries.js';
import { type InstructionFilters, listQuery } from './instruction-filters.js';

/** A view that lags behind a write of ours is asked again soon. */
const CATCH_UP_MS = 1_000;
type Refreshed = { state: { data?: { stale: boolean } | undefined } };
const refetchInterval = (query: Refreshed): number | false => (query.state.data?.stale ? CATCH_UP_MS : false);

/** One page of the list; old rows stay while new ones load. */
export const useInstructions = (filters: InstructionFilters) =>
  useQuery({
    queryKey: [getInstructionList.name, listQuery(filters)],
    queryFn: ({ signal }) => send(getInstructionList, { query: { ...listQuery(filters), atLeast: atLeast() }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
    meta: { quiet: true },
  });

/** Every instruction of a kind, for reading, the newest first. */
export const useInstructionsOfKind = (type: InstructionKind) =>
  useQuery({
    queryKey: [listInstructionsOfType.name, type],
    queryFn: ({ signal }) => send(listInstructionsOfType, { query: { type, atLeast: atLeast() }, signal }),
    refetchInterval,
    meta: { quiet: true },
  });

/** Reads instructions again wherever they are shown. */
export const instructionsChanged = async (): Promise<void> => {
  await Promise.all(
    [getInstructionList, listInstructionsOfType].map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })),
  );
};
