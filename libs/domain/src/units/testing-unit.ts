import { type TestingUnit, testingUnitEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

export type TestingUnitCommand = { type: 'RegisterTestingUnit'; unit: TestingUnit };

/** testingUnit-<id>. A second registration is refused with RECORD_EXISTS. */
export const testingUnit: Aggregate<typeof testingUnitEvents, TestingUnitCommand, TestingUnit | null> = {
  category: 'testingUnit',
  events: testingUnitEvents,
  decider: {
    initialState: null,
    decide({ unit }, state) {
      refuseIf(state && problem('RECORD_EXISTS'));
      return [{ type: 'TestingUnitRegistered', data: { unit } }];
    },
    evolve: (_state, { data }) => data.unit,
  },
};
