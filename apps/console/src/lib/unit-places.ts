import { UNIT_TYPE, type UnitType } from '#events';

/** Accounts of a unit: name, id and type (1 testing, 2 consigning) stand in the address (NAV-008). */
export const USER_MANAGER = '/UserCenter/UserManager/:un/:ui/:ut';
/** Accounts of one's own unit, or of the whole platform for who administers it. */
export const USERS = '/UserCenter/UserManager';
/**
 * The administrator's list of units of a type (1 testing, 2 consigning), filtered. The path of the second is spelt as
 * the specification has it.
 */
export const unitManagerPlace = (type: UnitType, filter: { keyword?: string; state?: string }): string => {
  const query = new URLSearchParams();
  if (filter.keyword) query.set('q', filter.keyword);
  if (filter.state) query.set('state', filter.state);
  return `/SystemManager/${type === UNIT_TYPE.laboratory ? 'TestUnitManager' : 'ConsginUnitManager'}?${query.toString()}`;
};
export const userManagerPlace = (name: string, id: string, type: UnitType): string =>
  `/UserCenter/UserManager/${encodeURIComponent(name)}/${id}/${type}`;

/** Addresses of the pages that operate the platform: they lead to each other by these. */
export const JOBS = '/operations/jobs';
export const EVENT_LOG = '/operations/events';

/** The log with one event opened. */
export const eventPlace = (eventId: string): string => `${EVENT_LOG}?event=${eventId}`;

/** The log of one stream. */
export const streamPlace = (stream: string): string => `${EVENT_LOG}?stream=${encodeURIComponent(stream)}`;

/** What was done by one request, and by what followed from it. */
export const correlationPlace = (correlationId: string): string =>
  `${EVENT_LOG}?correlation=${encodeURIComponent(correlationId)}`;

/** Jobs of one consignment, by its number or id. */
export const jobsOfConsignment = (consignment: string): string =>
  `${JOBS}?consignment=${encodeURIComponent(consignment)}`;

/** What one user, or one part of the platform, has done. */
export const authorPlace = (userId: string): string => `${EVENT_LOG}?by=${encodeURIComponent(userId)}`;

/** Addresses of the pages that connect a unit's own system: they lead to each other by these. */
export const LAB_SYSTEM = '/integration/labSystem';
export const WEBHOOK = '/integration/webhooks/:webhookId';
export const EVENT_CATALOGUE = '/integration/eventTypes';

const withQuery = (path: string, members: Record<string, string | null | undefined>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};

/** A unit's connections: one's own, or for an administrator those of the unit named. */
export const labSystemPlace = (unitId: string | null): string => withQuery(LAB_SYSTEM, { unitId });

/** One endpoint with its deliveries. */
export const webhookPlace = (
  webhookId: string,
  { unitId, state }: { unitId?: string | null; state?: string } = {},
): string => withQuery(WEBHOOK.replace(':webhookId', webhookId), { unitId, state });

/** The description of one type of event, e.g. `consignment.submitted.v1`. */
export const eventTypePlace = (type: string, topic?: string): string => withQuery(EVENT_CATALOGUE, { type, topic });
