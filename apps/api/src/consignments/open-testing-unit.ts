import type { EventStore, TestingUnit } from '#events';
import { load, problem, RuleBroken, testingUnit } from '#domain';

/** A testing unit that can be chosen. @throws RuleBroken TESTING_UNIT_UNKNOWN for an unknown or closed one. */
export const openTestingUnit = async (store: EventStore, testUnitId: string): Promise<TestingUnit> => {
  const { state } = await load(store, testingUnit, testUnitId);
  if (!state?.isActive) throw new RuleBroken(problem('TESTING_UNIT_UNKNOWN', {}, 'testUnitId'));
  return state;
};
