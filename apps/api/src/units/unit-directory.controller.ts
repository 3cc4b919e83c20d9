import { Controller, Inject, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  getAllUnit,
  getAreaList,
  getOwnUnitOpening,
  getQualificationList,
  getQualificationNameList,
  getTestUnitInfoByConsignPlatURL,
  getTestUnitInfoByConsignPlatURLCore,
  getUnitAddressList,
  getUnitDetail,
} from '#contract';
import { sameId } from '#domain/rules';
import { showsServiceWidget, testingUnitAtOrigin, type TestingUnitRow } from '#domain/units';
import type { Engines } from '#engines';
import { bearerTokenOf } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller.js';
import { Sessions } from '../auth/sessions.js';
import { CurrentUser, type ApiRequest } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../injection-tokens.js';
import {
  FindTestingUnits,
  GetOwnUnitOpening,
  GetTestingUnitDetail,
  ListAreas,
  ListPlatformQualifications,
  ListQualificationNames,
  ListUnitAddresses,
} from './unit-directory.queries.js';
import { allTestingUnits } from './unit-rows.js';

/** Data of units that others may read: names, places, qualifications and branding. */
@Controller()
export class UnitDirectoryController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly sessions: Sessions,
  ) {}

  @HandlesOperation(getAllUnit)
  list(@Input() input: InputOf<typeof getAllUnit>) {
    return this.queries.execute(new FindTestingUnits(input));
  }

  @HandlesOperation(getUnitDetail)
  detail(@Input() input: InputOf<typeof getUnitDetail>) {
    return this.queries.execute(new GetTestingUnitDetail(input));
  }

  @HandlesOperation(getAreaList)
  areas() {
    return this.queries.execute(new ListAreas());
  }

  @HandlesOperation(getQualificationNameList)
  qualificationNames() {
    return this.queries.execute(new ListQualificationNames());
  }

  @HandlesOperation(getQualificationList)
  qualifications() {
    return this.queries.execute(new ListPlatformQualifications());
  }

  @HandlesOperation(getUnitAddressList)
  addresses(@Input() input: InputOf<typeof getUnitAddressList>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListUnitAddresses(input, caller));
  }

  @HandlesOperation(getOwnUnitOpening)
  ownOpening(@CurrentUser() caller: Caller) {
    return this.queries.execute(new GetOwnUnitOpening(caller));
  }

  @HandlesOperation(getTestUnitInfoByConsignPlatURL)
  async infoByOrigin(@Input() { url }: InputOf<typeof getTestUnitInfoByConsignPlatURL>, @Req() request: ApiRequest) {
    return this.brandingFor(testingUnitAtOrigin(await allTestingUnits(this.engines.views), url), url, request);
  }

  @HandlesOperation(getTestUnitInfoByConsignPlatURLCore)
  async infoByOriginOrUnit(
    @Input() { url, unitId }: InputOf<typeof getTestUnitInfoByConsignPlatURLCore>,
    @Req() request: ApiRequest,
  ) {
    const units = await allTestingUnits(this.engines.views);
    return this.brandingFor(
      unitId === '' ? testingUnitAtOrigin(units, url) : (units.find(({ id }) => sameId(id, unitId)) ?? null),
      url,
      request,
    );
  }

  private async brandingFor(unit: TestingUnitRow | null, url: string, request: ApiRequest) {
    const caller = unit && (await this.sessions.callerOf(bearerTokenOf(request), request.receivedAt));
    const branding = brandingOf(unit, url);
    return branding && (caller ? branding : { ...branding, lmisurl: '', lmisIntegratedCode: '' });
  }
}

const brandingOf = (unit: TestingUnitRow | null, url: string) => {
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
    serviceWidget: showsServiceWidget(unit, url),
    lmisType,
    lmisurl,
    lmisIntegratedCode,
    iLISReportProgressQueryURL,
  };
};
