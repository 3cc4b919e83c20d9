import { UNIT_TYPE, type UnitType } from '#events';

/** Accounts of a unit; the address contains its name, id and type (1 testing, 2 consigning) (NAV-008). */
export const USER_MANAGER = '/UserCenter/UserManager/:un/:ui/:ut';
/** Accounts of the user's own unit, or of the whole platform for an administrator. */
export const USERS = '/UserCenter/UserManager';
/**
 * The filtered list of units of a type (1 testing, 2 consigning) for the administrator. The spelling of the second path
 * is that of the specification.
 */
export const unitManagerPlace = (type: UnitType, filter: { keyword?: string; state?: string }): string => {
  const query = new URLSearchParams();
  if (filter.keyword) query.set('q', filter.keyword);
  if (filter.state) query.set('state', filter.state);
  return `/SystemManager/${type === UNIT_TYPE.laboratory ? 'TestUnitManager' : 'ConsginUnitManager'}?${query.toString()}`;
};
export const userManagerPlace = (name: string, id: string, type: UnitType): string =>
  `/UserCenter/UserManager/${encodeURIComponent(name)}/${id}/${type}`;

/** Addresses of the pages for operators, which link to each other. */
export const JOBS = '/operations/jobs';
export const EVENT_LOG = '/operations/events';

/** The log with one event open. */
export const eventPlace = (eventId: string): string => `${EVENT_LOG}?event=${eventId}`;

/** The log of one stream. */
export const streamPlace = (stream: string): string => `${EVENT_LOG}?stream=${encodeURIComponent(stream)}`;

/** The events of one request and of its consequences. */
export const correlationPlace = (correlationId: string): string =>
  `${EVENT_LOG}?correlation=${encodeURIComponent(correlationId)}`;

/** Jobs of one consignment, by its number or id. */
export const jobsOfConsignment = (consignment: string): string =>
  `${JOBS}?consignment=${encodeURIComponent(consignment)}`;

/** The events of one user, or of one part of the platform. */
export const authorPlace = (userId: string): string => `${EVENT_LOG}?by=${encodeURIComponent(userId)}`;

/** Addresses of the pages for the system of a unit, which link to each other. */
export const LAB_SYSTEM = '/integration/labSystem';
export const WEBHOOK = '/integration/webhooks/:webhookId';
export const EVENT_CATALOGUE = '/integration/eventTypes';

const withQuery = (path: string, members: Record<string, string | null | undefined>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};

/** The connections of the user's own unit, or of another unit for an administrator. */
export const labSystemPlace = (unitId: string | null): string => withQuery(LAB_SYSTEM, { unitId });

/** One endpoint with its deliveries. */
export const webhookPlace = (
  webhookId: string,
  { unitId, state }: { unitId?: string | null; state?: string } = {},
): string => withQuery(WEBHOOK.replace(':webhookId', webhookId), { unitId, state });

/** The description of one type of event, e.g. `consignment.submitted.v1`. */
export const eventTypePlace = (type: string, topic?: string): string => withQuery(EVENT_CATALOGUE, { type, topic });
