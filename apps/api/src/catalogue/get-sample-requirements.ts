import { Controller, Inject } from '@nestjs/common';
import { getSampleRequirements } from '#contract';
import { requirementsFor } from '#domain';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { catalogueSampleOf, splitIds } from './catalogue-sample.js';

@Controller()
export class GetSampleRequirements {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getSampleRequirements)
  async handle(@Input() { sampleId, paramIds }: InputOf<typeof getSampleRequirements>) {
    const sample = await catalogueSampleOf(this.engines.views, sampleId);
    return requirementsFor(sample, splitIds(paramIds)).map(({ id, defaultSampleDescription }) => ({ id, defaultSampleDescription }));
  }
}
