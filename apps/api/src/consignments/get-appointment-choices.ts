import { Controller, Inject } from '@nestjs/common';
import { getPreSiteOtherInfoByTestUnitId, getTuQualificationsByTestUnitId } from '#contract';
import { load, testingUnit } from '#domain';
import type { Engines } from '#engines';
import type { TestingUnit } from '#events';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { preSiteOtherInfoOf } from './pre-site-other-info.js';

@Controller()
export class GetAppointmentChoices {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getPreSiteOtherInfoByTestUnitId)
  async qualificationsAndAddresses(@Input() { testUnitId }: InputOf<typeof getPreSiteOtherInfoByTestUnitId>) {
    return preSiteOtherInfoOf(await this.unit(testUnitId));
  }

  @Handles(getTuQualificationsByTestUnitId)
  async qualifications(@Input() { testUnitId }: InputOf<typeof getTuQualificationsByTestUnitId>) {
    const { qualifications } = await this.unit(testUnitId);
    return qualifications
      .toSorted((left, right) => left.orderIndex - right.orderIndex)
      .map(({ id, name, sysQualificationId }) => ({ id, name, sysQualificationId }));
  }

  private async unit(testUnitId: string): Promise<TestingUnit> {
    const { state } = await load(this.engines.eventStore, testingUnit, testUnitId);
    if (!state) throw Problem.notFound();
    return state;
  }
}
