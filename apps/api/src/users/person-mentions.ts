import { streamName } from '#domain/event-sourcing';
import { reportList, type ReportRow } from '#domain/report';
import { foldedForSearch, phoneNumbersIn } from '#domain/text';
import { consigningUnit, testingUnit } from '#domain/units';
import type { User } from '#domain/users';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Engines, ViewName, ViewQuery } from '#engines';
import {
  decode,
  ERASED,
  userEvents,
  type RecordedEvent,
  type UserProfile,
  UNIT_TYPE,
  REPORT_STATUS,
  type ReportStatus,
} from '#events';
import { requireUpToDate } from '../http/wait-for-view.js';

/** A person in the data of a stream. */
export type PersonMention = Readonly<Record<string, string>>;

/** A stream that may mention a person. `number` is the human-readable number of its record. */
export type MentionSource = {
  kind: 'unit' | 'consignment' | 'report';
  id: string;
  number: string;
  revision: number;
  stream: string;
  /**
   * Whether a mention refers to the person. `part` is the slot of the log or the member of an event that contains the
   * mention.
   */
  isPerson(person: PersonMention, part: string): boolean;
};

/** All numbers and names that the account ever had, normalized for comparison. */
export type PersonSearch = { numbers: ReadonlySet<string>; names: ReadonlySet<string> };

const PAGE = 500;
/** Statuses of a report that was picked up; it may have become void since. */
const PICKED_UP: ReportStatus[] = [REPORT_STATUS.collected, REPORT_STATUS.void];

/*
 * Mentions of a person outside of the person's account. The export of personal data and the erasure use the same
 * sources (ADR-019). Persons are recognised by their phone numbers, and only within their own unit, because numbers in
 * forms are not verified.
 */

/** All profiles that the account ever had. */
export const allProfiles = (events: readonly RecordedEvent[]): UserProfile[] =>
  events
    .map((event) => decode(userEvents, event))
    .flatMap(({ type, data }) => (type === 'UserRegistered' || type === 'UserProfileChanged' ? [data.profile] : []));

/** The numbers and names to search for, from the profiles of an account. */
export const personSearchOf = (profiles: readonly UserProfile[]): PersonSearch => ({
  numbers: new Set(profiles.flatMap(({ phone }) => phoneNumbersIn(phone))),
  names: new Set(profiles.map(({ name }) => foldedForSearch(name)).filter((name) => name !== '' && name !== ERASED)),
});

/** Whether the phone text contains one of the numbers. A text with several numbers matches as a whole. */
export const matchesNumber = ({ numbers }: PersonSearch, { phone = '' }: PersonMention): boolean =>
  phoneNumbersIn(phone).some((number) => numbers.has(number));

/** Whether a mention has one of the names. */
export const matchesName = ({ names }: PersonSearch, { name = '' }: PersonMention): boolean =>
  names.has(foldedForSearch(name));

/** The person's unit, which may mention the person as contact, as registrant or in an address. */
export const unitMentioning = ({ unitId, unitType, unitName }: User, search: PersonSearch): MentionSource | null =>
  unitId === null || search.numbers.size === 0
    ? null
    : {
        kind: 'unit',
        id: unitId,
        number: unitName,
        revision: 0,
        stream: streamName(unitType === UNIT_TYPE.laboratory ? testingUnit : consigningUnit, unitId),
        isPerson: (person) => matchesNumber(search, person),
      };

/**
 * All consignments of the person's unit, the oldest first. Any revision may mention the person as contact, witness or
 * sampler. A sampler is recorded without a number and recognised by name only, so another person with the same name at
 * the client matches, too.
 */
export async function* consignmentsMentioning(
  engines: Engines,
  { unitId, unitType }: User,
  search: PersonSearch,
): AsyncGenerator<MentionSource> {
  if (unitId === null || search.numbers.size + search.names.size === 0) return;
  const column = unitType === UNIT_TYPE.laboratory ? 'testUnitId' : 'consignUnitId';
  await requireUpToDate(engines, consignmentList);
  for await (const { id, revision, consignCode } of eachRow<ConsignmentRow>(engines.views, consignmentList, {
    where: [{ column, eq: unitId }],
    oldestBy: 'position',
  }))
    yield {
      kind: 'consignment',
      id,
      number: consignCode ?? '',
      revision,
      stream: `consignment-${id}`,
      isPerson: (person, part) =>
        matchesNumber(search, person) ||
        (unitType === UNIT_TYPE.client && part === 'sampler' && person['phone'] === '' && matchesName(search, person)),
    };
}

/**
 * Picked-up reports of the unit. The receiver is recognised by name only, so another person with the same name matches,
 * too.
 */
export async function* reportsMentioning(
  engines: Engines,
  { unitId, unitType }: User,
  search: PersonSearch,
): AsyncGenerator<MentionSource> {
  if (unitId === null || unitType !== UNIT_TYPE.client || search.names.size === 0) return;
  await requireUpToDate(engines, reportList);
  for await (const { id, revision, reportNumber } of eachRow<ReportRow>(engines.views, reportList, {
    where: [
      { column: 'consignUnitId', eq: unitId },
      { column: 'reportStatus', in: PICKED_UP },
    ],
    oldestBy: 'position',
  })) {
    yield {
      kind: 'report',
      id,
      number: reportNumber,
      revision,
      stream: `report-${id}`,
      isPerson: (person) => person['phone'] === '' && matchesName(search, person),
    };
  }
}

/**
 * All rows of a query, read in pages in the order of a column. A page begins at the last value of the page before, so
 * that a row that is added or leaves the query meanwhile hides no other row.
 */
export async function* eachRow<Row extends { id: string }>(
  views: Engines['views'],
  view: ViewName,
  { where = [], oldestBy }: Pick<ViewQuery, 'where'> & { oldestBy: keyof Row & string },
): AsyncGenerator<Row> {
  const idsRead = new Set<string>();
  let from: string | undefined;
  for (let limit = PAGE; ;) {
    const { rows } = await views.find<Row>(view, {
      where: from === undefined ? where : [...where, { column: oldestBy, from }],
      sort: [{ column: oldestBy, direction: 'asc' }],
      limit,
      withoutTotal: true,
    });
    for (const row of rows)
      if (!idsRead.has(row.id)) {
        idsRead.add(row.id);
        yield row;
      }
    if (rows.length < limit) return;
    const last = String(rows.at(-1)?.[oldestBy]);
    limit = last === from ? limit * 2 : PAGE; // all rows of the page have this value
    from = last;
  }
}

/** All rows of a query, the oldest first. */
export const readAllRows = async <Row extends { id: string }>(
  ...query: Parameters<typeof eachRow<Row>>
): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const row of eachRow<Row>(...query)) rows.push(row);
  return rows;
};
