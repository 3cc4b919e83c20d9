import { Controller } from '@nestjs/common';
import { getCategoryList, getCategorySamples, getSampleTree, searchCategorySamples } from '#contract';
import { expandedAtSample, treeWithExpanded } from '#domain/catalogue';
import { problem, RuleBroken } from '#domain/rules';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { Catalogues, CurrentCatalogueCaller, type CatalogueCaller } from './catalogues.js';

/** The tree of samples, and the search in it. */
@Controller()
export class SampleTreeController {
  constructor(private readonly catalogues: Catalogues) {}

  @HandlesOperation(getSampleTree)
  async tree(@Input() input: InputOf<typeof getSampleTree>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    const tree = await (await this.catalogues.catalogueFor(input, by)).tree(input.type, input.id);
    const expansion = expandedAtSample(tree, input.id ?? '');
    return { sampleTree: treeWithExpanded(tree, expansion.expandedKey), ...expansion };
  }

  @HandlesOperation(getCategoryList)
  async categories(@Input() input: InputOf<typeof getCategoryList>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    const { paramName, type, selectedKey = '' } = input;
    const tree = await (await this.catalogues.catalogueFor(input, by)).find(type, { paramName, selectedKey });
    const expansion = expandedAtSample(tree, selectedKey);
    return { sampleTree: paramName === '' ? treeWithExpanded(tree, expansion.expandedKey) : tree, ...expansion };
  }

  @HandlesOperation(getCategorySamples)
  async samplesOfCategory(
    @Input() input: InputOf<typeof getCategorySamples>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
  ) {
    const children = await (await this.catalogues.catalogueFor(input, by)).samplesOf(input.categoryId);
    if (!children) throw new RuleBroken(problem('NO_SUCH_CATEGORY'));
    return { sampleTree: treeWithExpanded(children, []) };
  }

  @HandlesOperation(searchCategorySamples)
  async search(@Input() input: InputOf<typeof searchCategorySamples>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    return {
      sampleTree: await (
        await this.catalogues.catalogueFor(input, by)
      ).find(input.queryScope, { sampleName: input.sampleName }),
    };
  }
}
