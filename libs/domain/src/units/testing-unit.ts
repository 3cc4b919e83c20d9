import { type TestingUnit, type TestingUnitEvent, testingUnitEvents, type TestingUnitProfile } from '#events';
import type { Aggregate } from '../handle.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { withOneMain } from './main-address.js';
import { type Opened, registeredAs, switchedOff, withoutOpening } from './opening.js';
import { testingUnitProblems, unitReasonProblems } from './unit-problems.js';

export type TestingUnitCommand =
  | { type: 'RegisterTestingUnit'; unit: TestingUnit }
  | { type: 'ChangeTestingUnit'; unit: TestingUnitProfile; reason?: string }
  | { type: 'ActivateTestingUnit' }
  | { type: 'DeactivateTestingUnit'; reason: string }
  | { type: 'DeleteTestingUnit'; reason: string };

/** Without whether it is open, or ever was: that has events of its own. */
export const testingUnitProfileOf = ({
  isActive: _,
  opening: __,
  ...profile
}: Opened<TestingUnit>): TestingUnitProfile => profile;

const decide = (command: TestingUnitCommand, state: Opened<TestingUnit> | null): TestingUnitEvent[] => {
  if (command.type === 'RegisterTestingUnit') {
    refuseIf(state && problem('RECORD_EXISTS'));
    refuseIf(testingUnitProblems(command.unit));
    return [
      {
        type: 'TestingUnitRegistered',
        data: { unit: { ...command.unit, addresses: withOneMain(command.unit.addresses) } },
      },
    ];
  }
  if (!state) throw new RuleBroken(problem('NO_SUCH_UNIT'));
  switch (command.type) {
    case 'ChangeTestingUnit': {
      refuseIf(command.unit.unitNo === state.unitNo ? null : problem('UNIT_NO_FIXED', {}, 'unitNo'));
      refuseIf(testingUnitProblems(command.unit));
      const unit = { ...command.unit, addresses: withOneMain(command.unit.addresses, state.addresses) };
      if (sameFacts(unit, testingUnitProfileOf(state))) return [];
      const reason = command.reason?.trim() ?? '';
      refuseIf(unitReasonProblems(reason));
      return [{ type: 'TestingUnitProfileChanged', data: { unit, ...(reason === '' ? {} : { reason }) } }];
    }
    case 'ActivateTestingUnit':
      return state.isActive ? [] : [{ type: 'TestingUnitActivated', data: {} }];
    case 'DeactivateTestingUnit':
      refuseIf(unitReasonProblems(command.reason));
      return state.isActive || state.opening?.state === 'waiting'
        ? [{ type: 'TestingUnitDeactivated', data: { reason: command.reason.trim() } }]
        : [];
    case 'DeleteTestingUnit':
      refuseIf(unitReasonProblems(command.reason));
      return [{ type: 'TestingUnitDeleted', data: { reason: command.reason.trim() } }];
  }
};

const evolve = (state: Opened<TestingUnit> | null, event: TestingUnitEvent): Opened<TestingUnit> | null => {
  if (event.type === 'TestingUnitRegistered') return registeredAs(event.data.unit, event.data.unit.isActive);
  if (!state) return null;
  switch (event.type) {
    case 'TestingUnitProfileChanged':
      return {
        ...event.data.unit,
        isActive: state.isActive,
        ...(state.opening ? { opening: state.opening } : {}),
      };
    case 'TestingUnitDeactivated':
      return switchedOff({ ...state, isActive: false }, event.data.reason);
    case 'TestingUnitActivated':
      return { ...withoutOpening(state), isActive: true };
    case 'TestingUnitDeleted':
      return null;
  }
};

/**
 * testingUnit-<id>; null before it was registered and after it was deleted. An unchanged save records nothing. Switching off a
 * unit that waits to be opened refuses it.
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_UNIT, UNIT_NO_FIXED, TEXT_TOO_LONG, and all that testingUnitProblems finds
 * (002 UN-004, UN-005).
 */
export const testingUnit: Aggregate<typeof testingUnitEvents, TestingUnitCommand, Opened<TestingUnit> | null> = {
  category: 'testingUnit',
  events: testingUnitEvents,
  decider: { initialState: null, decide, evolve },
};
