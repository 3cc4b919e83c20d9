import type { TestingUnitRow } from '#contract';
import { flatAddress, qualificationNameOf, testingUnits, type TestingUnitRow as StoredUnit } from '#domain';
import type { Views } from '#engines';
import type { TestingUnit } from '#events';

/** A platform has a few hundred testing units at most; their filters span several members, so they are filtered as rows. */
const ALL = 10_000;

export const allTestingUnits = async (views: Views): Promise<StoredUnit[]> =>
  (await views.find<StoredUnit>(testingUnits, { limit: ALL })).rows;

export const toTestingUnitRow = (unit: TestingUnit & { id: string }): TestingUnitRow => {
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
    addresses: addresses.map(flatAddress),
    shengShi: `${sheng}${shi}`,
    qualificationName: qualificationNameOf(unit),
    tuQualification: qualifications.toSorted((left, right) => left.orderIndex - right.orderIndex),
  };
};
