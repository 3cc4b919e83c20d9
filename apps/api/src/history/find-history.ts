import { ROLE, type EventStore } from '#events';
import { firstSubmission, momentsOf, problem, RuleBroken, type Moment } from '#domain';
import { has, isClient, type Caller } from '../auth/caller.js';
import { findConsignment, type Found } from '../consignments/find-consignment.js';

/** The life of a consignment as far as the caller may look: moments from `first` on are shown, `all` is for comparing with what came before. */
export type History = { found: Found; all: Moment[]; first: number; head: number };

/**
 * Reads the stream, never a view. A laboratory is shown it from the first submission on (ADR-026).
 * @throws RuleBroken as findConsignment
 */
export const findHistory = async (store: EventStore, id: string, caller: Caller): Promise<History> => {
  const found = await findConsignment(store, id, caller);
  const all = momentsOf(found.past);
  const seesDrafts = isClient(caller) || has(caller, ROLE.admin, ROLE.auditor);
  return { found, all, first: seesDrafts ? 0 : (firstSubmission(all) ?? found.revision), head: found.revision };
};

/** @throws RuleBroken NO_SUCH_REVISION for one that never was, or that this caller is not shown */
export const momentAt = ({ all, first }: History, revision: number): Moment => {
  const moment = revision < first ? undefined : all.find(({ recorded }) => recorded.revision === revision);
  if (!moment) throw new RuleBroken(problem('NO_SUCH_REVISION'));
  return moment;
};
