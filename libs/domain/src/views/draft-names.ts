import {
  decode,
  type DraftNameEvent,
  draftNameEvents,
  type DraftSubject,
  type EventCatalogue,
  type EventStore,
  type FrozenNames,
  idOfStream,
  type RecordedEvent,
} from '#events';
import type { ConsignmentFacts } from '../consignment/state.js';
import { loadCurrentNames, currentNames } from '../consignment/submission.js';
import { type Aggregate, load } from '../event-sourcing/handle.js';
import { project } from '../projects/project.js';
import { sameId } from '../rules/equality.js';
import { consigningUnit } from '../units/consigning-unit.js';
import { testingUnit } from '../units/testing-unit.js';
import type { ConsignmentRow } from './consignment-row.js';

/** Drafts of one event: their ids fit into it many times over. */
export const DRAFTS_NAMED_AT_ONCE = 500;

type NameDrafts = { type: 'NameDrafts'; subject: DraftSubject; name: string; consignmentIds: readonly string[] };

/** draftNames-<id of the unit or project>: tells lists of drafts what it is called now (ADR-027). */
export const draftNames: Aggregate<typeof draftNameEvents, NameDrafts, null> = {
  category: 'draftNames',
  events: draftNameEvents,
  decider: {
    initialState: null,
    decide: ({ consignmentIds, subject, name }): DraftNameEvent[] =>
      consignmentIds.length === 0
        ? []
        : [{ type: 'DraftsNamed', data: { subject, name, consignmentIds: [...consignmentIds] } }],
    evolve: (state) => state,
  },
};

/** The member of a row by which it names a subject. */
export const SUBJECT_COLUMN = {
  consigningUnit: 'consignUnitId',
  testingUnit: 'testUnitId',
  project: 'projectId',
} as const satisfies Record<DraftSubject, keyof ConsignmentRow>;

/** The member of a row that shows its name. */
export const SUBJECT_NAME_COLUMN = {
  consigningUnit: 'consignUnit',
  testingUnit: 'testUnitName',
  project: 'projectName',
} as const satisfies Record<DraftSubject, keyof ConsignmentRow>;

/** The row of a draft under the new name; one that names something else by now, or was submitted, stays as it is. */
export const applyDraftName = (row: ConsignmentRow, event: RecordedEvent): ConsignmentRow => {
  const { subject, name } = decode(draftNameEvents, event).data;
  return row.consignCode === '' &&
    event.position > row.namedAt &&
    sameId(row[SUBJECT_COLUMN[subject]], idOfStream(event.stream))
    ? { ...row, [SUBJECT_NAME_COLUMN[subject]]: name, namedAt: event.position }
    : row;
};

/** Name and owner of a subject as it was up to a revision of its stream; null while it is not there. */
export const readSubjectAt = async (
  store: EventStore,
  subject: DraftSubject,
  id: string,
  revision?: number,
): Promise<{ name: string; ownerId: string | null } | null> => {
  if (revision !== undefined && revision < 0) return null;
  const stateOf = async <Catalogue extends EventCatalogue, Command, State>(
    aggregate: Aggregate<Catalogue, Command, State>,
  ): Promise<State> => (await load(store, aggregate, id, revision)).state;
  switch (subject) {
    case 'consigningUnit': {
      const unit = await stateOf(consigningUnit);
      return unit && { name: unit.name, ownerId: null };
    }
    case 'testingUnit': {
      const unit = await stateOf(testingUnit);
      return unit && { name: unit.testUnitName, ownerId: null };
    }
    case 'project': {
      const found = await stateOf(project);
      return found && { name: found.projectName, ownerId: found.consignUnitId };
    }
  }
};

/**
 * What a draft is called by today, which its document has to show; null for a consignment whose names a submission has
 * frozen.
 */
export const currentDraftNames = async (
  store: EventStore,
  state: Pick<ConsignmentFacts, 'consignCode' | 'consignUnitId' | 'consignUnitName' | 'header'>,
): Promise<FrozenNames | null> =>
  state.consignCode === '' ? currentNames(state, await loadCurrentNames(store, state)) : null;

const GONE = Promise.resolve(null);

/**
 * Rows of a page as they are shown: drafts under the names of today, which the view learns a moment after a renaming.
 * Each unit and project is looked up once, and only for drafts.
 */
export const withCurrentRowNames = async (
  store: EventStore,
  rows: readonly ConsignmentRow[],
): Promise<ConsignmentRow[]> => {
  const subjects = new Map<string, ReturnType<typeof readSubjectAt>>();
  const today = (subject: DraftSubject, id: string) => {
    const key = `${subject}-${id}`;
    const found = subjects.get(key) ?? readSubjectAt(store, subject, id);
    subjects.set(key, found);
    return found;
  };
  const named = async (row: ConsignmentRow): Promise<ConsignmentRow> => {
    const [client, laboratory, chosen] = await Promise.all([
      today('consigningUnit', row.consignUnitId),
      row.testUnitId === null ? GONE : today('testingUnit', row.testUnitId),
      row.projectId === null ? GONE : today('project', row.projectId),
    ]);
    const isOwn = chosen !== null && (chosen.ownerId === null || sameId(chosen.ownerId, row.consignUnitId));
    return {
      ...row,
      consignUnit: client?.name ?? row.consignUnit,
      testUnitName: laboratory?.name ?? row.testUnitName,
      projectName: isOwn ? chosen.name : row.projectName,
    };
  };
  return Promise.all(rows.map(async (row) => (row.consignCode === '' ? named(row) : row)));
};
