import { Controller } from '@nestjs/common';
import { getCategoryList } from '#contract';
import { openedAt, openedOnly } from '#domain';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetCategoryList {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getCategoryList)
  async handle(@Input() input: InputOf<typeof getCategoryList>, @Asked() by: AskedBy) {
    const { paramName, type, selectedKey = '' } = input;
    const found = await (await this.catalogues.asked(input, by)).find(type, { paramName, selectedKey });
    const opened = openedAt(found, selectedKey);
    return { sampleTree: paramName === '' ? openedOnly(found, opened.expandedKey) : found, ...opened };
  }
}
