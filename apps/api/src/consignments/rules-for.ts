import type { EventStore } from '#events';
import type { UnitSettings } from '#domain';
import type { Target } from './handle-several.js';
import { switchesOf } from './unit-facts.js';

/** The rules of the testing unit a consignment is addressed to. */
export const rulesFor = async (store: EventStore, { state }: Target): Promise<UnitSettings> =>
  (await switchesOf(store, state.phase === 'absent' ? null : state.header.testUnitId)).rules;
