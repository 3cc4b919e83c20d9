import type { ConsignmentEvent, ConsignmentHeader } from '#events';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import type { Service } from '../service/service.js';
import { systemContext } from './units.js';

/** Records events that no call of this release causes: signatures of witnesses, raw materials, older forms. */
export const appendEvents = async ({ engines }: Service, id: string, ...events: ConsignmentEvent[]): Promise<void> => {
  const stream = `consignment-${id}`;
  const { head } = await engines.eventStore.read(stream);
  const { by, at, commandId, correlationId } = systemContext();
  const metadata = { schemaVersion: 1, by, at, commandId, correlationId, causationId: null };
  await engines.eventStore.append(
    stream,
    events.map((event) => ({ ...event, metadata })),
    head,
  );
};

/** The form as it is stored. */
export const headerInLog = async ({ engines }: Service, id: string): Promise<ConsignmentHeader> => {
  const { state } = await load(engines.eventStore, consignment, id);
  if (state.phase === 'absent') throw new Error(`there is no consignment ${id}`);
  return state.header;
};
