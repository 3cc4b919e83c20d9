import { Controller } from '@nestjs/common';
import { getSampleTree } from '#contract';
import { openedAt } from '#domain';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CatalogueTree } from './catalogue-tree.js';

@Controller()
export class GetSampleTree {
  constructor(private readonly catalogue: CatalogueTree) {}

  @Handles(getSampleTree)
  async handle(@Input() { type, id, testUnitId }: InputOf<typeof getSampleTree>) {
    const sampleTree = await this.catalogue.of(type, testUnitId);
    return { sampleTree, ...openedAt(sampleTree, id ?? '') };
  }
}
