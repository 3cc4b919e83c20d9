import { Controller } from '@nestjs/common';
import { getCategoryList, getCategorySamples, getSampleTree, searchCategorySamples } from '#contract';
import { expandedAtSample, treeWithExpanded } from '#domain/catalogue';
import { problem, RuleBroken } from '#domain/rules';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { Catalogues, FromHeaders, type CatalogueCaller } from './catalogues.js';

/** The tree of samples, and the search in it. */
@Controller()
export class SampleTreeController {
  constructor(private readonly catalogues: Catalogues) {}

  @HandlesOperation(getSampleTree)
  async tree(@Input() input: InputOf<typeof getSampleTree>, @FromHeaders() by: CatalogueCaller) {
    const tree = await (await this.catalogues.catalogueFor(input, by)).tree(input.type, input.id);
    const opened = expandedAtSample(tree, input.id ?? '');
    return { sampleTree: treeWithExpanded(tree, opened.expandedKey), ...opened };
  }

  @HandlesOperation(getCategoryList)
  async categories(@Input() input: InputOf<typeof getCategoryList>, @FromHeaders() by: CatalogueCaller) {
    const { paramName, type, selectedKey = '' } = input;
    const found = await (await this.catalogues.catalogueFor(input, by)).find(type, { paramName, selectedKey });
    const opened = expandedAtSample(found, selectedKey);
    return { sampleTree: paramName === '' ? treeWithExpanded(found, opened.expandedKey) : found, ...opened };
  }

  @HandlesOperation(getCategorySamples)
  async samplesOfCategory(@Input() input: InputOf<typeof getCategorySamples>, @FromHeaders() by: CatalogueCaller) {
    const children = await (await this.catalogues.catalogueFor(input, by)).samplesOf(input.categoryId);
    if (!children) throw new RuleBroken(problem('NO_SUCH_CATEGORY'));
    return { sampleTree: treeWithExpanded(children, []) };
  }

  @HandlesOperation(searchCategorySamples)
  async search(@Input() input: InputOf<typeof searchCategorySamples>, @FromHeaders() by: CatalogueCaller) {
    return {
      sampleTree: await (
        await this.catalogues.catalogueFor(input, by)
      ).find(input.queryScope, { sampleName: input.sampleName }),
    };
  }
}
