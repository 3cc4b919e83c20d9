import { z } from 'zod';
import { atLeast, Guid, operation, ViaLabSystem } from './operation.js';
import { line } from './texts.js';

const Position = z.string().regex(/^\d{20}$/);
const FilterText = line(200, 1);

/** Filter of the event log. All conditions must match. */
export const eventFilter = {
  /** Full name of a stream, e.g. operations-jobs. */
  stream: FilterText.optional(),
  /** Number or id of a consignment: its own stream and those named after it. */
  consignment: FilterText.optional(),
  /** Category of the stream, e.g. consignment. */
  category: FilterText.optional(),
  /** Event type, e.g. AuditPassed. */
  type: FilterText.optional(),
  /** Id or user name of the author. */
  by: FilterText.optional(),
  unitId: Guid.optional(),
  /** Inclusive, UTC, ISO 8601. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  correlationId: FilterText.optional(),
  commandId: FilterText.optional(),
};

/**
 * An event without its contents. `userName` is empty for callers who may not see persons, and masked for an auditor.
 * `consignCode` is empty until there is one.
 */
export const EventLogEntry = z.object({
  id: z.string(),
  position: Position,
  stream: z.string(),
  category: z.string(),
  revision: z.number(),
  type: z.string(),
  at: z.string(),
  userId: z.string(),
  userName: z.string(),
  role: z.string(),
  unitId: z.string().nullable(),
  via: ViaLabSystem,
  commandId: z.string(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  consignmentId: z.string().nullable(),
  consignCode: z.string(),
});
export type EventLogEntry = z.infer<typeof EventLogEntry>;

/**
 * Newest first. `older` is the `before` of the next page; null at the end. New events do not change a page.
 * `totalCount` counts the events of this page and all older ones. `asOf` is the log position up to which events are
 * listed; following from there misses none.
 */
export const listEvents = operation({
  name: 'ListEvents',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/operations/events',
  source: 'docs/operations.md',
  summary: 'The log of all events, newest first',
  query: z.object({
    ...eventFilter,
    ...atLeast,
    before: Position.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  result: z.object({
    items: z.array(EventLogEntry),
    totalCount: z.number(),
    older: Position.nullable(),
    asOf: Position,
  }),
});

/**
 * An event with its contents, as its newest schema reads them. `data` is null if `withheld`: the role may only see
 * author and time. `personsMasked`: names and phone numbers in it are masked.
 */
export const EventDetail = EventLogEntry.extend({
  schemaVersion: z.number(),
  bodyHash: z.string().optional(),
  imported: z.boolean(),
  previousHash: z.string(),
  hash: z.string(),
  withheld: z.boolean(),
  personsMasked: z.boolean(),
  data: z.unknown(),
});
export type EventDetail = z.infer<typeof EventDetail>;

export const getEvent = operation({
  name: 'GetEvent',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/operations/events/:eventId',
  source: 'docs/operations.md',
  summary: 'One event, read from its stream',
  query: z.object({ eventId: Guid }),
  result: EventDetail,
});

/**
 * Server-sent events, with the bearer token like every call. Each matching event is sent when it is recorded, as JSON
 * of EventLogEntry. The id of a message is the event's position. With it in the header Last-Event-ID a new connection
 * misses no event; without the header the stream starts after `after`.
 */
export const followEvents = operation({
  name: 'FollowEvents',
  family: 'plain',
  method: 'GET',
  path: '/api/v1/operations/events/follow',
  source: 'docs/operations.md',
  summary: 'The log of all events as it grows, as server-sent events',
  query: z.object({ ...eventFilter, after: Position }),
});
