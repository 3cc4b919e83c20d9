import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { DAY_MS } from '#domain/time';
import { fingerprinter, type Engines } from '#engines';
import { fixedId, type ImportLog } from '../import/run-import.js';
import { importDemo } from '../import/import-demo.js';
import { importReference } from '../import/import-reference.js';
import { loadGeneratorData, ConsignmentNumbers } from './generator-data.js';
import { type ScheduledStep, StepQueue, generateHistory } from './history.js';

/**
 * Number of steps that are written at the same time, so that they share commits. Within so many, the log may differ
 * from the order of time.
 */
const MAX_CONCURRENT_STEPS = 512;
/** Measured over long runs, including reports, numbers and the unfinished consignments of the last days. */
const EVENTS_PER_CONSIGNMENT = 18;
const SPAN_MS = 365 * DAY_MS;

export type GenerateOptions = {
  /** Number of events to write; the last commit may write a few more. */
  events: number;
  /** The same seed and the same end result in the same histories. */
  seed: string;
  /** About the end of the generated year. */
  endDate: Date;
  onProgress?(eventCount: number): void;
};

/**
 * Writes histories of consignments through the deciders into a log that may contain others: a year in the order of
 * time, with many consignments at the same time, each event under its own request. They are marked as imported, so that
 * no messages are sent about them.
 * @returns the numbers of written events and of consignments
 * @throws Error if the log contains histories of this seed
 */
export const generate = async (
  engines: Engines,
  { events: targetCount, seed, endDate, onProgress }: GenerateOptions,
  log: ImportLog,
): Promise<{ events: number; consignments: number }> => {
  const { eventStore } = engines;
  await importReference(engines, log);
  await importDemo(engines, log);
  const keyOf = (n: number): string => `generated/${seed}/${n}`;
  if ((await load(eventStore, consignment, fixedId(keyOf(0)))).head.revision >= 0)
    throw new Error(`The histories of seed ${seed} are there already; choose another --seed.`);
  const data = await loadGeneratorData(engines, log, await fingerprinter(engines.vault));
  const intervalMs = (SPAN_MS * EVENTS_PER_CONSIGNMENT) / targetCount;
  const startTimeOf = (n: number): number => Math.round(endDate.getTime() - SPAN_MS + n * intervalMs);

  const queue = new StepQueue();
  const numbers = await ConsignmentNumbers.load(eventStore, data.laboratories, yearsAround(endDate));
  let [eventCount, consignmentCount] = [0, 0];
  const scheduleNext = (history: ScheduledStep['history'], at: number, previousWrite: Promise<void>): void => {
    const next = history.next();
    if (!next.done) queue.put({ history, at: at + next.value.delayMs, step: next.value, previousWrite });
  };
  const takeNextStep = (): ScheduledStep => {
    while (startTimeOf(consignmentCount) <= queue.nextAt)
      scheduleNext(generateHistory(keyOf(consignmentCount), data), startTimeOf(consignmentCount++), Promise.resolve());
    return queue.take();
  };
  while (eventCount < targetCount) {
    const writes: Promise<void>[] = [];
    while (writes.length < MAX_CONCURRENT_STEPS && eventCount < targetCount) {
      const { at, step, history, previousWrite } = takeNextStep();
      const timestamp = new Date(at).toISOString();
      const number = step.numberRequest && numbers.assign(step.numberRequest, timestamp);
      const pendingWrite = step.decide(timestamp, number?.code ?? '');
      const write = Promise.all([previousWrite, number?.write]).then(() => pendingWrite.write(eventStore));
      writes.push(write);
      eventCount += pendingWrite.events + (number ? 1 : 0);
      scheduleNext(history, at, write);
    }
    await Promise.all(writes);
    onProgress?.(eventCount);
  }
  return { events: eventCount, consignments: consignmentCount };
};

/** The last steps may be a little after the intended end. */
const yearsAround = (endDate: Date): number[] => [-1, 0, 1, 2].map((years) => endDate.getUTCFullYear() + years);
