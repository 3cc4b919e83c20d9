import type { Delivery } from './deliveries.js';

/** The hour (UTC, ISO 8601) in which a time lies. */
export const hourOf = (at: string): string => `${at.slice(0, 13)}:00:00.000Z`;

/** A time at which a delivery is due now, and before all others; `earliest` is when the first of them is due. */
export const dueFirst = (now: string, earliest: string | null): string =>
  earliest === null || earliest > now ? now : new Date(Date.parse(earliest) - 1).toISOString();

/** The end of a page of deliveries: the values by which they are sorted. */
export type PageToken = [createdAt: string, position: string, eventId: string];

const SEPARATOR = '|';

export const pageTokenOf = ({ createdAt, position, eventId }: Delivery): string =>
  [createdAt, position ?? '', eventId].join(SEPARATOR);

/** Null, for the first page, if the text is not a mark. */
export const parsePageToken = (token: string | undefined): PageToken | null => {
  const [createdAt, position, ...eventId] = (token ?? '').split(SEPARATOR);
  return createdAt && position !== undefined && eventId.length > 0
    ? [createdAt, position, eventId.join(SEPARATOR)]
    : null;
};
