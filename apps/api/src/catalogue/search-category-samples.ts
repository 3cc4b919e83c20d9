import { Controller } from '@nestjs/common';
import { searchCategorySamples } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class SearchCategorySamples {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(searchCategorySamples)
  async handle(@Input() input: InputOf<typeof searchCategorySamples>, @Asked() by: AskedBy) {
    return {
      sampleTree: await (
        await this.catalogues.asked(input, by)
      ).find(input.queryScope, { sampleName: input.sampleName }),
    };
  }
}
