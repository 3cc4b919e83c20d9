import { expect } from '@jest/globals';
import type { Decider } from '../../../libs/domain/src/event-sourcing/handle.js';
import { messageOfProblem } from '../../../libs/domain/src/rules/messages.js';
import { RuleBroken } from '../../../libs/domain/src/rules/rule-broken.js';
import type { RuleCode } from '../../../libs/domain/src/rules/rule-kinds.js';

/** given(...past events).when(command).then(...new events): how every decider is specified. */
export const specificationOf =
  <Command, State, Event>({ initialState, decide, evolve }: Decider<Command, State, Event>) =>
  (...past: Event[]) => ({
    when(command: Command) {
      const decided = () => decide(command, past.reduce(evolve, initialState));
      return {
        // oxlint-disable-next-line unicorn/no-thenable -- given, when, then is the language of these specs; nobody awaits one
        then: (...events: Event[]) => expect(decided()).toEqual(events),
        thenNothing: () => expect(decided()).toEqual([]),
        /** Refused with exactly these codes, in this order. */
        thenRefused: (...codes: RuleCode[]) =>
          expect(refusalOf(decided).problems.map(({ code }) => code)).toEqual(codes),
        /** Refused with this Chinese message, character for character. */
        thenSays: (message: string) => expect(messageOfProblem(refusalOf(decided))).toBe(message),
        thenState: (expected: object) =>
          expect([...past, ...decided()].reduce(evolve, initialState)).toMatchObject(expected),
      };
    },
  });

const refusalOf = (decided: () => unknown): RuleBroken => {
  try {
    decided();
  } catch (error) {
    if (error instanceof RuleBroken) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
};
