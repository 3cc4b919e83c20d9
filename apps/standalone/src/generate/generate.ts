import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { DAY_MS } from '#domain/time';
import { fingerprinter, type Engines } from '#engines';
import { fixedId, type ImportLog } from '../import/run-import.js';
import { importDemo } from '../import/import-demo.js';
import { importReference } from '../import/import-reference.js';
import { loadGeneratorData, ConsignmentNumbers } from './generator-data.js';
import { type ScheduledStep, StepQueue, generateHistory } from './history.js';

/** Steps that are under way at once, so that they share commits: the log is in the order of time but for so many. */
const TOGETHER = 512;
/** Measured over long runs: reports, numbers and the unfinished of the last days included. */
const EVENTS_A_CONSIGNMENT = 18;
const SPAN_MS = 365 * DAY_MS;

export type GenerationResult = {
  /** How many events to write; a commit may bring a few more. */
  events: number;
  /** The same seed and the same end tell the same histories. */
  seed: string;
  /** The year told of ends about here. */
  until: Date;
  onProgress?(written: number): void;
};

/**
 * Writes histories of consignments through the deciders, into a log that may hold others already: a year in the order
 * of time, many consignments under way at once, each event under its own request. They are marked as imported, so that
 * nobody is sent a message about them.
 * @returns events written and consignments begun.
 * @throws Error when the log holds histories of this seed.
 */
export const generate = async (
  engines: Engines,
  { events: wanted, seed, until, onProgress }: GenerationResult,
  log: ImportLog,
): Promise<{ events: number; consignments: number }> => {
  const { eventStore } = engines;
  await importReference(engines, log);
  await importDemo(engines, log);
  const keyOf = (n: number): string => `generated/${seed}/${n}`;
  if ((await load(eventStore, consignment, fixedId(keyOf(0)))).head.revision >= 0)
    throw new Error(`The histories of seed ${seed} are there already; choose another --seed.`);
  const cast = await loadGeneratorData(engines, log, await fingerprinter(engines.vault));
  const every = (SPAN_MS * EVENTS_A_CONSIGNMENT) / wanted;
  const beginsAt = (n: number): number => Math.round(until.getTime() - SPAN_MS + n * every);

  const due = new StepQueue();
  const numbers = await ConsignmentNumbers.of(eventStore, cast.laboratories, yearsAround(until));
  let [written, begun] = [0, 0];
  const goOn = (from: ScheduledStep['from'], at: number, before: Promise<void>): void => {
    const next = from.next();
    if (!next.done) due.put({ from, at: at + next.value.after, step: next.value, before });
  };
  const nextStep = (): ScheduledStep => {
    while (beginsAt(begun) <= due.nextAt)
      goOn(generateHistory(keyOf(begun), cast), beginsAt(begun++), Promise.resolve());
    return due.take();
  };
  while (written < wanted) {
    const writes: Promise<void>[] = [];
    while (writes.length < TOGETHER && written < wanted) {
      const { at, step, from, before } = nextStep();
      const moment = new Date(at).toISOString();
      const number = step.numberFor && numbers.take(step.numberFor, moment);
      const decided = step.decide(moment, number?.code ?? '');
      const done = Promise.all([before, number?.written]).then(() => decided.write(eventStore));
      writes.push(done);
      written += decided.events + (number ? 1 : 0);
      goOn(from, at, done);
    }
    await Promise.all(writes);
    onProgress?.(written);
  }
  return { events: written, consignments: begun };
};

/** The last steps may lie a little after the end that is aimed at. */
const yearsAround = (until: Date): number[] => [-1, 0, 1, 2].map((years) => until.getUTCFullYear() + years);
