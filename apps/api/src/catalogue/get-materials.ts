import { Controller } from '@nestjs/common';
import { getMaterials } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { ofSample } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetMaterials {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getMaterials)
  async handle(@Input() input: InputOf<typeof getMaterials>, @Asked() by: AskedBy) {
    return ofSample((await this.catalogues.asked(input, by)).materials(input.sampleId, input.paramIds));
  }
}
