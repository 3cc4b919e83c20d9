import type { JobFilter, Views } from '#engines';
import { findConsignmentIds } from '../event-log/event-conditions.js';

/** The filter as the jobs know it; null when there is no such consignment, so that nothing fits. */
export const jobFilterOf = async (
  views: Views,
  { name, consignment }: { name?: string | undefined; consignment?: string | undefined },
): Promise<Omit<JobFilter, 'state'> | null> => {
  const ofName = name === undefined ? {} : { name };
  if (consignment === undefined) return ofName;
  const [subject] = await findConsignmentIds(views, consignment);
  return subject === undefined ? null : { ...ofName, subject };
};
