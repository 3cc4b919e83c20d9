import { setTimeout as wait } from 'node:timers/promises';
import {
  type Consignment,
  type ConsignmentFacts,
  namedToday,
  type NamedToday,
  RuleBroken,
  submitProblems,
  type SubmissionFacts,
} from '#domain';
import type { Actor, EventStore } from '#events';
import type { Catalogues } from '../catalogue/catalogues.js';
import { Problem } from '../http/problem.js';
import { kindsAsked } from '../samples/form-problems.js';
import { offeredToday } from '../samples/offered-today.js';

/** How long buttons wait for what a laboratory's system says of a submission; what comes later, the next look finds. */
const PATIENCE_MS = 1_000;

/** What a laboratory's system is asked; null where it does not answer. */
type Asked = <Answer>(question: Promise<Answer | null>) => Promise<Answer | null>;
const whenAnswered: Asked = (question) => question;

/** What a submission is held to beside the consignment. Nobody is asked about one that is refused anyway: null. */
export const submissionFacts = async (
  store: EventStore,
  catalogues: Catalogues,
  state: Consignment,
  by: Actor,
  asked: Asked = whenAnswered,
): Promise<SubmissionFacts | null> => {
  if (state.phase !== 'open' || submitProblems(state, by).length > 0) return null;
  const [kinds, offered, named] = await Promise.all([
    kindsAsked(catalogues, state),
    asked(offeredToday(catalogues, state)),
    everythingNamed(store, catalogues, state, asked),
  ]);
  return { kinds, offered, named };
};

/** The same to foretell a refusal by: a laboratory's system that is slow keeps nobody from the rest of a page. */
export const foretellingFacts = (
  store: EventStore,
  catalogues: Catalogues,
  state: Consignment,
  by: Actor,
): Promise<SubmissionFacts | null> => submissionFacts(store, catalogues, state, by, inTime);

/** What a consignment names, as it is today; qualifications as the laboratory's own system lists them where it has one. */
export const everythingNamed = async (
  store: EventStore,
  catalogues: Catalogues,
  state: Pick<ConsignmentFacts, 'consignUnitId' | 'header'>,
  asked: Asked = whenAnswered,
): Promise<NamedToday> =>
  namedToday(store, state, await asked(systemQualifications(catalogues, state.header.testUnitId)));

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
