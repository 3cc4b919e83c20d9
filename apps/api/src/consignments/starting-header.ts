import type { ConsignmentHeader, ConsignType, EventStore } from '#events';
import { consigningUnit, consignUnitAddressOf, load, reference, reportConfig, user } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import type { Log } from '../provided.js';
import { NO_DEFAULTS } from './defaults.js';
import type { StartingDefaults } from './starting-defaults.js';

/**
 * What the form of a new consignment is prefilled with; what it has set for its reports goes before them (002 UN-022), the constants of K-001 fill the rest. Defaults that cannot be read
 * are logged and left out: they keep nobody from starting (ERR-011).
 */
export const startingHeader = async (
  engines: Engines,
  consignType: ConsignType,
  { unitId, userId, name }: Caller,
  starting: StartingDefaults,
  log: Log,
): Promise<Partial<ConsignmentHeader>> => {
  if (unitId === null) return {}; // the decision refuses it
  const [defaults, unit, wishes, extraFields, account] = await Promise.all([
    readableDefaults(starting, unitId, log),
    load(engines.eventStore, consigningUnit, unitId),
    load(engines.eventStore, reportConfig, unitId),
    extraFieldsOf(engines.eventStore),
    load(engines.eventStore, user, userId),
  ]);
  const { qualificationId, qualificationName, testUnitId, testUnitAddressId, projectId, ...texts } = defaults;
  return {
    ...texts,
    testUnitId: testUnitId || null,
    testUnitAddressId: testUnitAddressId || null,
    projectId: projectId || null,
    tuqualificationId: qualificationId || null,
    tuqualificationName: qualificationName,
    contact: { name, phone: account.state?.profile.phone ?? '' },
    consignUnitAddress: unit.state ? consignUnitAddressOf(unit.state) : '',
    ...wishes.state[consignType],
    extraFields,
  };
};

const readableDefaults = async (starting: StartingDefaults, unitId: string, log: Log) => {
  try {
    return await starting.of(unitId);
  } catch (err) {
    log.warn({ err, unitId }, 'a consignment starts without its unit’s defaults');
    return NO_DEFAULTS;
  }
};

/** Dynamic extra fields with the values they start with. */
export const extraFieldsOf = async (store: EventStore): Promise<ConsignmentHeader['extraFields']> => {
  const { state } = await load(store, reference, 'extraFields');
  return state?.type === 'ExtraFieldsListed' ? state.data.fields : [];
};
