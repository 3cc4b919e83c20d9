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
