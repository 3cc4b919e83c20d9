import { v5 } from 'uuid';
import type { CommandContext } from '#domain/event-sourcing';
import { consignCodeOf, numberOfHolder, numbering, numberingIdOf } from '#domain/numbering';
import { yearInChina } from '#domain/time';
import { runInBackground } from '#engines';
import type { EventStore } from '#events';
import type { Decisions } from '../commands/decisions.js';
import { requireOpenTestingUnit } from '../units/unit-state.js';

/** A request that waits for a number of a laboratory's register. */
type WaitingRequest = {
  consignmentId: string;
  context: CommandContext;
  resolve: (number: number) => void;
  reject: (error: unknown) => void;
};

/**
 * Waiting requests by service and register. A register that is being written has an entry, even if no request waits.
 */
const queues = new WeakMap<Decisions, Map<string, WaitingRequest[]>>();
/** The maximum number of numbers that one event assigns. */
const MAX_BATCH = 100;

/**
 * Takes the next number of a testing unit for a consignment and returns its code (ADR-002). Requests that arrive while
 * the register is being written share the next write. The event of that write names only the user of the first request.
 * Each consignment records its own submitter.
 * @throws RuleBroken TESTING_UNIT_UNKNOWN
 */
export const assignConsignCode = async (
  store: EventStore,
  decisions: Decisions,
  testUnitId: string,
  consignmentId: string,
  context: CommandContext,
): Promise<string> => {
  const { unitNo } = await requireOpenTestingUnit(store, testUnitId);
  const year = yearInChina(context.at);
  const number = await new Promise<number>((resolve, reject) =>
    enqueue(decisions, numberingIdOf(testUnitId, year), { consignmentId, context, resolve, reject }),
  );
  return consignCodeOf(unitNo, year, number);
};

const enqueue = (decisions: Decisions, register: string, request: WaitingRequest): void => {
  const registers = queues.get(decisions) ?? new Map<string, WaitingRequest[]>();
  queues.set(decisions, registers);
  const queue = registers.get(register);
  if (queue) queue.push(request);
  else {
    const newQueue = [request];
    registers.set(register, newQueue);
    runInBackground(
      writeNumbers(decisions, register, newQueue, () => registers.delete(register)),
      'the numbers of a register could not be written',
    );
  }
};

/**
 * Writes until the queue is empty. `onEmpty` runs in the same turn of the event loop, so no request can join a queue
 * that is no longer read.
 */
const writeNumbers = async (
  decisions: Decisions,
  register: string,
  queue: WaitingRequest[],
  onEmpty: () => void,
): Promise<void> => {
  while (queue.length > 0) {
    const batch = queue.splice(0, MAX_BATCH);
    try {
      const { state } = await decisions.decide(
        numbering,
        register,
        { type: 'TakeNumbers', takenFor: batch.map(({ consignmentId }) => consignmentId) },
        contextOf(batch),
      );
      for (const { consignmentId, resolve, reject } of batch) {
        const number = numberOfHolder(state, consignmentId);
        if (number === null) reject(new Error(`no number was taken for consignment ${consignmentId}`));
        else resolve(number);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  onEmpty();
};

/** One request may take several numbers of a register, so each write needs its own command id. */
const contextOf = (batch: WaitingRequest[]): CommandContext => {
  const [first] = batch;
  if (!first) throw new Error('no request waits for a number');
  const { expectedRevision: _, ...context } = first.context;
  const holders = batch.map(({ consignmentId }) => consignmentId).join();
  return { ...context, commandId: v5(`number/${holders}/${context.at}`, context.commandId) };
};
