import { Controller } from '@nestjs/common';
import { getConcatRules } from '#contract';
import { concatRuleOf } from '#domain';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { catalogueSampleOf } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetConcatRules {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getConcatRules)
  async handle(@Input() input: InputOf<typeof getConcatRules>, @Asked() by: AskedBy) {
    const catalogue = await this.catalogues.asked(input, by);
    const [sample, saved] = await Promise.all([catalogueSampleOf(catalogue, { sampleId: input.sampleId }), catalogue.savedRule(input.sampleId, by.caller.unitId)]);
    const rule = concatRuleOf(sample, saved);
    return rule ? [{ ...rule, configData: [...rule.configData] }] : [];
  }
}
