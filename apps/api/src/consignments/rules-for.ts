import type { EventStore } from '#events';
import type { ConsignmentFacts, UnitSettings } from '#domain';
import { switchesOf } from './unit-facts.js';

/** The rules of the testing unit a consignment is addressed to. */
export const rulesFor = async (store: EventStore, { header }: ConsignmentFacts): Promise<UnitSettings> =>
  (await switchesOf(store, header.testUnitId)).rules;
