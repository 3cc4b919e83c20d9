import { Controller, Inject } from '@nestjs/common';
import { getParameterStandards } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { localDayOf } from '../http/local-day.js';
import { CLOCK, type Clock } from '../provided.js';
import { Asked } from './asked.js';
import { ofSample } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';
import { datesOf } from './standard-dates.js';

@Controller()
export class GetParameterStandards {
  constructor(
    private readonly catalogues: Catalogues,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** A unit's copy of a sample is called by the sample's own id, so either name will do. */
  @Handles(getParameterStandards)
  async handle(@Input() input: InputOf<typeof getParameterStandards>, @Asked() by: AskedBy) {
    const { unitSampleId = '', sampleId = unitSampleId, paramIds } = input;
    const parameters = await ofSample((await this.catalogues.asked(input, by)).parameterStandards(sampleId, paramIds));
    const today = localDayOf(this.now());
    const dated = <Standard extends { executeDate: string | null; expireDate: string | null }>(standard: Standard) => ({
      ...standard,
      ...datesOf(standard, today),
    });
    return parameters.map(({ standards, basis, ...parameter }) => ({
      ...parameter,
      standards: standards.map(dated),
      basis: basis.map(dated),
    }));
  }
}
