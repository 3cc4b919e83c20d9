import {
  decode,
  type PersonalReadEvent,
  personalReadEvents,
  type PersonOfConsignment,
  type RecordedEvent,
} from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

export type RecordPersonalRead =
  | { type: 'ReadPersonalData'; read: Extract<PersonalReadEvent, { type: 'PersonalDataRead' }>['data'] }
  | { type: 'ReadAccountData'; person: string };

const REASON_MAX = 200;

/**
 * Stream personalRead-<consignment id, or user id>. Each reading is a separate event, even if it repeats an earlier one
 * (ADR-003).
 * @throws RuleBroken REASON_REQUIRED, TEXT_TOO_LONG, NO_PERSON_THERE.
 */
export const personalRead: Aggregate<typeof personalReadEvents, RecordPersonalRead, null> = {
  category: 'personalRead',
  events: personalReadEvents,
  decider: {
    initialState: null,
    decide(command): PersonalReadEvent[] {
      if (command.type === 'ReadAccountData') return [{ type: 'AccountDataRead', data: { person: command.person } }];
      const { read } = command;
      const reason = read.reason.trim();
      refuseIf(reason === '' ? problem('REASON_REQUIRED', {}, 'reason') : null);
      refuseIf(reason.length > REASON_MAX ? problem('TEXT_TOO_LONG', { max: REASON_MAX }, 'reason') : null);
      refuseIf(read.persons.length === 0 ? problem('NO_PERSON_THERE', {}, 'parts') : null);
      return [{ type: 'PersonalDataRead', data: { ...read, reason } }];
    },
    evolve: () => null,
  },
};

/**
 * A record that the user `userId` read personal data: of one person of a consignment, or all data about the person of
 * an account (part `account`, without a consignment). `person` is a fingerprint.
 */
export type PersonalReadRow = {
  id: string;
  at: string;
  userId: string;
  consignmentId: string;
  consignCode: string;
  revision: number;
  part: PersonOfConsignment | 'account';
  person: string;
  reason: string;
};

const rowsOf = (event: RecordedEvent): PersonalReadRow[] => {
  const { type, data } = decode(personalReadEvents, event);
  const { at, by } = event.metadata;
  if (type === 'AccountDataRead')
    return [
      {
        id: event.id,
        at,
        userId: by.userId,
        consignmentId: '',
        consignCode: '',
        revision: 0,
        part: 'account',
        person: data.person,
        reason: '',
      },
    ];
  const { persons, ...read } = data;
  return persons.map((person, index) => ({ id: `${event.id}.${index}`, at, userId: by.userId, ...read, ...person }));
};

/** Log of readings with one row per person, so that all users can see who read their data (ADR-003). */
export const personalReads: Projection<PersonalReadRow> = {
  name: 'personalReads',
  version: 4, // readings of whole accounts are listed
  types: Object.keys(personalReadEvents),
  idsOf: (event) => rowsOf(event).map(({ id }) => id),
  project: (row, event, id) => rowsOf(event).find((readRow) => readRow.id === id) ?? row,
  view: {
    columns: {
      at: { type: 'text', of: (row) => row.at },
      person: { type: 'text', of: (row) => row.person },
      consignmentId: { type: 'text', of: (row) => row.consignmentId },
    },
    search: (row) => `${row.consignCode}\n${row.reason}`,
    indexes: [
      ['person', 'at'],
      ['consignmentId', 'at'],
    ],
  },
};
