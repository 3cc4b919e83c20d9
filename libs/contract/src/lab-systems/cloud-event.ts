import { z } from 'zod';
import { versionedName, type FeedEntry, type FeedType } from '#domain/lab-systems';
import { START } from '#events';
import { eventTypes, consignmentPath } from './event-types.js';

/**
 * An event of the feed as CloudEvents 1.0, structured JSON. `sequence` orders the events of one consignment or report.
 * `cursor` is the position in the feed after this event. `data` follows the schema of its type. `correlationid` is the
 * request behind the event, `causationid` the event that caused it, or else the same request.
 */
export const CloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.string(),
  datacontenttype: z.literal('application/json'),
  dataschema: z.string(),
  sequence: z.string(),
  cursor: z.string(),
  correlationid: z.string(),
  causationid: z.string(),
  data: z.looseObject({ consignmentId: z.string() }),
});
export type CloudEvent = z.infer<typeof CloudEvent>;

/**
 * The unit of a feed. `origin` is the web address of the platform, `logId` identifies the log that cursors belong to.
 */
export type FeedSource = { unitNo: string; origin: string; logId: string };

/** The event in the form used by polling, stream and webhook, byte for byte. */
export const toCloudEvent = (entry: FeedEntry, { unitNo, origin, logId }: FeedSource): CloudEvent => {
  const { eventId, type, position, revision, at, correlationId, causationId, facts } = entry;
  return {
    specversion: '1.0',
    id: eventId,
    source: `/units/${encodeURIComponent(unitNo)}`,
    type: versionedName(type),
    subject: facts.consignmentId,
    time: at,
    datacontenttype: 'application/json',
    dataschema: `${origin}/api/v1/event-types/${versionedName(type)}`,
    sequence: String(revision),
    cursor: cursorAt(logId, position),
    correlationid: correlationId,
    causationid: causationId ?? correlationId,
    data: { ...facts, links: { self: consignmentPath(facts.consignmentId) } },
  };
};

/**
 * A test event for an endpoint, with the example of a type. It is marked by `data.test`; its cursor is the start of the
 * feed.
 */
export const toTestEvent = (
  { eventId, type, subject, at }: Pick<FeedEntry, 'eventId' | 'type' | 'at'> & { subject: string },
  { unitNo, origin, logId }: FeedSource,
): CloudEvent => ({
  specversion: '1.0',
  id: eventId,
  source: `/units/${encodeURIComponent(unitNo)}`,
  type: versionedName(type),
  subject,
  time: at,
  datacontenttype: 'application/json',
  dataschema: `${origin}/api/v1/event-types/${versionedName(type)}`,
  sequence: '0',
  cursor: cursorAt(logId, START),
  correlationid: eventId,
  causationid: eventId,
  data: { consignmentId: subject, ...exampleOf(type), test: true },
});

const exampleOf = (type: FeedType): Record<string, unknown> =>
  eventTypes.find((eventType) => eventType.type === type)?.example ?? {};

/** Digits of the log id in a cursor, enough to distinguish logs. */
const LOG_DIGITS = 8;
const CURSOR = /^([0-9a-f]{8})\.([0-9a-z]{1,13})$/;
const BASE = 36;

const shortLogId = (logId: string): string => logId.replaceAll('-', '').slice(0, LOG_DIGITS).toLowerCase();

/** Cursor after the event at this position of this log; opaque to readers. */
export const cursorAt = (logId: string, position: string): string =>
  btoa(`${shortLogId(logId)}.${BigInt(position).toString(BASE)}`).replaceAll('=', '');

/** The position of a cursor; 'foreign' if it belongs to another log, null if the text is not a cursor. */
export const positionOfCursor = (cursor: string, logId: string): string | null => {
  const [, log, position] = CURSOR.exec(decodeBase64(cursor)) ?? [];
  if (log === undefined || position === undefined) return null;
  if (log !== shortLogId(logId)) return FOREIGN_LOG;
  const number = [...position].reduce((sum, digit) => sum * BigInt(BASE) + BigInt(parseInt(digit, BASE)), 0n);
  return String(number).padStart(20, '0');
};
/** Result for a cursor of another log. */
export const FOREIGN_LOG = 'foreign';

const decodeBase64 = (cursor: string): string => {
  try {
    return atob(cursor);
  } catch {
    return '';
  }
};
