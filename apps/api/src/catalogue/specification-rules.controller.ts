import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { getConcatRules, saveSpecification } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { CurrentCommand } from '../http/command-context.js';
import { FormInput, Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { requireOfferedSample } from './offered-sample.js';
import { SaveSpecification } from './catalogue.handlers.js';
import { Catalogues, CurrentCatalogueCaller, type CatalogueCaller } from './catalogues.js';

/** The rules that join the specification of a sample, from the catalogue or as a unit saved them. */
@Controller()
export class SpecificationRulesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly catalogues: Catalogues,
  ) {}

  @HandlesOperation(getConcatRules)
  async list(@Input() input: InputOf<typeof getConcatRules>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    const catalogue = await this.catalogues.catalogueFor(input, by);
    const rules = await requireOfferedSample(catalogue.concatRules(input.sampleId, by.caller.unitId));
    return rules.map((rule) => ({ ...rule, configData: [...rule.configData] }));
  }

  @HandlesOperation(saveSpecification)
  save(
    @FormInput() input: InputOf<typeof saveSpecification>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new SaveSpecification(input, by, context));
  }
}
