import type { TestUnit, UnitAddressEntity } from '#contract';
import { load, qualificationNameOf, testingUnit, testingUnits, type TestingUnitRow } from '#domain';
import type { EventStore, RecordedEvent, UnitAddress } from '#events';

/** A testing unit as its own stream says now, with its trail; null for none. */
export const testingUnitNow = async (store: EventStore, id: string): Promise<TestingUnitRow | null> => rowAfter((await load(store, testingUnit, id)).past, id);

const rowAfter = (past: readonly RecordedEvent[], id: string): TestingUnitRow | null => past.reduce<TestingUnitRow | null>((row, event) => testingUnits.project(row, event, id), null);

/** A testing unit as its administration sees it. */
export const toTestUnit = (row: TestingUnitRow): TestUnit => {
  const { bigCategoryIds: _, qualifications, addresses, creatorId, lastModifierId, ...unit } = row;
  return {
    ...unit,
    jtsyjcAddress: unit.jtsyjcAddress ?? '',
    shengShi: `${unit.sheng}${unit.shi}`,
    qualificationName: qualificationNameOf(row),
    tuQualification: qualifications
      .toSorted((left, right) => left.orderIndex - right.orderIndex)
      .map(({ createTime, ...held }) => ({ ...held, testUnitId: row.id, createTime: createTime ?? row.creationTime })),
    addresses: addresses.map(toAddress),
    isDeleted: false,
    creatorUserId: creatorId,
    lastModifierUserId: lastModifierId,
  };
};

export const toAddress = (address: UnitAddress): UnitAddressEntity => ({ ...address, personSex: address.personSex ?? '', addressPoint: address.addressPoint ?? '' });
