import { Controller } from '@nestjs/common';
import { getParameterList } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetParameterList {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getParameterList)
  async handle(@Input() input: InputOf<typeof getParameterList>, @Asked() by: AskedBy) {
    const { rows, total } = await (await this.catalogues.asked(input, by)).parameterList(input);
    return {
      items: rows.map(({ isOffered: offered, ...parameter }) => ({ ...parameter, offered })),
      totalCount: total,
    };
  }
}
