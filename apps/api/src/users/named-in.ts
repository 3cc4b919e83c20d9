import {
  consigningUnit,
  consignmentList,
  reportList,
  streamOf,
  testingUnit,
  type ConsignmentRow,
  type ReportRow,
  type User,
} from '#domain';
import type { Engines } from '#engines';
import { ERASED } from '#events';
import { upToDate } from '../http/fresh.js';
import { everyRow } from './every-row.js';

/** A stream that may name a person, and by what it names this one. `number` is what people call it by. */
export type Place = {
  kind: 'unit' | 'consignment' | 'report';
  id: string;
  number: string;
  revision: number;
  stream: string;
  isThem(person: Readonly<Record<string, string>>): boolean;
};

const PAGE = 500;
/** Collected, or declared void since. */
const FETCHED = [60, 90];

/*
 * Where a person is named besides the own account: what the export shows is what the erasure erases (record 88). People are known by
 * their number there, and only within their own unit: nobody proved a number that was typed.
 */

/** The person's unit, as its contact, its registrant or at one of its addresses. */
export const unitNaming = ({ unitId, unitType, unitName, profile: { phone } }: User): Place | null =>
  unitId === null || !isNumber(phone)
    ? null
    : {
        kind: 'unit',
        id: unitId,
        number: unitName,
        revision: 0,
        stream: streamOf(unitType === 1 ? testingUnit : consigningUnit, unitId),
        isThem: (person) => person['phone'] === phone,
      };

/** Every consignment of the person's unit, oldest first: any of its revisions may name them as contact, witness or sampler. */
export async function* consignmentsNaming(
  engines: Engines,
  { unitId, unitType, profile: { phone } }: User,
): AsyncGenerator<Place> {
  if (unitId === null || !isNumber(phone)) return;
  const column = unitType === 1 ? 'testUnitId' : 'consignUnitId';
  await upToDate(engines, consignmentList);
  for (let skip = 0; ; skip += PAGE) {
    const { rows } = await engines.views.find<ConsignmentRow>(consignmentList, {
      where: [{ column, eq: unitId }],
      sort: [{ column: 'creationTime', direction: 'asc' }],
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
        isThem: (person) => person['phone'] === phone,
      };
    if (rows.length < PAGE) return;
  }
}

/** Reports of the unit that were fetched. Whoever fetched one is known by a name alone, so a namesake in the unit is meant as well. */
export async function* reportsNaming(
  engines: Engines,
  { unitId, unitType, profile: { name } }: User,
): AsyncGenerator<Place> {
  if (unitId === null || unitType !== 2 || name === ERASED) return;
  await upToDate(engines, reportList);
  for (const { id, revision, reportNumber } of await everyRow<ReportRow>(engines.views, reportList, {
    where: [
      { column: 'consignUnitId', eq: unitId },
      { column: 'reportStatus', in: FETCHED },
    ],
    oldestBy: 'registeredAt',
  })) {
    yield {
      kind: 'report',
      id,
      number: reportNumber,
      revision,
      stream: `report-${id}`,
      isThem: (person) => person['phone'] === '' && person['name'] === name,
    };
  }
}

const isNumber = (phone: string): boolean => phone !== '' && phone !== ERASED;
