import type { TestingUnitRow as ApiTestingUnitRow, ConsignUnit, TestUnit } from '#contract';
import { load } from '#domain/event-sourcing';
import {
  consigningUnit,
  consigningUnits,
  toApiAddress,
  qualificationNameOf,
  testingUnit,
  testingUnits,
  type ConsigningUnitRow,
  type TestingUnitRow,
} from '#domain/units';
import type { Views } from '#engines';
import type { EventStore, RecordedEvent, TestingUnit } from '#events';

/** A platform has a few hundred testing units at most, so they are filtered in memory. */
const MAX_TESTING_UNITS = 10_000;

export const allTestingUnits = async (views: Views): Promise<TestingUnitRow[]> =>
  (await views.find<TestingUnitRow>(testingUnits, { limit: MAX_TESTING_UNITS })).rows;

export const toTestingUnitRow = (unit: TestingUnit & { id: string }): ApiTestingUnitRow => {
  const { id, unitNo, testUnitName, sheng, shi, contact, regAddress, logoPath, isActive, addresses, qualifications } =
    unit;
  return {
    id,
    unitNo,
    testUnitName,
    sheng,
    shi,
    contactPhone: contact.phone,
    regAddress,
    logoPath,
    isActive,
    addresses: addresses.map(toApiAddress),
    shengShi: `${sheng}${shi}`,
    qualificationName: qualificationNameOf(unit),
    tuQualification: qualifications.toSorted((left, right) => left.orderIndex - right.orderIndex),
  };
};

/** A testing unit read from its stream, with author and times; null if there is none. */
export const currentTestingUnit = async (store: EventStore, id: string): Promise<TestingUnitRow | null> =>
  projectRow((await load(store, testingUnit, id)).events, id);

const projectRow = (events: readonly RecordedEvent[], id: string): TestingUnitRow | null =>
  events.reduce<TestingUnitRow | null>((row, event) => testingUnits.project(row, event, id), null);

/** The testing unit in the form for its administration. */
export const toTestUnit = (row: TestingUnitRow): TestUnit => {
  const { bigCategoryIds: _, contact, qualifications, addresses, creatorId, lastModifierId, ...unit } = row;
  return {
    ...unit,
    contactPhone: contact.phone,
    jtsyjcAddress: unit.jtsyjcAddress ?? '',
    shengShi: `${unit.sheng}${unit.shi}`,
    qualificationName: qualificationNameOf(row),
    tuQualification: qualifications
      .toSorted((left, right) => left.orderIndex - right.orderIndex)
      .map(({ createTime, ...qualification }) => ({
        ...qualification,
        testUnitId: row.id,
        createTime: createTime ?? row.creationTime,
      })),
    addresses: addresses.map(toApiAddress),
    isDeleted: false,
    creatorUserId: creatorId,
    lastModifierUserId: lastModifierId,
  };
};

/** Exceeds the number of consigning units of any platform. */
const MAX_CONSIGNING_UNITS = 100_000;

/** Every consigning unit, for filters that the view does not offer. */
export const allConsigningUnits = async (views: Views): Promise<ConsigningUnitRow[]> =>
  (await views.find<ConsigningUnitRow>(consigningUnits, { limit: MAX_CONSIGNING_UNITS })).rows;

/** A consigning unit read from its stream, with author and times; null if there is none. */
export const currentConsigningUnit = async (store: EventStore, id: string): Promise<ConsigningUnitRow | null> => {
  const { events } = await load(store, consigningUnit, id);
  return events.reduce<ConsigningUnitRow | null>((row, event) => consigningUnits.project(row, event, id), null);
};

/** The consigning unit in the form for its administration. */
export const toConsignUnit = ({
  registrant,
  addresses,
  creatorId,
  lastModifierId,
  ...unit
}: ConsigningUnitRow): ConsignUnit => ({
  ...unit,
  regPerson: registrant?.name ?? '',
  regPhone: registrant?.phone ?? '',
  addresses: addresses.map(toApiAddress),
  isDeleted: false,
  creatorUserId: creatorId,
  lastModifierUserId: lastModifierId,
});
