import { v5 } from 'uuid';
import { inBackground } from '#engines';
import type { EventStore } from '#events';
import { consignCodeOf, numberHeldBy, numbering, numberingIdOf, yearInShanghai, type CommandContext } from '#domain';
import type { Decisions } from '../decisions/decisions.js';
import { openTestingUnit } from './open-testing-unit.js';

/** A request that waits for a number of a register. */
type Waiting = {
  consignmentId: string;
  context: CommandContext;
  take: (number: number) => void;
  fail: (error: unknown) => void;
};

/** Who waits, by the service it waits in and the register. A register being written has an entry, even an empty one. */
const queues = new WeakMap<Decisions, Map<string, Waiting[]>>();
/** Numbers written at once at most. */
const AT_ONCE = 100;

/**
 * Takes the next number of a testing unit for a consignment and answers the code made of it (ADR-002).
 * Requests that come while the register is being written share the next write, under the first one's name:
 * who submitted stands in the consignment.
 * @throws RuleBroken TESTING_UNIT_UNKNOWN.
 */
export const takeConsignCode = async (
  store: EventStore,
  decisions: Decisions,
  testUnitId: string,
  consignmentId: string,
  context: CommandContext,
): Promise<string> => {
  const { unitNo } = await openTestingUnit(store, testUnitId);
  const year = yearInShanghai(context.at);
  const number = await new Promise<number>((take, fail) =>
    enqueue(decisions, numberingIdOf(testUnitId, year), { consignmentId, context, take, fail }),
  );
  return consignCodeOf(unitNo, year, number);
};

const enqueue = (decisions: Decisions, register: string, waiting: Waiting): void => {
  const registers = queues.get(decisions) ?? new Map<string, Waiting[]>();
  queues.set(decisions, registers);
  const queue = registers.get(register);
  if (queue) queue.push(waiting);
  else {
    const started = [waiting];
    registers.set(register, started);
    inBackground(
      serve(decisions, register, started, () => registers.delete(register)),
      'a register was not served',
    );
  }
};

/** Ends in the same turn in which the queue is found empty: nobody can join a queue that is no longer served. */
const serve = async (decisions: Decisions, register: string, queue: Waiting[], ended: () => void): Promise<void> => {
  while (queue.length > 0) {
    const batch = queue.splice(0, AT_ONCE);
    try {
      const { state } = await decisions.decide(
        numbering,
        register,
        { type: 'TakeNumbers', takenFor: batch.map(({ consignmentId }) => consignmentId) },
        contextOf(batch),
      );
      for (const { consignmentId, take, fail } of batch) {
        const number = numberHeldBy(state, consignmentId);
        if (number === null) fail(new Error(`no number was taken for consignment ${consignmentId}`));
        else take(number);
      }
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  }
  ended();
};

/** One request may take several numbers of one register, and its repetition later another: each write has a command id of its own. */
const contextOf = (batch: Waiting[]): CommandContext => {
  const [first] = batch;
  if (!first) throw new Error('nobody waits for a number');
  const { expectedRevision: _, ...context } = first.context;
  const holders = batch.map(({ consignmentId }) => consignmentId).join();
  return { ...context, commandId: v5(`number/${holders}/${context.at}`, context.commandId) };
};
