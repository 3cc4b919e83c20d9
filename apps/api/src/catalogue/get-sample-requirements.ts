import { Controller } from '@nestjs/common';
import { getSampleRequirements } from '#contract';
import { requirementsFor } from '#domain';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { catalogueSampleOf } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetSampleRequirements {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getSampleRequirements)
  async handle(@Input() input: InputOf<typeof getSampleRequirements>, @Asked() by: AskedBy) {
    const sample = await catalogueSampleOf(await this.catalogues.asked(input, by), { sampleId: input.sampleId });
    return requirementsFor(sample, input.paramIds).map(({ id, defaultSampleDescription }) => ({ id, defaultSampleDescription }));
  }
}
