import { useQuery } from '@tanstack/react-query';
import { type ConsignmentListRow, listConsignments } from '#contract';
import { sameId } from '#domain/rules';
import { CONSIGN_STATUS } from '#events';
import type { TextValues } from '../../i18n/texts.js';
import { atLeast } from '../../lib/event-position.js';
import { callOperation } from '../../lib/http.js';

/** More than anybody works through in one session. */
const SHOWN = 100;

export type Queued = Pick<ConsignmentListRow, 'id' | 'consignType'>;
export type QueuePosition = { total: number; place: number; previous: Queued | null; next: Queued | null };

/**
 * Neighbours of a consignment in the queue, oldest first; place 0: it is not in the queue, and the first one follows
 * it.
 */
export const queuePositionOf = (rows: readonly Queued[], total: number, id: string): QueuePosition => {
  const at = rows.findIndex((row) => sameId(row.id, id));
  if (at < 0) return { total, place: 0, previous: null, next: rows[0] ?? null };
  return {
    total,
    place: at + 1,
    previous: rows[at - 1] ?? null,
    next: rows[at + 1] ?? rows.find((row) => !sameId(row.id, id)) ?? null,
  };
};

/** The other consignments that wait for this laboratory: of every kind, as in its list and in the number beside it. */
export const useQueue = (isWalked: boolean, id: string): QueuePosition | null => {
  const waiting = useQuery({
    queryKey: [listConsignments.name, 'queue'],
    queryFn: ({ signal }) =>
      callOperation(listConsignments, {
        query: {
          consignStatuses: String(CONSIGN_STATUS.underAudit),
          sort: 'commitConsignTime' as const,
          order: 'asc' as const,
          maxResultCount: SHOWN,
          atLeast: atLeast(),
        },
        signal,
      }),
    enabled: isWalked,
    meta: { quiet: true },
    staleTime: 0,
    refetchInterval: 30_000,
  });
  return isWalked && waiting.data ? queuePositionOf(waiting.data.items, waiting.data.totalCount, id) : null;
};

const STORED = 'audit-open-next';

/** Whether the next waiting consignment opens after a decision; on until the user switches it off. */
export const openNextPreference = {
  get: (): boolean => localStorage.getItem(STORED) !== 'off',
  set: (open: boolean): void => localStorage.setItem(STORED, open ? 'on' : 'off'),
};

type Say = (key: 'daysHours' | 'hoursMinutes' | 'minutes', values: TextValues) => string;

/** Waiting time: 17 小时 58 分. */
export const waitingTimeText = (since: string, now: Date, say: Say): string => {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  if (minutes < 60) return say('minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? say('hoursMinutes', { hours, minutes: minutes % 60 })
    : say('daysHours', { days: Math.floor(hours / 24), hours: hours % 24 });
};
