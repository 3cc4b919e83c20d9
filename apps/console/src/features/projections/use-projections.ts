import { useQuery } from '@tanstack/react-query';
import { getViewOperations, listProjections, listRowRebuilds, listSetAside } from '#contract';
import type { ViewStanding } from '#contract';
import { queryClient, readOf } from '../../lib/queries.js';

const REFRESH_MS = 2_000;

/** How all views stand, asked again and again unless `halted`; what was read stays while the service does not answer. */
export const useProjections = (halted: boolean) =>
  useQuery({
    ...readOf(listProjections),
    refetchInterval: halted ? false : REFRESH_MS,
    staleTime: 0,
    meta: { quiet: true },
  });

/** What was done with one view, newest first; `revision` says that there is more. */
export const useViewOperations = (view: string, revision: number) =>
  useQuery({
    queryKey: [getViewOperations.name, { view }, revision],
    queryFn: readOf(getViewOperations, { view }).queryFn,
    placeholderData: (before) => before,
    meta: { quiet: true },
  });

/** Streams that a view has set aside; `revision` and `setAside` say that others are, or were tried again. */
export const useSetAside = ({ name, revision, setAside }: ViewStanding) =>
  useQuery({
    queryKey: [listSetAside.name, { view: name }, revision, setAside],
    queryFn: readOf(listSetAside, { view: name }).queryFn,
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
    meta: { quiet: true },
  });

/** Asked again soon while one of them runs. */
export const useRowRebuilds = () =>
  useQuery({
    ...readOf(listRowRebuilds),
    refetchInterval: ({ state }) => (state.data?.items.some((item) => item.state === 'running') ? REFRESH_MS : false),
    meta: { quiet: true },
  });

/** Reads again what an order may have changed. */
export const projectionsChanged = async (): Promise<void> => {
  await Promise.all(
    [listProjections, getViewOperations, listRowRebuilds, listSetAside].map(({ name }) =>
      queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  );
};
