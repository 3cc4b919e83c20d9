import { Controller, Inject } from '@nestjs/common';
import { getUnitAddressList } from '#contract';
import {
  consigningUnits,
  flatAddress,
  testingUnits,
  type ConsigningUnitRow,
  type FlatAddress,
  type TestingUnitRow,
} from '#domain';
import type { Engines } from '#engines';
import { ROLE, type UnitAddress } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { maskedName, maskedPhone } from '../consignments/mask.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { isOwn } from './own-unit.js';

@Controller()
export class GetUnitAddresses {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** Where a testing unit takes samples in is for everybody who consigns; a consigning unit's places are its own, and an auditor does not see whom they name (ADR-016). */
  @Handles(getUnitAddressList)
  async handle(@Input() { unitId }: InputOf<typeof getUnitAddressList>, @By() caller: Caller): Promise<FlatAddress[]> {
    const { views } = this.engines;
    const testing = await views.get<TestingUnitRow>(testingUnits, unitId);
    if (testing) return mainFirst(testing.addresses);
    if (!isOwn(caller, unitId)) throw Problem.notFound();
    const consigning = await views.get<ConsigningUnitRow>(consigningUnits, unitId);
    if (!consigning) throw Problem.notFound();
    const addresses = mainFirst(consigning.addresses);
    return has(caller, ROLE.auditor) && !has(caller, ROLE.admin) ? addresses.map(withMaskedContact) : addresses;
  }
}

const mainFirst = (addresses: readonly UnitAddress[]): FlatAddress[] =>
  addresses.map(flatAddress).toSorted((left, right) => Number(right.isMain) - Number(left.isMain));

const withMaskedContact = (address: FlatAddress): FlatAddress => ({
  ...address,
  person: maskedName(address.person),
  personPhone: maskedPhone(address.personPhone),
});
