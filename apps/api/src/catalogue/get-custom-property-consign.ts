import { Controller } from '@nestjs/common';
import { getCustomPropertyConsign } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetCustomPropertyConsign {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getCustomPropertyConsign)
  async handle(@Input() input: InputOf<typeof getCustomPropertyConsign>, @Asked() by: AskedBy) {
    return (await this.catalogues.asked(input, by)).extraFields();
  }
}
