import { z } from 'zod';
import { Guid, operation, TextList } from '../operation.js';
import { code } from '../texts.js';
import { CloudEvent } from './cloud-event.js';

const FEED = '/api/v1/feed';
const Cursor = code(64);

/** Prefixes of types, e.g. `report.` or `consignment.audit`; all types if none is given. */
const types = TextList.pipe(z.array(z.string().max(100)).max(50)).optional();

export const getFeed = operation({
  name: 'GetFeed',
  family: 'v1',
  method: 'GET',
  path: FEED,
  summary:
    'Events of the key’s unit behind a cursor, in the order of the log; without `after` from the first day. ' +
    '`wait` holds an empty answer until something comes',
  source: 'ILIS, EM-010',
  query: z.object({
    after: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    types,
    /** Seconds. */
    wait: z.coerce.number().int().min(0).max(30).default(0),
  }),
  result: z.object({
    events: z.array(CloudEvent),
    /** The cursor for the next request; null if there is no event yet. */
    next: z.string().nullable(),
    atEnd: z.boolean(),
  }),
});

export const streamFeed = operation({
  name: 'StreamFeed',
  family: 'plain',
  method: 'GET',
  path: `${FEED}/stream`,
  summary:
    'The same events as server-sent events; the id of each is its cursor, ' +
    '`Last-Event-ID` (or `after`) continues after it. At most five streams a key',
  source: 'ILIS, EM-010',
  query: z.object({ after: Cursor.optional(), types }),
});

/**
 * Progress of a consumer. `lagSeconds` is the age of its oldest unread event. `position` is null if it has read
 * nothing.
 */
export const FeedConsumer = z.object({
  kind: z.enum(['key', 'webhook']),
  id: z.string(),
  name: z.string(),
  position: z.string().nullable(),
  lagEvents: z.number().int(),
  lagSeconds: z.number().int(),
});
export type FeedConsumer = z.infer<typeof FeedConsumer>;

export const listFeedConsumers = operation({
  name: 'ListFeedConsumers',
  family: 'v1',
  method: 'GET',
  path: `${FEED}/consumers`,
  summary: 'Every key and endpoint that follows the unit’s feed, with its position and its lag',
  source: 'ILIS, EM-010',
  query: z.object({ unitId: Guid.optional() }),
  result: z.object({ items: z.array(FeedConsumer) }),
});

/**
 * An event type. `schema` is the JSON Schema of `data`, `recordedAs` are the recorded events that it is derived from.
 */
export const EventTypeView = z.object({
  name: z.string(),
  version: z.number().int(),
  summary: z.string(),
  recordedAs: z.array(z.string()),
  schema: z.record(z.string(), z.unknown()),
  example: z.record(z.string(), z.unknown()),
});
export type EventTypeView = z.infer<typeof EventTypeView>;

export const listEventTypes = operation({
  name: 'ListEventTypes',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/event-types',
  summary: 'Every type of event of the feed, with its schema and an example',
  source: 'EM-010',
  result: z.object({ items: z.array(EventTypeView) }),
});

export const getEventType = operation({
  name: 'GetEventType',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/event-types/:name',
  summary: 'The JSON Schema of the data of one type: what `dataschema` of an event points to',
  source: 'EM-010',
  query: z.object({ name: code(100) }),
  result: z.record(z.string(), z.unknown()),
});
