import { Controller } from '@nestjs/common';
import { getConsignDefaultValues } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetConsignDefaultValues {
  constructor(private readonly catalogues: Catalogues) {}

  /** For who consigns, what it chose with this testing unit last; for everybody else what the unit itself suggests. */
  @Handles(getConsignDefaultValues)
  async handle(@Input() input: InputOf<typeof getConsignDefaultValues>, @Asked() by: AskedBy) {
    const { unitId, unitType } = by.caller;
    return (await this.catalogues.asked(input, by)).consignDefaults(unitType === 2 ? unitId : null);
  }
}
