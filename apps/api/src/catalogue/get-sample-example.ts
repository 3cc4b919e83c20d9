import { Controller } from '@nestjs/common';
import { getSampleExample } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { ofSample } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetSampleExample {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getSampleExample)
  async handle(@Input() input: InputOf<typeof getSampleExample>, @Asked() by: AskedBy) {
    const examples = await ofSample((await this.catalogues.asked(input, by)).examples(input.sampleId));
    return examples.map(({ name, image }) => ({ name, url: image }));
  }
}
