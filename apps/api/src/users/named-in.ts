import { streamName } from '#domain/event-sourcing';
import { reportList, type ReportRow } from '#domain/report';
import { foldedForSearch, phoneNumbersIn } from '#domain/text';
import { consigningUnit, testingUnit } from '#domain/units';
import type { User } from '#domain/users';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Engines } from '#engines';
import { decode, ERASED, userEvents, type RecordedEvent, type UserProfile } from '#events';
import { requireUpToDate } from '../http/view-freshness.js';
import { iterateRows } from './every-row.js';

/** Somebody as a stream names them. */
export type PersonMention = Readonly<Record<string, string>>;

/** A stream that may name a person, and by what it names this one. `number` is what people call it by. */
export type MentionSource = {
  kind: 'unit' | 'consignment' | 'report';
  id: string;
  number: string;
  revision: number;
  stream: string;
  /** `part`: the slot of the log or the member of an event that the person stands in. */
  isThem(person: PersonMention, part: string): boolean;
};

/** Who is looked for: every number and every name the account ever had, as they are compared. */
export type PersonSearch = { numbers: ReadonlySet<string>; names: ReadonlySet<string> };

const PAGE = 500;
/** Collected, or declared void since. */
const FETCHED = [60, 90];

/*
 * Where a person is named besides the own account: what the export shows is what the erasure erases (ADR-019). People are known by
 * their numbers there, and only within their own unit: nobody proved a number that was typed.
 */

/** Every profile that the account ever had. */
export const allProfiles = (past: readonly RecordedEvent[]): UserProfile[] =>
  past
    .map((event) => decode(userEvents, event))
    .flatMap(({ type, data }) => (type === 'UserRegistered' || type === 'UserProfileChanged' ? [data.profile] : []));

/** Whom the profiles of an account name. */
export const personSearchOf = (profiles: readonly UserProfile[]): PersonSearch => ({
  numbers: new Set(profiles.flatMap(({ phone }) => phoneNumbersIn(phone))),
  names: new Set(profiles.map(({ name }) => foldedForSearch(name)).filter((name) => name !== '' && name !== ERASED)),
});

/** Whether one of the numbers in a text is theirs. With several numbers in it the text is theirs as a whole. */
export const matchesNumber = ({ numbers }: PersonSearch, { phone = '' }: PersonMention): boolean =>
  phoneNumbersIn(phone).some((number) => numbers.has(number));

/** Whether somebody is called like them. */
export const matchesName = ({ names }: PersonSearch, { name = '' }: PersonMention): boolean =>
  names.has(foldedForSearch(name));

/** The person's unit, as its contact, its registrant or at one of its addresses. */
export const unitMention = ({ unitId, unitType, unitName }: User, sought: PersonSearch): MentionSource | null =>
  unitId === null || sought.numbers.size === 0
    ? null
    : {
        kind: 'unit',
        id: unitId,
        number: unitName,
        revision: 0,
        stream: streamName(unitType === 1 ? testingUnit : consigningUnit, unitId),
        isThem: (person) => matchesNumber(sought, person),
      };

/**
 * Every consignment of the person's unit, oldest first: any of its revisions may name them as contact, witness or sampler. A sampler is
 * recorded without a number and known by a name alone, so the client's namesake is meant as well.
 */
export async function* consignmentsNaming(
  engines: Engines,
  { unitId, unitType }: User,
  sought: PersonSearch,
): AsyncGenerator<MentionSource> {
  if (unitId === null || sought.numbers.size + sought.names.size === 0) return;
  const column = unitType === 1 ? 'testUnitId' : 'consignUnitId';
  await requireUpToDate(engines, consignmentList);
  for (let skip = 0; ; skip += PAGE) {
    const { rows } = await engines.views.find<ConsignmentRow>(consignmentList, {
      where: [{ column, eq: unitId }],
      sort: [{ column: 'position', direction: 'asc' }],
      skip,
      limit: PAGE,
    });
    for (const { id, revision, consignCode } of rows)
      yield {
        kind: 'consignment',
        id,
        number: consignCode ?? '',
        revision,
        stream: `consignment-${id}`,
        isThem: (person, part) =>
          matchesNumber(sought, person) ||
          (unitType === 2 && part === 'sampler' && person['phone'] === '' && matchesName(sought, person)),
      };
    if (rows.length < PAGE) return;
  }
}

/** Reports of the unit that were fetched. Whoever fetched one is known by a name alone, so a namesake in the unit is meant as well. */
export async function* reportsNaming(
  engines: Engines,
  { unitId, unitType }: User,
  sought: PersonSearch,
): AsyncGenerator<MentionSource> {
  if (unitId === null || unitType !== 2 || sought.names.size === 0) return;
  await requireUpToDate(engines, reportList);
  for (const { id, revision, reportNumber } of await iterateRows<ReportRow>(engines.views, reportList, {
    where: [
      { column: 'consignUnitId', eq: unitId },
      { column: 'reportStatus', in: FETCHED },
    ],
    oldestBy: 'position',
  })) {
    yield {
      kind: 'report',
      id,
      number: reportNumber,
      revision,
      stream: `report-${id}`,
      isThem: (person) => person['phone'] === '' && matchesName(sought, person),
    };
  }
}
