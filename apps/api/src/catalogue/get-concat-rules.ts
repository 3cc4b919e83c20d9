import { Controller } from '@nestjs/common';
import { getConcatRules } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { ofSample } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetConcatRules {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getConcatRules)
  async handle(@Input() input: InputOf<typeof getConcatRules>, @Asked() by: AskedBy) {
    const catalogue = await this.catalogues.asked(input, by);
    const rules = await ofSample(catalogue.concatRules(input.sampleId, by.caller.unitId));
    return rules.map((rule) => ({ ...rule, configData: [...rule.configData] }));
  }
}
