import { Controller, Inject, Req } from '@nestjs/common';
import { getTestUnitInfoByConsignPlatURL, getTestUnitInfoByConsignPlatURLCore } from '#contract';
import { sameId, testingUnitAtOrigin, type TestingUnitRow } from '#domain';
import type { Engines } from '#engines';
import { bearerOf } from '../auth/access.guard.js';
import { Sessions } from '../auth/sessions.js';
import type { ApiRequest } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { allTestingUnits } from './testing-unit-row.js';

/**
 * Logo, names and numbers of a testing unit: before login too, as the login page shows them. Where its laboratory system is, and the
 * code it is known by there, is told to users alone.
 */
@Controller()
export class GetTestUnitInfoByOrigin {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly sessions: Sessions,
  ) {}

  @Handles(getTestUnitInfoByConsignPlatURL)
  async handle(@Input() { url }: InputOf<typeof getTestUnitInfoByConsignPlatURL>, @Req() request: ApiRequest) {
    return this.shown(testingUnitAtOrigin(await allTestingUnits(this.engines.views), url), request);
  }

  @Handles(getTestUnitInfoByConsignPlatURLCore)
  async core(
    @Input() { url, unitId }: InputOf<typeof getTestUnitInfoByConsignPlatURLCore>,
    @Req() request: ApiRequest,
  ) {
    const units = await allTestingUnits(this.engines.views);
    return this.shown(
      unitId === '' ? testingUnitAtOrigin(units, url) : (units.find(({ id }) => sameId(id, unitId)) ?? null),
      request,
    );
  }

  private async shown(unit: TestingUnitRow | null, request: ApiRequest) {
    const caller = unit && (await this.sessions.callerOf(bearerOf(request), request.receivedAt));
    const branding = brandingOf(unit);
    return branding && (caller ? branding : { ...branding, lmisurl: '', lmisIntegratedCode: '' });
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
