import { Controller, Inject } from '@nestjs/common';
import { getOtherInfo } from '#contract';
import { sameId } from '#domain';
import type { Engines } from '#engines';
import type { Sample } from '#events';
import type { Caller } from '../auth/caller.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findSample } from '../samples/find-sample.js';
import { Asked } from './asked.js';
import { ofSample } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetOtherInfo {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(getOtherInfo)
  async handle(@Input() input: InputOf<typeof getOtherInfo>, @Asked() by: AskedBy) {
    const catalogue = await this.catalogues.asked(input, by);
    const [sample, typed] = await Promise.all([
      ofSample(catalogue.auxiliary(input.sampleId, input.paramIds)),
      this.typedIn(input.sampleInfoId, by.caller),
    ]);
    const {
      specificationRule: rule,
      sampleNumUnit,
      delegatesNumUnit,
      defaultDelegatesNum,
      defaultAfterTestOperate,
    } = sample;
    const properties = sample.properties
      .toSorted((left, right) => left.orderNum - right.orderNum)
      .map((property) => ({
        ...property,
        value:
          typed.find(({ testSamplePropertyId }) => sameId(testSamplePropertyId, property.testSamplePropertyId))
            ?.value ?? property.value,
      }));
    return {
      properties,
      ...(rule ? { specificationParts: rule.parts, specificationExample: rule.example } : {}),
      sampleNumUnit,
      delegatesNumUnit,
      defaultDelegatesNum,
      defaultAfterTestOperate,
    };
  }

  /** What was typed in a sample of a consignment that the caller may read. */
  private async typedIn(id: string | undefined, caller: Caller): Promise<Sample['properties']> {
    return id === undefined ? [] : (await findSample(this.engines, { id }, caller)).sample.properties;
  }
}
