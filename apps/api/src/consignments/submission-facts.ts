import { setTimeout as wait } from 'node:timers/promises';
import { type Consignment, submitProblems, type SubmissionFacts } from '#domain';
import type { Actor } from '#events';
import type { Catalogues } from '../catalogue/catalogues.js';
import { kindsAsked } from '../samples/form-problems.js';
import { offeredToday } from '../samples/offered-today.js';

/** How long buttons wait for what a laboratory's system says of a submission; what comes later, the next look finds. */
const PATIENCE_MS = 1_000;

/** What a submission is held to beside the consignment. Nobody is asked about one that is refused anyway: null. */
export const submissionFacts = async (
  catalogues: Catalogues,
  state: Consignment,
  by: Actor,
  ask = offeredToday,
): Promise<SubmissionFacts | null> => {
  if (state.phase !== 'open' || submitProblems(state, by).length > 0) return null;
  const [kinds, offered] = await Promise.all([kindsAsked(catalogues, state), ask(catalogues, state)]);
  return { kinds, offered };
};

/** The same to foretell a refusal by: a laboratory's system that is slow keeps nobody from the rest of a page. */
export const foretellingFacts = (
  catalogues: Catalogues,
  state: Consignment,
  by: Actor,
): Promise<SubmissionFacts | null> => submissionFacts(catalogues, state, by, offeredInTime);

const offeredInTime: typeof offeredToday = async (catalogues, state) => {
  const answered = new AbortController();
  const patience = wait(PATIENCE_MS, null, { signal: answered.signal }).catch(() => null);
  return Promise.race([offeredToday(catalogues, state), patience]).finally(() => answered.abort());
};
