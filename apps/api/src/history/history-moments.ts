import type { z } from 'zod';
import type { HistoryChangeView, HistoryMoment } from '#contract';
import {
  eventFacts,
  firstSubmission,
  historyLabelIn,
  historyPartIn,
  historyValueIn,
  isAboutWitnesses,
  toRevisions,
  nameOfStatus,
  isSentBack,
  type HistoryChange,
  type HistoryRevision,
} from '#domain/consignment';
import { problem, RuleBroken } from '#domain/rules';
import type { Language } from '#domain/text';
import type { VisibleAmounts } from '#domain/units';
import { ROLE, type ConsignStatus, type EventStore } from '#events';
import { hasRole, isClient, type Caller } from '../auth/caller.js';
import type { Users } from '../auth/users.js';
import { findConsignment, type ReadableConsignment } from '../consignments/consignment-access.js';
import { maskedName } from '../auth/masked-persons.js';
import { visibleAmountsFor, loadUnitPolicy } from '../consignments/unit-policy.js';

/**
 * The history of a consignment. Moments from `first` on are shown to the caller; `all` includes earlier ones for
 * comparison.
 */
export type History = { found: ReadableConsignment; all: HistoryRevision[]; first: number; head: number };

/**
 * Reads the history from the stream, never from a view. A laboratory sees it from the first submission on (ADR-026).
 * @throws RuleBroken as findConsignment
 */
export const findHistory = async (store: EventStore, id: string, caller: Caller): Promise<History> => {
  const found = await findConsignment(store, id, caller);
  const all = toRevisions(found.past);
  const seesDrafts = isClient(caller) || hasRole(caller, ROLE.admin, ROLE.auditor);
  return { found, all, first: seesDrafts ? 0 : (firstSubmission(all) ?? found.revision), head: found.revision };
};

/** @throws RuleBroken NO_SUCH_REVISION if the revision does not exist or is hidden from the caller */
export const requireRevision = ({ all, first }: History, revision: number): HistoryRevision => {
  const moment = revision < first ? undefined : all.find(({ recorded }) => recorded.revision === revision);
  if (!moment) throw new RuleBroken(problem('NO_SUCH_REVISION'));
  return moment;
};

type Who = { userName: string; unitName: string };

/**
 * The actors of these moments by their current names. Names are masked for callers who may not see persons. Unknown
 * users, such as those of imports, have empty names.
 */
export const loadActors = async (
  users: Users,
  moments: readonly HistoryRevision[],
  personsShown: boolean,
): Promise<(userId: string) => Who> => {
  const ids = [...new Set(moments.map(({ recorded }) => recorded.metadata.by.userId))];
  const actors = new Map(await Promise.all(ids.map(async (id) => [id, await users.actorById(id)] as const)));
  return (userId) => {
    const { name, unitName } = actors.get(userId) ?? { name: '', unitName: '' };
    return { userName: personsShown ? name : maskedName(name), unitName };
  };
};

export const toHistoryMoment = (
  moment: HistoryRevision,
  changes: readonly HistoryChange[],
  whoOf: (userId: string) => Who,
): z.output<typeof HistoryMoment> => {
  const { recorded, event, before, after } = moment;
  const { by, at } = recorded.metadata;
  const facts = eventFacts(event, before ?? undefined);
  if (!facts) throw new Error(`${event.type} is no event of a consignment`);
  return {
    revision: recorded.revision,
    eventId: recorded.id,
    at,
    ...whoOf(by.userId),
    role: by.role,
    ...(by.via && { via: by.via }),
    facts,
    isAboutWitnesses: isAboutWitnesses(moment, changes),
    sendsBack: isSentBack(moment),
    statusBefore: before?.consignStatus ?? null,
    statusAfter: after.consignStatus,
  };
};

type ConsignmentState = HistoryRevision['after'];

/**
 * The amounts of these states that a caller sees. Each testing unit hides its own amounts. If a consignment moves from
 * a unit that hides them to one that does not, the earlier amounts stay hidden.
 */
export const visibleAmountsOfStates = async (
  store: EventStore,
  states: readonly ConsignmentState[],
  caller: Caller,
): Promise<(...of: (ConsignmentState | null)[]) => VisibleAmounts> => {
  const unitIds = [...new Set(states.map(({ header }) => header.testUnitId))];
  const byUnit = new Map(
    await Promise.all(
      unitIds.map(async (unitId) => [unitId, visibleAmountsFor(caller, await loadUnitPolicy(store, unitId))] as const),
    ),
  );
  return (...of) => {
    const amounts = of.filter((state) => state !== null).map(({ header }) => byUnit.get(header.testUnitId));
    return { prices: amounts.every((one) => one?.prices), estimate: amounts.every((one) => one?.estimate) };
  };
};

/** Fields whose entries have their own name, which is shown in place of the label. */
const NAMED_BY_THEMSELVES: readonly HistoryChange['label'][] = ['extraField', 'property'];

/** Changes in the caller's language: labels as in the form, values with their units. */
export const changesView = (
  changes: readonly HistoryChange[],
  language: Language,
  statusName: (status: ConsignStatus) => string,
): HistoryChangeView[] => {
  const nameOf = (status: string) => statusName(Number(status) as ConsignStatus) || nameOfStatus(status, language);
  const words = (kind: HistoryChange['kind'], value: string | null) =>
    value === null ? null : historyValueIn(kind, value, language, nameOf);
  return changes.map(({ path, of, label, about, kind, how, old, new: now }) => {
    const which = of.part === 'signatures' ? historyValueIn('signer', about, language, nameOf) : about;
    const called = historyLabelIn(label, language);
    const name = NAMED_BY_THEMSELVES.includes(label) ? which || called : [which, called].filter(Boolean).join(' · ');
    return {
      path,
      part: of.part,
      sampleId: of.part === 'sample' ? of.id : null,
      title: historyPartIn(of, language),
      label,
      name,
      how,
      old: words(kind, old),
      new: words(kind, now),
    };
  });
};
