import { Controller, Inject } from '@nestjs/common';
import { getTestUnitInfoByConsignPlatURL, getTestUnitInfoByConsignPlatURLCore } from '#contract';
import { sameId, testingUnitAtOrigin, type TestingUnitRow } from '#domain';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { allTestingUnits } from './testing-unit-row.js';

/** Logo, names and numbers of a testing unit: before login too, as the login page shows them. */
@Controller()
export class GetTestUnitInfoByOrigin {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getTestUnitInfoByConsignPlatURL)
  async handle(@Input() { url }: InputOf<typeof getTestUnitInfoByConsignPlatURL>) {
    return brandingOf(testingUnitAtOrigin(await allTestingUnits(this.engines.views), url));
  }

  @Handles(getTestUnitInfoByConsignPlatURLCore)
  async core(@Input() { url, unitId }: InputOf<typeof getTestUnitInfoByConsignPlatURLCore>) {
    const units = await allTestingUnits(this.engines.views);
    return brandingOf(
      unitId === '' ? testingUnitAtOrigin(units, url) : (units.find(({ id }) => sameId(id, unitId)) ?? null),
    );
  }
}

const brandingOf = (unit: TestingUnitRow | null) => {
  if (!unit) return null;
  const {
    id,
    testUnitName,
    logoPath,
    systemName,
    filingNumber,
    contact,
    lmisType,
    lmisurl,
    lmisIntegratedCode,
    iLISReportProgressQueryURL,
    sheng,
    shi,
    regAddress,
    isActive,
  } = unit;
  return {
    testUnitId: id,
    testUnitName,
    logo: logoPath,
    unitId: id,
    unitName: testUnitName,
    logoURL: logoPath,
    icp: filingNumber,
    testUnitInfo: { id, testUnitName, contactPhone: contact.phone, sheng, shi, regAddress, logoPath, isActive },
    systemName,
    filingNumber,
    supportContact: contact.phone,
    lmisType,
    lmisurl,
    lmisIntegratedCode,
    iLISReportProgressQueryURL,
  };
};
