import { Controller } from '@nestjs/common';
import { getSampleRequirements } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { ofSample } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetSampleRequirements {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getSampleRequirements)
  async handle(@Input() input: InputOf<typeof getSampleRequirements>, @Asked() by: AskedBy) {
    const requirements = await ofSample(
      (await this.catalogues.asked(input, by)).requirements(input.sampleId, input.paramIds),
    );
    return requirements.map(({ id, defaultSampleDescription }) => ({ id, defaultSampleDescription }));
  }
}
