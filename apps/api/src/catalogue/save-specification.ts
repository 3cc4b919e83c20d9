import { Controller } from '@nestjs/common';
import { saveSpecification } from '#contract';
import { problem, RuleBroken, type CommandContext } from '#domain';
import { Command } from '../http/command.js';
import { Form } from '../http/form.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class SaveSpecification {
  constructor(private readonly catalogues: Catalogues) {}

  /** Kept for the unit that saves it, so that nobody's habits change anybody else's form. */
  @Handles(saveSpecification)
  async handle(
    @Form() input: InputOf<typeof saveSpecification>,
    @Asked() by: AskedBy,
    @Command() context: CommandContext,
  ) {
    const { unitId } = by.caller;
    if (unitId === null) throw new RuleBroken(problem('NO_UNIT'));
    const catalogue = await this.catalogues.asked(input, by);
    if (!(await catalogue.saveRule(input.sampleId, unitId, input.configData, context)))
      throw new RuleBroken(problem('NO_SUCH_CATALOGUE_SAMPLE'));
    return true as const;
  }
}
