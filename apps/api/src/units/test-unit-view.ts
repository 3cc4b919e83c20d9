import type { TestUnit } from '#contract';
import { flatAddress, load, qualificationNameOf, testingUnit, testingUnits, type TestingUnitRow } from '#domain';
import type { EventStore, RecordedEvent } from '#events';

/** A testing unit as its own stream says now, with its trail; null for none. */
export const testingUnitNow = async (store: EventStore, id: string): Promise<TestingUnitRow | null> =>
  rowAfter((await load(store, testingUnit, id)).past, id);

const rowAfter = (past: readonly RecordedEvent[], id: string): TestingUnitRow | null =>
  past.reduce<TestingUnitRow | null>((row, event) => testingUnits.project(row, event, id), null);

/** A testing unit as its administration sees it. */
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
      .map(({ createTime, ...held }) => ({ ...held, testUnitId: row.id, createTime: createTime ?? row.creationTime })),
    addresses: addresses.map(flatAddress),
    isDeleted: false,
    creatorUserId: creatorId,
    lastModifierUserId: lastModifierId,
  };
};
