import { v5 } from 'uuid';
import { load } from '#domain/event-sourcing';
import { dashedId, problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import { isIntegrated, testingUnit } from '#domain/units';
import { type EventStore, UNIT_TYPE } from '#events';
import { ROLE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { Problem } from '../http/problem.js';

/** The owner of a catalogue: a testing unit with the categories it may test, or null for the system template. */
export type CatalogueOwner = { testUnitId: string; bigCategoryIds: readonly string[] } | null;

/** The system template, which only administrators change (permission table). */
export const TEMPLATE: CatalogueOwner = null;

/**
 * The owner a request is for: a laboratory's own catalogue; for administrators that of the given unit, else the
 * template.
 * @throws Problem 403 for another's unit
 * @throws RuleBroken NO_SUCH_UNIT, CATALOGUE_IN_LAB_SYSTEM for a unit whose own system keeps its catalogue
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
  const { state } = await load(store, testingUnit, dashedId(testUnitId));
  if (!state) throw new RuleBroken(problem('NO_SUCH_UNIT'));
  // nothing of a catalogue kept here would ever be offered (ADR-038)
  refuseIf(
    isIntegrated(state)
      ? problem('CATALOGUE_IN_LAB_SYSTEM', { code: state.lmisIntegratedCode.trim() || state.unitNo })
      : null,
  );
  return { testUnitId: dashedId(testUnitId), bigCategoryIds: state.bigCategoryIds };
};

/** The same where a unit is required. */
export const unitCatalogueOwnerFor = async (
  store: EventStore,
  caller: Caller,
  requestedUnitId: string | undefined,
): Promise<NonNullable<CatalogueOwner>> => {
  const owner = await catalogueOwnerFor(store, caller, requestedUnitId);
  if (!owner) throw Problem.invalid([{ path: 'testUnitId', message: 'testUnitId' }]);
  return owner;
};

/** Id of the stream that holds a unit's copy of a sample (ADR-002). */
export const unitSampleId = (testUnitId: string, sampleId: string): string =>
  v5(dashedId(sampleId), dashedId(testUnitId));
