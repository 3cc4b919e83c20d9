import { Controller, Inject } from '@nestjs/common';
import { getConcatRules } from '#contract';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { catalogueSampleOf } from './catalogue-sample.js';

@Controller()
export class GetConcatRules {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getConcatRules)
  async handle(@Input() { sampleId }: InputOf<typeof getConcatRules>) {
    const { specificationRule: rule } = await catalogueSampleOf(this.engines.views, sampleId);
    return rule ? [{ id: rule.id, sampleId, name: rule.name, separator: rule.separator, example: rule.example, configData: rule.parts }] : [];
  }
}
