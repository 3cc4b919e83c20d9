import type { ConsignmentHeader, EventStore } from '#events';
import { consigningUnit, load, reference } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { defaultsOf } from './defaults.js';

/** What the form of a new consignment is prefilled with; the constants of K-001 fill the rest. */
export const startingHeader = async (engines: Engines, { unitId }: Caller): Promise<Partial<ConsignmentHeader>> => {
  if (unitId === null) return {}; // the decision refuses it
  const [defaults, unit, extraFields] = await Promise.all([defaultsOf(engines, unitId), load(engines.eventStore, consigningUnit, unitId), extraFieldsOf(engines.eventStore)]);
  const { qualificationId, qualificationName, testUnitId, testUnitAddressId, projectId, ...texts } = defaults;
  return {
    ...texts,
    testUnitId: testUnitId || null,
    testUnitAddressId: testUnitAddressId || null,
    projectId: projectId || null,
    tuqualificationId: qualificationId || null,
    tuqualificationName: qualificationName,
    consignUnitAddress: unit.state?.detailAddress ?? '',
    extraFields,
  };
};

/** Dynamic extra fields with the values they start with. */
export const extraFieldsOf = async (store: EventStore): Promise<ConsignmentHeader['extraFields']> => {
  const { state } = await load(store, reference, 'extraFields');
  return state?.type === 'ExtraFieldsListed' ? state.data.fields : [];
};
