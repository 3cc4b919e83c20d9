import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  getAllUnit,
  getAreaList,
  getOwnUnitOpening,
  getQualificationList,
  getQualificationNameList,
  getUnitAddressList,
  getUnitDetail,
  type OwnUnitOpening,
  type ResultOf,
} from '#contract';
import { load } from '#domain/event-sourcing';
import { reference, referenceLists, type ReferenceRow } from '#domain/reference';
import { sameId } from '#domain/rules';
import {
  consigningUnits,
  toApiAddress,
  isIntegrated,
  testingUnit,
  testingUnits,
  testingUnitsMatching,
  type ConsigningUnitRow,
  type FlatAddress,
  type TestingUnitRow,
} from '#domain/units';
import type { Engines } from '#engines';
import { ROLE, type UnitAddress } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { Users, loadUserNames } from '../auth/users.js';
import { maskedName, maskedPhone } from '../auth/masked-persons.js';
import type { OperationReturn, InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { canReadUnit } from './unit-access.js';
import { allTestingUnits, toTestingUnitRow } from './unit-rows.js';
import { readUnitName, findUnopenedUnit } from './unit-state.js';

export class FindTestingUnits extends Query<OperationReturn<ResultOf<typeof getAllUnit>>> {
  constructor(readonly input: InputOf<typeof getAllUnit>) {
    super();
  }
}

@QueryHandler(FindTestingUnits)
export class FindTestingUnitsHandler implements IQueryHandler<FindTestingUnits> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { currPage, maxPage, ...filter } }: FindTestingUnits) {
    const matches = testingUnitsMatching(await allTestingUnits(this.engines.views), filter);
    return {
      items: matches.slice((currPage - 1) * maxPage, currPage * maxPage).map(toTestingUnitRow),
      totalCount: matches.length,
    };
  }
}

export class GetTestingUnitDetail extends Query<OperationReturn<ResultOf<typeof getUnitDetail>>> {
  constructor(readonly input: InputOf<typeof getUnitDetail>) {
    super();
  }
}

@QueryHandler(GetTestingUnitDetail)
export class GetTestingUnitDetailHandler implements IQueryHandler<GetTestingUnitDetail> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { id } }: GetTestingUnitDetail) {
    const { state: unit } = await load(this.engines.eventStore, testingUnit, id);
    if (!unit?.isActive) throw Problem.notFound();
    return {
      ...toTestingUnitRow({ ...unit, id }),
      inroduce: unit.inroduce,
      regTime: unit.regTime,
      isIntegrated: isIntegrated(unit),
      unitCode: unit.lmisIntegratedCode.trim() || unit.unitNo,
    };
  }
}

export class ListAreas extends Query<OperationReturn<ResultOf<typeof getAreaList>>> {}

@QueryHandler(ListAreas)
export class ListAreasHandler implements IQueryHandler<ListAreas> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute() {
    const list = await this.engines.views.get<ReferenceRow>(referenceLists, 'areas');
    return list?.kind === 'areas' ? list.areas : [];
  }
}

/** Names of qualifications of active units. */
export class ListQualificationNames extends Query<OperationReturn<ResultOf<typeof getQualificationNameList>>> {}

@QueryHandler(ListQualificationNames)
export class ListQualificationNamesHandler implements IQueryHandler<ListQualificationNames> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute() {
    const qualifications = (await allTestingUnits(this.engines.views))
      .filter(({ isActive }) => isActive)
      .flatMap(({ qualifications }) => qualifications);
    return [...new Set(qualifications.map(({ name }) => name))].toSorted((left, right) =>
      left.localeCompare(right, 'zh'),
    );
  }
}

export class ListPlatformQualifications extends Query<OperationReturn<ResultOf<typeof getQualificationList>>> {}

@QueryHandler(ListPlatformQualifications)
export class ListPlatformQualificationsHandler implements IQueryHandler<ListPlatformQualifications> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute() {
    const { state } = await load(this.engines.eventStore, reference, 'qualifications');
    const qualifications = state?.type === 'QualificationsListed' ? state.data.qualifications : [];
    return qualifications
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, name, orderIndex }) => ({ id, name, orderIndex }))
      .toSorted((left, right) => left.orderIndex - right.orderIndex);
  }
}

/**
 * Addresses of testing units are public. Those of consigning units are for their staff; auditors see their contacts
 * masked (ADR-016).
 */
export class ListUnitAddresses extends Query<OperationReturn<ResultOf<typeof getUnitAddressList>>> {
  constructor(
    readonly input: InputOf<typeof getUnitAddressList>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListUnitAddresses)
export class ListUnitAddressesHandler implements IQueryHandler<ListUnitAddresses> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { unitId }, caller }: ListUnitAddresses): Promise<FlatAddress[]> {
    const { views } = this.engines;
    const testing = await views.get<TestingUnitRow>(testingUnits, unitId);
    if (testing) return sortMainFirst(testing.addresses);
    if (!canReadUnit(caller, unitId)) throw Problem.notFound();
    const consigning = await views.get<ConsigningUnitRow>(consigningUnits, unitId);
    if (!consigning) throw Problem.notFound();
    const addresses = sortMainFirst(consigning.addresses);
    return hasRole(caller, ROLE.auditor) && !hasRole(caller, ROLE.admin) ? addresses.map(maskContact) : addresses;
  }
}

/** The approval state of the caller's unit. Staff of an unapproved unit see it instead of the console (ADR-018). */
export class GetOwnUnitOpening extends Query<OperationReturn<ResultOf<typeof getOwnUnitOpening>>> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@QueryHandler(GetOwnUnitOpening)
export class GetOwnUnitOpeningHandler implements IQueryHandler<GetOwnUnitOpening> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async execute({ caller }: GetOwnUnitOpening): Promise<OwnUnitOpening | null> {
    const unopened = await findUnopenedUnit(this.engines.eventStore, caller);
    if (!unopened || caller.unitType === null) return null;
    const { opening, registration } = unopened;
    const { by, at } = registration.metadata;
    const isOwn = sameId(by.unitId, caller.unitId);
    return {
      unitName: await readUnitName(this.engines.eventStore, caller),
      unitType: caller.unitType,
      state: opening.state,
      reason: opening.state === 'refused' ? opening.reason : '',
      registeredBy: isOwn ? (await loadUserNames(this.users, [by.userId]))(by.userId) : '',
      registeredAt: at,
    };
  }
}

export const unitDirectoryQueryHandlers = [
  FindTestingUnitsHandler,
  GetTestingUnitDetailHandler,
  ListAreasHandler,
  ListQualificationNamesHandler,
  ListPlatformQualificationsHandler,
  ListUnitAddressesHandler,
  GetOwnUnitOpeningHandler,
];

const sortMainFirst = (addresses: readonly UnitAddress[]): FlatAddress[] =>
  addresses.map(toApiAddress).toSorted((left, right) => Number(right.isMain) - Number(left.isMain));

const maskContact = (address: FlatAddress): FlatAddress => ({
  ...address,
  person: maskedName(address.person),
  personPhone: maskedPhone(address.personPhone),
});
