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
