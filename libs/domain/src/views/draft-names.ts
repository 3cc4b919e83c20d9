import {
  decode,
  type DraftNameEvent,
  draftNameEvents,
  type DraftSubject,
  type EventStore,
  idOfStream,
  type RecordedEvent,
} from '#events';
import { isAvailableTo, readSubjectAt } from '../consignment/current-names.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import { sameId } from '../rules/equality.js';
import type { ConsignmentRow } from './consignment-row.js';

/** Maximum number of drafts in one event. The ids are far below its size limit. */
export const DRAFTS_NAMED_AT_ONCE = 500;

type NameDrafts = { type: 'NameDrafts'; subject: DraftSubject; name: string; consignmentIds: readonly string[] };

/** Stream draftNames-<id of the unit or project>: gives the lists the current name for their drafts (ADR-027). */
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

/** The member of a row that holds the id of a subject. */
export const SUBJECT_COLUMN = {
  consigningUnit: 'consignUnitId',
  testingUnit: 'testUnitId',
  project: 'projectId',
} as const satisfies Record<DraftSubject, keyof ConsignmentRow>;

/** The member of a row that shows the subject's name. */
export const SUBJECT_NAME_COLUMN = {
  consigningUnit: 'consignUnit',
  testingUnit: 'testUnitName',
  project: 'projectName',
} as const satisfies Record<DraftSubject, keyof ConsignmentRow>;

/**
 * The row of a draft with the new name. The row stays unchanged if it now refers to another subject, has a newer name,
 * or was submitted.
 */
export const applyDraftName = (row: ConsignmentRow, event: RecordedEvent): ConsignmentRow => {
  const { subject, name } = decode(draftNameEvents, event).data;
  return row.consignCode === '' &&
    event.position > row.namedAt &&
    sameId(row[SUBJECT_COLUMN[subject]], idOfStream(event.stream))
    ? { ...row, [SUBJECT_NAME_COLUMN[subject]]: name, namedAt: event.position }
    : row;
};

const NO_NAME = Promise.resolve(null);

/**
 * Rows of a page with the current names in drafts. The view gets a new name shortly after a renaming, so the names are
 * read from the streams. Each unit and project is read once, and only for drafts.
 */
export const withCurrentRowNames = async (
  store: EventStore,
  rows: readonly ConsignmentRow[],
): Promise<ConsignmentRow[]> => {
  const subjects = new Map<string, ReturnType<typeof readSubjectAt>>();
  const readOnce = (subject: DraftSubject, id: string) => {
    const key = `${subject}-${id}`;
    const reading = subjects.get(key) ?? readSubjectAt(store, subject, id);
    subjects.set(key, reading);
    return reading;
  };
  const withCurrentNames = async (row: ConsignmentRow): Promise<ConsignmentRow> => {
    const [client, laboratory, project] = await Promise.all([
      readOnce('consigningUnit', row.consignUnitId),
      row.testUnitId === null ? NO_NAME : readOnce('testingUnit', row.testUnitId),
      row.projectId === null ? NO_NAME : readOnce('project', row.projectId),
    ]);
    return {
      ...row,
      consignUnit: client?.name ?? row.consignUnit,
      testUnitName: laboratory?.name ?? row.testUnitName,
      projectName: project && isAvailableTo(project, row.consignUnitId) ? project.name : row.projectName,
    };
  };
  return Promise.all(rows.map(async (row) => (row.consignCode === '' ? withCurrentNames(row) : row)));
};
