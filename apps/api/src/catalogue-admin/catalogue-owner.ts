import { v5 } from 'uuid';
import { load } from '#domain/event-sourcing';
import { dashedId, problem, refuseIf, sameId } from '#domain/rules';
import { existingUnit, isIntegrated, testingUnit } from '#domain/units';
import { type EventStore, UNIT_TYPE } from '#events';
import { ROLE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { Problem } from '../http/problem.js';

/** The owner of a catalogue: a testing unit with the categories it may test, or null for the system template. */
export type CatalogueOwner = { testUnitId: string; bigCategoryIds: readonly string[] } | null;

/** The system template. Only administrators can change it (permission table). */
export const TEMPLATE: CatalogueOwner = null;

/**
 * The owner of the catalogue for a request: a laboratory's own unit; for administrators the given unit, otherwise the
 * template.
 * @throws Problem 403 for the unit of another laboratory
 * @throws RuleBroken NO_SUCH_UNIT; CATALOGUE_IN_LAB_SYSTEM for a unit whose own system has its catalogue
 */
export const catalogueOwnerFor = async (
  store: EventStore,
  caller: Caller,
  requestedUnitId: string | undefined,
): Promise<CatalogueOwner> => {
  const isAdmin = hasRole(caller, ROLE.admin);
  if (isAdmin && requestedUnitId === undefined) return TEMPLATE;
  const testUnitId = requestedUnitId ?? caller.unitId;
  if (
    testUnitId === null ||
    (!isAdmin && (caller.unitType !== UNIT_TYPE.laboratory || !sameId(caller.unitId, testUnitId)))
  )
    throw Problem.forbidden();
  const state = existingUnit((await load(store, testingUnit, dashedId(testUnitId))).state);
  // a catalogue stored here would never be offered (ADR-038)
  refuseIf(
    isIntegrated(state)
      ? problem('CATALOGUE_IN_LAB_SYSTEM', { code: state.lmisIntegratedCode.trim() || state.unitNo })
      : null,
  );
  return { testUnitId: dashedId(testUnitId), bigCategoryIds: state.bigCategoryIds };
};

/**
 * The same where a unit is required.
 * @throws Problem 400 if there is no unit
 */
export const unitCatalogueOwnerFor = async (
  store: EventStore,
  caller: Caller,
  requestedUnitId: string | undefined,
): Promise<NonNullable<CatalogueOwner>> => {
  const owner = await catalogueOwnerFor(store, caller, requestedUnitId);
  if (!owner) throw Problem.invalid([{ path: 'testUnitId', message: 'testUnitId' }]);
  return owner;
};

/** The id of the stream of a unit's copy of a sample (ADR-002). */
export const unitSampleId = (testUnitId: string, sampleId: string): string =>
  v5(dashedId(sampleId), dashedId(testUnitId));
