import { v5 } from 'uuid';
import { dashedId, isIntegrated, load, problem, refuseIf, RuleBroken, sameId, testingUnit } from '#domain';
import type { EventStore } from '#events';
import { ROLE } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { Problem } from '../http/problem.js';

/** Whose catalogue is kept: a testing unit's with what it may test, or the system template. */
export type Holder = { testUnitId: string; bigCategoryIds: readonly string[] } | null;

/** The system template: the administrator's alone, which the permission table says. */
export const TEMPLATE: Holder = null;

/** A laboratory keeps its own catalogue; the administrator that of the unit named, else the template. @throws Problem 403 for another's unit; RuleBroken NO_SUCH_UNIT, CATALOGUE_IN_LAB_SYSTEM for a unit whose own system keeps its catalogue */
export const holderFor = async (store: EventStore, caller: Caller, asked: string | undefined): Promise<Holder> => {
  const isAdmin = has(caller, ROLE.admin);
  if (isAdmin && asked === undefined) return TEMPLATE;
  const testUnitId = asked ?? caller.unitId;
  if (testUnitId === null || (!isAdmin && (caller.unitType !== 1 || !sameId(caller.unitId, testUnitId))))
    throw Problem.forbidden();
  const { state } = await load(store, testingUnit, dashedId(testUnitId));
  if (!state) throw new RuleBroken(problem('NO_SUCH_UNIT'));
  // What would be kept here nobody would ever be offered (ADR-038).
  refuseIf(
    isIntegrated(state)
      ? problem('CATALOGUE_IN_LAB_SYSTEM', { code: state.lmisIntegratedCode.trim() || state.unitNo })
      : null,
  );
  return { testUnitId: dashedId(testUnitId), bigCategoryIds: state.bigCategoryIds };
};

/** The same where only a unit has a catalogue: whoever names none is told so. */
export const unitHolderFor = async (
  store: EventStore,
  caller: Caller,
  asked: string | undefined,
): Promise<NonNullable<Holder>> => {
  const holder = await holderFor(store, caller, asked);
  if (!holder) throw Problem.invalid([{ path: 'testUnitId', message: 'testUnitId' }]);
  return holder;
};

/** Id of the stream that holds a unit's copy of a sample (ADR-002). */
export const unitSampleId = (testUnitId: string, sampleId: string): string =>
  v5(dashedId(sampleId), dashedId(testUnitId));
