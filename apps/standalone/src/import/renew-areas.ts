import { handle, load, reference } from '#domain';
import type { EventStore, ReferenceEvent } from '#events';
import { fixedId, importContext, type ImportLog } from './run-import.js';

const LIST = 'areas';

/** The areas of the country as a release has them. */
export type ReleasedAreas = Required<Extract<ReferenceEvent, { type: 'AreasListed' }>['data']>;

/**
 * Nobody changes the areas of the country in the platform, so an installation has those of its data: a newer list is recorded at the next
 * start. An older release that starts beside or after a newer one leaves the newer list alone. The request follows from what it replaces, so
 * that several processes that start at once record it once.
 * @returns the number of lists recorded: 0 when the installation has these areas, or newer ones.
 */
export const renewAreas = async (
  store: EventStore,
  log: ImportLog,
  released: ReleasedAreas,
  at: string,
): Promise<number> => {
  const { head } = await load(store, reference, LIST);
  const request = {
    ...importContext(`reference-${LIST}`, at),
    commandId: fixedId(`reference-${LIST} ${released.version} after ${head.revision}`),
  };
  const fact: ReferenceEvent = { type: 'AreasListed', data: released };
  const { appended } = await handle(
    store,
    reference,
    LIST,
    async (listed) => ({
      type: 'List' as const,
      fact: listed && versionOf(listed) >= released.version ? listed : fact,
    }),
    request,
  );
  if (appended > 0) log.info({ areas: released.areas.length, version: released.version }, 'areas renewed');
  return appended;
};

const versionOf = (listed: ReferenceEvent): number => (listed.type === 'AreasListed' ? (listed.data.version ?? 0) : 0);
