import { Controller } from '@nestjs/common';
import { getSampleTree } from '#contract';
import { openedAt, openedOnly } from '#domain';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetSampleTree {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getSampleTree)
  async handle(@Input() input: InputOf<typeof getSampleTree>, @Asked() by: AskedBy) {
    const tree = await (await this.catalogues.asked(input, by)).tree(input.type, input.id);
    const opened = openedAt(tree, input.id ?? '');
    return { sampleTree: openedOnly(tree, opened.expandedKey), ...opened };
  }
}
