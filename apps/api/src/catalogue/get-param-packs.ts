import { Controller } from '@nestjs/common';
import { getParamPacks } from '#contract';
import { problem, RuleBroken, sameId } from '#domain';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetParamPacks {
  constructor(private readonly catalogues: Catalogues) {}

  /** `categoryId` is the category of the sample, or its big one. */
  @Handles(getParamPacks)
  async handle(@Input() input: InputOf<typeof getParamPacks>, @Asked() by: AskedBy) {
    const { sampleId, categoryId, exposed, pagination, skipCount, maxResultCount } = input;
    const packs = await (await this.catalogues.asked(input, by)).packs(sampleId);
    if (!packs) throw new RuleBroken(problem('NO_SUCH_CATALOGUE_SAMPLE'));
    const found = packs.filter((pack) => (pack.exposed || !exposed) && (categoryId === undefined || sameId(categoryId, pack.categoryId) || sameId(categoryId, pack.bigCategoryId)));
    return (pagination ? found.slice(skipCount, skipCount + maxResultCount) : found).map(({ id, name, entries }) => ({ id, name, paramCount: entries.length }));
  }
}
