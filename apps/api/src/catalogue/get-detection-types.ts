import { Controller } from '@nestjs/common';
import { getDetectionTypes } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetDetectionTypes {
  constructor(private readonly catalogues: Catalogues) {}

  /** The code in the path names the testing unit as Unit-Code does. */
  @Handles(getDetectionTypes)
  async handle(@Input() { organizationCode }: InputOf<typeof getDetectionTypes>, @Asked() { caller }: AskedBy) {
    const catalogue = await this.catalogues.asked({}, { unitCode: organizationCode, caller });
    return (await catalogue.detectionTypes()).map(({ id, typecode, typename }) => ({ id, typecode, typename }));
  }
}
