import { Controller } from '@nestjs/common';
import { getBusinessParam } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetBusinessParam {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getBusinessParam)
  async handle(@Input() input: InputOf<typeof getBusinessParam>, @Asked() by: AskedBy) {
    return (await this.catalogues.asked(input, by)).businessParams(input.keys);
  }
}
