import { Controller } from '@nestjs/common';
import { getCategorySamples } from '#contract';
import { openedOnly, problem, RuleBroken } from '#domain';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetCategorySamples {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getCategorySamples)
  async handle(@Input() input: InputOf<typeof getCategorySamples>, @Asked() by: AskedBy) {
    const children = await (await this.catalogues.asked(input, by)).samplesOf(input.categoryId);
    if (!children) throw new RuleBroken(problem('NO_SUCH_CATEGORY'));
    return { sampleTree: openedOnly(children, []) };
  }
}
