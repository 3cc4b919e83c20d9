import {
  consignment,
  consignmentList,
  load,
  newHeader,
  REUSED_FOR_HOURS,
  sameFacts,
  sameId,
  type Consignment,
  type ConsignmentRow,
  type Handled,
} from '#domain';

import type { Engines } from '#engines';
import type { ConsignmentHeader, ConsignType } from '#events';
import type { Caller } from '../auth/caller.js';

const HOUR_MS = 60 * 60 * 1000;
/** How long a start waits for the list; without it a new draft is started, which does no harm. */
const PATIENCE_MS = 500;
const MOST_CANDIDATES = 10;

/**
 * The caller's newest draft of a kind that nobody has edited since it was created, to be opened again instead of a new one; null
 * where there is none. One that starts with other values than a new one would today is none: what its author chose last has
 * changed since.
 */
export const untouchedDraftOf = async (
  { eventStore, views }: Pick<Engines, 'eventStore' | 'views'>,
  { userId, unitId }: Caller,
  consignType: ConsignType,
  defaults: Partial<ConsignmentHeader>,
  now: Date,
): Promise<({ id: string } & Handled<Consignment>) | null> => {
  await views.waitFor(consignmentList, await eventStore.lastPosition(), PATIENCE_MS);
  const { rows } = await views.find<ConsignmentRow>(consignmentList, {
    where: [
      { column: 'touched', eq: 0 },
      { column: 'deleted', eq: 0 },
      { column: 'creationTime', from: new Date(now.getTime() - REUSED_FOR_HOURS * HOUR_MS).toISOString() },
      { column: 'creatorUserId', eq: userId },
    ],
    sort: [{ column: 'creationTime', direction: 'desc' }],
    limit: MOST_CANDIDATES,
    withoutTotal: true,
  });
  const wanted = newHeader(defaults);
  for (const { id, consignType: type, consignUnitId } of rows) {
    if (type !== consignType || !sameId(consignUnitId, unitId)) continue;
    const { state, head, past } = await load(eventStore, consignment, id);
    if (state.phase === 'open' && !state.isTouched && sameFacts(state.header, wanted))
      return { id, state, revision: head.revision, position: past.at(-1)?.position ?? null, appended: 0 };
  }
  return null;
};
