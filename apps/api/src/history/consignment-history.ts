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
 * The history of a consignment. Revisions from `first` on are visible to the caller; `revisions` includes earlier ones
 * for comparison.
 */
export type History = { consignment: ReadableConsignment; revisions: HistoryRevision[]; first: number; head: number };

/**
 * Reads the history from the stream, never from a view. A laboratory sees it from the first submission on (ADR-026).
 * @throws RuleBroken as findConsignment
 */
export const findHistory = async (store: EventStore, id: string, caller: Caller): Promise<History> => {
  const consignment = await findConsignment(store, id, caller);
  const revisions = toRevisions(consignment.events);
  const seesDrafts = isClient(caller) || hasRole(caller, ROLE.admin, ROLE.auditor);
  return {
    consignment,
    revisions,
    first: seesDrafts ? 0 : (firstSubmission(revisions) ?? consignment.revision),
    head: consignment.revision,
  };
};

/** @throws RuleBroken NO_SUCH_REVISION if the revision does not exist or is hidden from the caller */
export const requireRevision = ({ revisions, first }: History, revision: number): HistoryRevision => {
  const match = revision < first ? undefined : revisions.find(({ recorded }) => recorded.revision === revision);
  if (!match) throw new RuleBroken(problem('NO_SUCH_REVISION'));
  return match;
};

type ActorNames = { userName: string; unitName: string };

/**
 * The actors of these revisions by their current names. Names are masked for callers who may not see persons. Unknown
 * users, such as those of imports, have empty names.
 */
export const loadActors = async (
  users: Users,
  revisions: readonly HistoryRevision[],
  showsPersons: boolean,
): Promise<(userId: string) => ActorNames> => {
  const ids = [...new Set(revisions.map(({ recorded }) => recorded.metadata.by.userId))];
  const actors = new Map(await Promise.all(ids.map(async (id) => [id, await users.actorById(id)] as const)));
  return (userId) => {
    const { name, unitName } = actors.get(userId) ?? { name: '', unitName: '' };
    return { userName: showsPersons ? name : maskedName(name), unitName };
  };
};

export const toHistoryMoment = (
  historyRevision: HistoryRevision,
  changes: readonly HistoryChange[],
  namesOf: (userId: string) => ActorNames,
): z.output<typeof HistoryMoment> => {
  const { recorded, event, before, after } = historyRevision;
  const { by, at } = recorded.metadata;
  const facts = eventFacts(event, before ?? undefined);
  if (!facts) throw new Error(`${event.type} is no event of a consignment`);
  return {
    revision: recorded.revision,
    eventId: recorded.id,
    at,
    ...namesOf(by.userId),
    role: by.role,
    ...(by.via && { via: by.via }),
    facts,
    isAboutWitnesses: isAboutWitnesses(historyRevision, changes),
    sendsBack: isSentBack(historyRevision),
    statusBefore: before?.consignStatus ?? null,
    statusAfter: after.consignStatus,
  };
};

type ConsignmentState = HistoryRevision['after'];

/**
 * The amounts of these states that a caller sees. Each testing unit hides its own amounts. If a consignment moves from
 * a unit that hides them to one that does not, the earlier amounts stay hidden.
 */
export const loadVisibleAmounts = async (
  store: EventStore,
  states: readonly ConsignmentState[],
  caller: Caller,
): Promise<(...of: (ConsignmentState | null)[]) => VisibleAmounts> => {
  const unitIds = [...new Set(states.map(({ header }) => header.testUnitId))];
  const amountsByUnit = new Map(
    await Promise.all(
      unitIds.map(async (unitId) => [unitId, visibleAmountsFor(caller, await loadUnitPolicy(store, unitId))] as const),
    ),
  );
  return (...compared) => {
    const amounts = compared
      .filter((state) => state !== null)
      .map(({ header }) => amountsByUnit.get(header.testUnitId));
    return { prices: amounts.every((amount) => amount?.prices), estimate: amounts.every((amount) => amount?.estimate) };
  };
};

/** Fields whose entries have their own name, which is shown in place of the label. */
const LABELS_WITH_OWN_NAME: readonly HistoryChange['label'][] = ['extraField', 'property'];

/** Changes in the caller's language: labels as in the form, values with their units. */
export const toChangeViews = (
  changes: readonly HistoryChange[],
  language: Language,
  statusName: (status: ConsignStatus) => string,
): HistoryChangeView[] => {
  const statusText = (status: string) => statusName(Number(status) as ConsignStatus) || nameOfStatus(status, language);
  const valueText = (kind: HistoryChange['kind'], value: string | null) =>
    value === null ? null : historyValueIn(kind, value, language, statusText);
  return changes.map(({ path, of: section, label, about, kind, how, old: oldValue, new: newValue }) => {
    const ownName = section.part === 'signatures' ? historyValueIn('signer', about, language, statusText) : about;
    const labelText = historyLabelIn(label, language);
    const name = LABELS_WITH_OWN_NAME.includes(label)
      ? ownName || labelText
      : [ownName, labelText].filter(Boolean).join(' · ');
    return {
      path,
      part: section.part,
      sampleId: section.part === 'sample' ? section.id : null,
      title: historyPartIn(section, language),
      label,
      name,
      how,
      old: valueText(kind, oldValue),
      new: valueText(kind, newValue),
    };
  });
};
