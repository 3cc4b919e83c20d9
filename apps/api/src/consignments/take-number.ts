import { v5 } from 'uuid';
import type { EventStore } from '#events';
import { consignCodeOf, handle, numberHeldBy, numbering, numberingIdOf, yearInShanghai, type CommandContext } from '#domain';
import { openTestingUnit } from './open-testing-unit.js';

const turns = new Map<string, Promise<unknown>>();

/**
 * Takes the next number of a testing unit for a consignment and answers the code made of it (DECISIONS 12).
 * @throws RuleBroken TESTING_UNIT_UNKNOWN.
 */
export const takeConsignCode = async (store: EventStore, testUnitId: string, consignmentId: string, context: CommandContext): Promise<string> => {
  const { unitNo } = await openTestingUnit(store, testUnitId);
  const year = yearInShanghai(context.at);
  const register = numberingIdOf(testUnitId, year);
  const { expectedRevision: _, ...rest } = context;
  // One request may take several numbers of one register, and its repetition later another: each has a command id of its own.
  const commandId = v5(`number/${consignmentId}/${context.at}`, context.commandId);
  const { state } = await inTurn(register, () => handle(store, numbering, register, { type: 'TakeNumber', takenFor: consignmentId }, { ...rest, commandId }));
  const number = numberHeldBy(state, consignmentId);
  if (number === null) throw new Error(`no number was taken for consignment ${consignmentId}`);
  return consignCodeOf(unitNo, year, number);
};

/** Requests of this process queue for a register instead of losing races against each other. */
const inTurn = <Result>(register: string, take: () => Promise<Result>): Promise<Result> => {
  const before = turns.get(register) ?? Promise.resolve();
  const mine = before.then(take, take);
  turns.set(register, mine);
  const leave = () => {
    if (turns.get(register) === mine) turns.delete(register);
  };
  mine.then(leave, leave);
  return mine;
};
