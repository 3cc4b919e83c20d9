import { Controller } from '@nestjs/common';
import { getParamPacks } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { ofSample } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetParamPacks {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getParamPacks)
  async handle(@Input() input: InputOf<typeof getParamPacks>, @Asked() by: AskedBy) {
    const { sampleId, categoryId, exposed, pagination, skipCount, maxResultCount } = input;
    const packs = await ofSample((await this.catalogues.asked(input, by)).packs(sampleId, { categoryId, exposed }));
    return pagination ? packs.slice(skipCount, skipCount + maxResultCount) : packs;
  }
}
