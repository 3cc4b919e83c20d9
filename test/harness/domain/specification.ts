import { expect } from '@jest/globals';
import type { Decider } from '../../../libs/domain/src/event-sourcing/handle.js';
import { messageOfProblem } from '../../../libs/domain/src/rules/messages.js';
import { RuleBroken } from '../../../libs/domain/src/rules/rule-broken.js';
import type { RuleCode } from '../../../libs/domain/src/rules/rule-kinds.js';

/** given(...past events).when(command).then(...new events): how every decider is specified. */
export const specificationOf =
  <Command, State, Event>({ initialState, decide, evolve }: Decider<Command, State, Event>) =>
  (...pastEvents: Event[]) => ({
    when(command: Command) {
      const decideEvents = () => decide(command, pastEvents.reduce(evolve, initialState));
      return {
        // oxlint-disable-next-line unicorn/no-thenable -- given, when, then is the language of these specs; nobody awaits one
        then: (...events: Event[]) => expect(decideEvents()).toEqual(events),
        thenNothing: () => expect(decideEvents()).toEqual([]),
        /** Refused with exactly these codes, in this order. */
        thenRefused: (...codes: RuleCode[]) =>
          expect(refusalOf(decideEvents).problems.map(({ code }) => code)).toEqual(codes),
        /** Refused with this Chinese message, character for character. */
        thenSays: (message: string) => expect(messageOfProblem(refusalOf(decideEvents))).toBe(message),
        thenState: (expected: object) =>
          expect([...pastEvents, ...decideEvents()].reduce(evolve, initialState)).toMatchObject(expected),
      };
    },
  });

const refusalOf = (decideEvents: () => unknown): RuleBroken => {
  try {
    decideEvents();
  } catch (error) {
    if (error instanceof RuleBroken) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
};
