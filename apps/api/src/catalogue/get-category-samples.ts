import { Controller } from '@nestjs/common';
import { getCategorySamples } from '#contract';
import { childrenOf } from '#domain';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { CatalogueTree } from './catalogue-tree.js';

@Controller()
export class GetCategorySamples {
  constructor(private readonly catalogue: CatalogueTree) {}

  @Handles(getCategorySamples)
  async handle(@Input() { categoryId, testUnitId }: InputOf<typeof getCategorySamples>) {
    const scope = await this.catalogue.scopeOf(categoryId);
    if (scope === null) throw Problem.notFound();
    return { sampleTree: childrenOf(await this.catalogue.of(scope, testUnitId), categoryId) };
  }
}
