import { useQuery } from '@tanstack/react-query';
import { type ConsignmentListRow, listConsignments } from '#contract';
import { sameId } from '#domain/rules';
import { CONSIGN_STATUS } from '#events';
import type { TextValues } from '../../i18n/texts.js';
import { atLeast } from '../../lib/event-position.js';
import { callOperation } from '../../lib/http.js';

/** More than anybody works through in one session. */
const MAX_QUEUE = 100;

export type QueueRow = Pick<ConsignmentListRow, 'id' | 'consignType'>;
export type QueuePosition = { total: number; position: number; previous: QueueRow | null; next: QueueRow | null };

/**
 * The position of a consignment in the queue, oldest first, and its neighbours. `next` of the last one is the first one, so
 * that none is passed over. Position 0: the consignment is not in the queue, and `next` is the first one.
 */
export const queuePositionOf = (rows: readonly QueueRow[], total: number, id: string): QueuePosition => {
  const index = rows.findIndex((row) => sameId(row.id, id));
  if (index < 0) return { total, position: 0, previous: null, next: rows[0] ?? null };
  return {
    total,
    position: index + 1,
    previous: rows[index - 1] ?? null,
    next: rows[index + 1] ?? rows.find((row) => !sameId(row.id, id)) ?? null,
  };
};

/**
 * The consignment's position among those that wait for the audit of this laboratory. `total` counts the open one, too, and
 * every consignment type, as the laboratory's list and the number beside it do.
 */
export const useQueue = (enabled: boolean, id: string): QueuePosition | null => {
  const queue = useQuery({
    queryKey: [listConsignments.name, 'queue'],
    queryFn: ({ signal }) =>
      callOperation(listConsignments, {
        query: {
          consignStatuses: String(CONSIGN_STATUS.underAudit),
          sort: 'commitConsignTime' as const,
          order: 'asc' as const,
          maxResultCount: MAX_QUEUE,
          atLeast: atLeast(),
        },
        signal,
      }),
    enabled,
    meta: { quiet: true },
    staleTime: 0,
    refetchInterval: 30_000,
  });
  return enabled && queue.data ? queuePositionOf(queue.data.items, queue.data.totalCount, id) : null;
};

const STORED = 'audit-open-next';

/** Whether the next waiting consignment opens after a decision; on until the user switches it off. */
export const openNextPreference = {
  get: (): boolean => localStorage.getItem(STORED) !== 'off',
  set: (open: boolean): void => localStorage.setItem(STORED, open ? 'on' : 'off'),
};

type WaitingTimeTexts = (key: 'daysHours' | 'hoursMinutes' | 'minutes', values: TextValues) => string;

/** Waiting time: 17 小时 58 分. */
export const waitingTimeText = (since: string, now: Date, t: WaitingTimeTexts): string => {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  if (minutes < 60) return t('minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? t('hoursMinutes', { hours, minutes: minutes % 60 })
    : t('daysHours', { days: Math.floor(hours / 24), hours: hours % 24 });
};
