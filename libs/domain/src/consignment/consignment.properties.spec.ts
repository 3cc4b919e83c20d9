import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { consignmentEvents, ConsignStatus, decode, type Actor, type ConsignmentHeader } from '#events';
import { RuleBroken } from '../rules/rule-broken.js';
import {
  AT,
  commandFor,
  created,
  header,
  historyTo,
  OTHER_LAB,
  people,
  sample,
  stateOf,
} from '#harness/domain/consignment-story';
import { ACTIONS, type ActionName } from './transitions.js';
import { allowedActions } from './allowed-actions.js';
import type { ConsignmentCommand } from './commands.js';
import { consignment } from './consignment.js';
import { headerProblems } from './header-problems.js';
import type { Consignment } from './state.js';

const { decide, evolve, initialState } = consignment.decider;
const anyone = fc.constantFrom<Actor>(...Object.values(people));
const anyUnit = fc.record({
  isConsignSingleSample: fc.boolean(),
  IsEnableConsignSign: fc.boolean(),
  IsConsignSampleNeedConfirm: fc.boolean(),
  IsEnableProjectContractSectName: fc.boolean(),
  testUnitIsLimsCust: fc.boolean(),
});
const anyStatus = fc.constantFrom(...ConsignStatus.values);

/** Forms around a valid one: each choice made or not, each text there or not. */
const anyHeader: fc.Arbitrary<ConsignmentHeader> = fc
  .record({
    testUnitId: fc.constantFrom<string | null>(header().testUnitId, OTHER_LAB, null),
    projectName: fc.constantFrom('沿海高速公路', ''),
    contractSectName: fc.constantFrom('', 'A1'),
    expectTestTime: fc.constantFrom(null, '2026-03-02', 'x'),
    sendSampleType: fc.constantFrom(1 as const, 2 as const),
    mailOrderNumber: fc.constantFrom('', 'SF1'),
    mailPayType: fc.constantFrom(1 as const, 2 as const),
    getReportType: fc.constantFrom('1' as const, '3' as const, '10' as const),
    reportCount: fc.nat(3),
    needWitnessUnit: fc.boolean(),
    needConstructionWitnessPersonSign: fc.boolean(),
    needWitnessPersonSign: fc.boolean(),
    ownerWitnesses: fc.constantFrom([], header().ownerWitnesses, [{ name: ' 王五', cardNo: '', phone: '' }]),
    memo: fc.string({ maxLength: 20 }),
  })
  .map((changes) => header(changes));

/** The commands of the actions, and what comes typed with them in any form. */
const anyCommand = (state: Consignment, action: ActionName, by: Actor): ConsignmentCommand | null =>
  state.phase === 'open' ? commandFor(action, state, by) : null;
const generatedCommand = fc
  .tuple(anyone, anyUnit, anyHeader, fc.boolean())
  .map(([by, unit, form, changesUnit]): ConsignmentCommand =>
    changesUnit
      ? { type: 'ChangeTestingUnit', by, unit: { ...form, testUnitId: form.testUnitId ?? OTHER_LAB }, settings: unit }
      : { type: 'SaveHeader', by, header: form, settings: unit },
  );

const attempt = (command: ConsignmentCommand, state: Consignment) => {
  try {
    return decide(command, state);
  } catch (error) {
    if (error instanceof RuleBroken) return error;
    throw error;
  }
};

describe('A consignment', () => {
  const step = fc.oneof(
    fc.record({ action: fc.constantFrom(...ACTIONS), by: fc.constantFrom(people.client, people.lab, people.otherLab) }),
    generatedCommand,
  );

  it('has events that can be stored and read again, a valid status and an unchanged number after any commands', () => {
    fc.assert(
      fc.property(anyStatus, fc.array(step, { maxLength: 30 }), (start, steps) => {
        let state = stateOf(...historyTo[start]);
        for (const currentStep of steps) {
          const command = 'type' in currentStep ? currentStep : anyCommand(state, currentStep.action, currentStep.by);
          if (!command || command.type === 'CopyConsignment') continue;
          const decided = attempt(command, state);
          if (decided instanceof RuleBroken) continue;
          const stored = decided.map((event) =>
            decode(consignmentEvents, {
              ...(JSON.parse(JSON.stringify(event)) as { type: string; data: unknown }),
              metadata: { schemaVersion: consignmentEvents[event.type].version },
            }),
          );
          expect(stored).toEqual(decided);
          const next: Consignment = decided.reduce(evolve, state);
          if (state.phase !== 'open' || next.phase === 'absent')
            throw new Error('Something was decided on what is not open');
          expect(ConsignStatus.values.has(next.consignStatus)).toBe(true);
          if (state.consignCode !== '') expect(next.consignCode).toBe(state.consignCode);
          if (state.consignCode !== '') expect(next.header.testUnitId).toBe(state.header.testUnitId);
          expect(new Set(next.samples.map(({ id }) => id)).size).toBe(next.samples.length);
          state = next;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('offers an action exactly when its command is not refused', () => {
    const samples = fc.subarray([
      sample(),
      sample({ id: 'a-2', parameters: [] }),
      sample({ id: 'a-3', parameters: [], isTestUnitConfirmTestParam: true, testReason: '进场' }),
    ]);
    fc.assert(
      fc.property(
        anyStatus,
        anyone,
        anyUnit,
        samples,
        anyHeader,
        fc.boolean(),
        (start, by, unit, generatedSamples, form, isSaved) => {
          const openConsignment = stateOf(...historyTo[start]);
          if (openConsignment.phase !== 'open') throw new Error('Every status has an open history');
          const state: Consignment = {
            ...openConsignment,
            samples: generatedSamples,
            isSaved,
            header: { ...form, testUnitId: openConsignment.header.testUnitId },
          };
          for (const { action, problem } of allowedActions(state, by, { settings: unit, at: AT })) {
            const command = commandFor(action, state, by);
            if (!command || (action === 'completeParameters' && by.role !== people.lab.role)) continue; // in other hands the same command is editing
            const decided = attempt(
              'settings' in command ? { ...command, settings: unit } : command,
              command.type === 'CopyConsignment' ? initialState : state,
            );
            expect({ action, problem: decided instanceof RuleBroken ? decided.problems[0] : null }).toEqual({
              action,
              problem,
            });
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

it('saving twice is the same as saving once, and a saved form has no problems', () => {
  fc.assert(
    fc.property(
      anyStatus,
      anyHeader,
      anyUnit,
      fc.constantFrom(1 as const, 2 as const, 3 as const),
      (start, form, unit, consignType) => {
        const history = historyTo[start].map((event) =>
          event.type === 'ConsignmentCreated' ? created({ consignType }) : event,
        );
        const save: ConsignmentCommand = { type: 'SaveHeader', by: people.client, header: form, settings: unit };
        const state = stateOf(...history);
        const decided = attempt(save, state);
        if (decided instanceof RuleBroken) return;
        const savedState = decided.reduce(evolve, state);
        if (savedState.phase !== 'open') throw new Error('Saving closes nothing');
        // Another unit has no number of reports yet (CL-030): it is entered again.
        if (decided.some(({ type }) => type === 'TestingUnitChanged') && savedState.header.reportCount === 0) return;
        expect(decide(save, savedState)).toEqual([]);
        expect(headerProblems(savedState.header, savedState.consignType)).toEqual([]);
      },
    ),
    { numRuns: 1000 },
  );
});
