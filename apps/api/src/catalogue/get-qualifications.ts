import { Controller } from '@nestjs/common';
import { getPreQualificationList } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetQualifications {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getPreQualificationList)
  async handle(@Input() input: InputOf<typeof getPreQualificationList>, @Asked() by: AskedBy) {
    return (await this.catalogues.asked(input, by)).qualifications();
  }
}
