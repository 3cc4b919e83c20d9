import { Controller } from '@nestjs/common';
import { getMaterials } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { catalogueSampleOf } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetMaterials {
  constructor(private readonly catalogues: Catalogues) {}

  /** The materials belong to the sample, whatever parameters are chosen. */
  @Handles(getMaterials)
  async handle(@Input() input: InputOf<typeof getMaterials>, @Asked() by: AskedBy) {
    const { materials } = await catalogueSampleOf(await this.catalogues.asked(input, by), { sampleId: input.sampleId });
    return materials.toSorted((left, right) => left.orderNum - right.orderNum);
  }
}
