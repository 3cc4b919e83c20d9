import { setTimeout as wait } from 'node:timers/promises';
import { v5 } from 'uuid';
import {
  type Consignment,
  type ConsignmentFacts,
  loadCurrentNames,
  type CurrentNames,
  type SignatureIds,
  type SubmissionFacts,
  submitActionProblems,
} from '#domain/consignment';
import type { CommandContext } from '#domain/event-sourcing';
import { consignCodeOf, numberOfHolder, numbering, numberingIdOf } from '#domain/numbering';
import { yearInChina } from '#domain/time';
import { RuleBroken } from '#domain/rules';
import { runInBackground } from '#engines';
import type { Actor, EventStore } from '#events';
import type { Catalogues } from '../catalogue/catalogues.js';
import type { Decisions } from '../commands/decisions.js';
import { Problem } from '../http/problem.js';
import { accessoryTypesFor, loadCurrentOffer } from '../samples/offered-today.js';
import { requireOpenTestingUnit } from '../units/unit-state.js';

/** How long buttons wait for what a laboratory's system says of a submission; what comes later, the next look finds. */
const PATIENCE_MS = 1_000;

/** What a laboratory's system is asked; null where it does not answer. */
type Asked = <Answer>(question: Promise<Answer | null>) => Promise<Answer | null>;
const whenAnswered: Asked = (question) => question;

/** What a submission is held to beside the consignment. Nobody is asked about one that is refused anyway: null. */
export const loadSubmissionFacts = async (
  store: EventStore,
  catalogues: Catalogues,
  state: Consignment,
  by: Actor,
  asked: Asked = whenAnswered,
): Promise<SubmissionFacts | null> => {
  if (state.phase !== 'open' || submitActionProblems(state, by).length > 0) return null;
  const [kinds, offered, named] = await Promise.all([
    accessoryTypesFor(catalogues, state),
    asked(loadCurrentOffer(catalogues, state)),
    loadReferencedNames(store, catalogues, state, asked),
  ]);
  return { kinds, offered, named };
};

/** The same to preview a submission: a slow system of a laboratory does not hold up the rest of a page. */
export const previewSubmission = (
  store: EventStore,
  catalogues: Catalogues,
  state: Consignment,
  by: Actor,
): Promise<SubmissionFacts | null> => loadSubmissionFacts(store, catalogues, state, by, inTime);

/** What a consignment names, as it is today; qualifications as the laboratory's own system lists them where it has one. */
export const loadReferencedNames = async (
  store: EventStore,
  catalogues: Catalogues,
  state: Pick<ConsignmentFacts, 'consignUnitId' | 'header'>,
  asked: Asked = whenAnswered,
): Promise<CurrentNames> =>
  loadCurrentNames(store, state, await asked(systemQualifications(catalogues, state.header.testUnitId)));

const systemQualifications = async (catalogues: Catalogues, testUnitId: string | null) => {
  try {
    return (await (await catalogues.systemOf(testUnitId))?.qualifications()) ?? null;
  } catch (error) {
    if (error instanceof Problem || error instanceof RuleBroken) return null;
    throw error;
  }
};

const inTime: Asked = async (question) => {
  const answered = new AbortController();
  const patience = wait(PATIENCE_MS, null, { signal: answered.signal }).catch(() => null);
  return Promise.race([question, patience]).finally(() => answered.abort());
};

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
export const assignConsignCode = async (
  store: EventStore,
  decisions: Decisions,
  testUnitId: string,
  consignmentId: string,
  context: CommandContext,
): Promise<string> => {
  const { unitNo } = await requireOpenTestingUnit(store, testUnitId);
  const year = yearInChina(context.at);
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
    runInBackground(
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
        const number = numberOfHolder(state, consignmentId);
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

/** Ids for the signature entries that a command on one consignment may ask for; the same for a repeated request. Made when asked for: most submissions ask for none. */
export const signatureIdsFor = (consignmentId: string, { commandId }: CommandContext): SignatureIds => {
  const idOf = (kind: string | number) => v5(`signature/${consignmentId}/${kind}`, commandId);
  return {
    get consignor() {
      return idOf(1);
    },
    get owner() {
      return idOf(2);
    },
    get supervision() {
      return idOf(3);
    },
    further: (signType, place) => idOf(`${signType}/${place}`),
  };
};
