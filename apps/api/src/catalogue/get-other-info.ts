import { Controller, Inject } from '@nestjs/common';
import { getOtherInfo } from '#contract';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { catalogueSampleOf } from './catalogue-sample.js';

@Controller()
export class GetOtherInfo {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** The catalogue's properties belong to the sample, whatever parameters are chosen. */
  @Handles(getOtherInfo)
  async handle(@Input() { sampleId }: InputOf<typeof getOtherInfo>) {
    const { properties, sampleNumUnit, delegatesNumUnit, defaultDelegatesNum, defaultAfterTestOperate } = await catalogueSampleOf(this.engines.views, sampleId);
    return { properties: properties.toSorted((left, right) => left.orderNum - right.orderNum), sampleNumUnit, delegatesNumUnit, defaultDelegatesNum, defaultAfterTestOperate };
  }
}
