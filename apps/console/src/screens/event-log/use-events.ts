import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EventLogEntry, followEvents, getEvent, listEvents } from '#contract';
import { atLeast } from '../../lib/event-position.js';
import { followEventStream } from '../../lib/event-stream.js';
import { callOperation } from '../../lib/http.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { eventLogQuery, type EventFilters } from './event-filter-bar.js';

export const EVENTS_PAGE_SIZE = 50;
/** A busy log shows only this many of the newest events; the others are in the list. */
const MAX_LIVE_EVENTS = 200;
const RECONNECT_MS = 2_000;

/** One page of the log; old rows stay while new ones load. */
export const useEvents = (filters: EventFilters) => {
  const query = {
    ...eventLogQuery(filters),
    ...(filters.before ? { before: filters.before } : {}),
    limit: EVENTS_PAGE_SIZE,
  };
  return useQuery({
    queryKey: [listEvents.name, query],
    queryFn: ({ signal }) => callOperation(listEvents, { query: { ...query, atLeast: atLeast() }, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
};

/** An event never changes. */
export const useEvent = (eventId: string) =>
  useQuery({ ...queryOptionsOf(getEvent, { eventId }), staleTime: Infinity, meta: { quiet: true } });

export type LiveEvents = { state: 'off' | 'connecting' | 'on' | 'refused'; entries: EventLogEntry[] };
const OFF: LiveEvents = { state: 'off', entries: [] };

const parseEntry = (data: string): EventLogEntry | undefined => {
  try {
    return EventLogEntry.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
};

/**
 * Matching events as they are recorded, newest first, after `after`. A stream that breaks off resumes after the last
 * event, so that none is missed; one that the service refuses is not opened again. `after` null: not following.
 */
export const useLiveEvents = (filters: EventFilters, after: string | null): LiveEvents => {
  const queryKey = after === null ? null : JSON.stringify({ ...eventLogQuery(filters), after });
  const [following, setFollowing] = useState<LiveEvents & { queryKey: string | null }>({ ...OFF, queryKey: null });
  useEffect(() => {
    if (queryKey === null) return undefined;
    const abortController = new AbortController();
    let lastEventId: string | undefined;
    const change = (next: (current: LiveEvents) => LiveEvents) =>
      setFollowing((current) => ({
        ...next(current.queryKey === queryKey ? current : { state: 'connecting', entries: [] }),
        queryKey,
      }));
    const receive = (data: string, id: string): void => {
      // An event that this console cannot read now stays unreadable, so it resumes after it.
      if (id) lastEventId = id;
      const entry = parseEntry(data);
      if (!entry) return;
      change(({ state, entries }) => ({
        state,
        entries: [entry, ...entries.filter(({ id: entryId }) => entryId !== entry.id)].slice(0, MAX_LIVE_EVENTS),
      }));
    };
    const listen = async (): Promise<void> => {
      while (!abortController.signal.aborted) {
        const end = await followEventStream(
          followEvents,
          JSON.parse(queryKey) as object,
          abortController.signal,
          receive,
          {
            ...(lastEventId ? { lastEventId } : {}),
            onOpen: () => change(({ entries }) => ({ state: 'on', entries })),
          },
        );
        if (abortController.signal.aborted) return;
        change(({ entries }) => ({ state: end === 'refused' ? 'refused' : 'connecting', entries }));
        if (end === 'refused') return;
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
      }
    };
    void listen();
    return () => abortController.abort();
  }, [queryKey]);
  if (queryKey === null) return OFF;
  return following.queryKey === queryKey ? following : { state: 'connecting', entries: [] };
};
