import { Controller, Inject } from '@nestjs/common';
import { getTestUnitInfoByConsignPlatURL } from '#contract';
import { testingUnitAtOrigin } from '#domain';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { allTestingUnits } from './testing-unit-row.js';

@Controller()
export class GetTestUnitInfoByOrigin {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getTestUnitInfoByConsignPlatURL)
  async handle(@Input() { url }: InputOf<typeof getTestUnitInfoByConsignPlatURL>) {
    const unit = testingUnitAtOrigin(await allTestingUnits(this.engines.views), url);
    if (!unit) return null;
    const { id, testUnitName, logoPath, systemName, filingNumber, contactPhone, iLISReportProgressQueryURL } = unit;
    return { testUnitId: id, testUnitName, logo: logoPath, systemName, filingNumber, supportContact: contactPhone, iLISReportProgressQueryURL };
  }
}
