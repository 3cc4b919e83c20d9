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
  until: Date;
  onProgress?(written: number): void;
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
  { events: requested, seed, until, onProgress }: GenerateOptions,
  log: ImportLog,
): Promise<{ events: number; consignments: number }> => {
  const { eventStore } = engines;
  await importReference(engines, log);
  await importDemo(engines, log);
  const keyOf = (n: number): string => `generated/${seed}/${n}`;
  if ((await load(eventStore, consignment, fixedId(keyOf(0)))).head.revision >= 0)
    throw new Error(`The histories of seed ${seed} are there already; choose another --seed.`);
  const cast = await loadGeneratorData(engines, log, await fingerprinter(engines.vault));
  const intervalMs = (SPAN_MS * EVENTS_PER_CONSIGNMENT) / requested;
  const beginsAt = (n: number): number => Math.round(until.getTime() - SPAN_MS + n * intervalMs);

  const due = new StepQueue();
  const numbers = await ConsignmentNumbers.of(eventStore, cast.laboratories, yearsAround(until));
  let [written, begun] = [0, 0];
  const scheduleNext = (from: ScheduledStep['from'], at: number, before: Promise<void>): void => {
    const next = from.next();
    if (!next.done) due.put({ from, at: at + next.value.after, step: next.value, before });
  };
  const nextStep = (): ScheduledStep => {
    while (beginsAt(begun) <= due.nextAt)
      scheduleNext(generateHistory(keyOf(begun), cast), beginsAt(begun++), Promise.resolve());
    return due.take();
  };
  while (written < requested) {
    const writes: Promise<void>[] = [];
    while (writes.length < MAX_CONCURRENT_STEPS && written < requested) {
      const { at, step, from, before } = nextStep();
      const moment = new Date(at).toISOString();
      const number = step.numberFor && numbers.take(step.numberFor, moment);
      const decided = step.decide(moment, number?.code ?? '');
      const done = Promise.all([before, number?.written]).then(() => decided.write(eventStore));
      writes.push(done);
      written += decided.events + (number ? 1 : 0);
      scheduleNext(from, at, done);
    }
    await Promise.all(writes);
    onProgress?.(written);
  }
  return { events: written, consignments: begun };
};

/** The last steps may be a little after the intended end. */
const yearsAround = (until: Date): number[] => [-1, 0, 1, 2].map((years) => until.getUTCFullYear() + years);
