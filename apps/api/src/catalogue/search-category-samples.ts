import { Controller } from '@nestjs/common';
import { searchCategorySamples } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CatalogueTree } from './catalogue-tree.js';

@Controller()
export class SearchCategorySamples {
  constructor(private readonly catalogue: CatalogueTree) {}

  @Handles(searchCategorySamples)
  async handle(@Input() { sampleName, queryScope, testUnitId }: InputOf<typeof searchCategorySamples>) {
    return { sampleTree: await this.catalogue.search(queryScope, sampleName, testUnitId) };
  }
}
