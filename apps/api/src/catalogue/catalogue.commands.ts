import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordParameterClick, saveSpecification, type ResultOf } from '#contract';
import { problem, RuleBroken, type CommandContext } from '#domain';
import { withMeta, type OperationReturn } from '../http/answer.js';
import type { InputOf } from '../http/handles.js';
import { Catalogues, type CatalogueCaller } from './catalogues.js';

/** Saves a rule for the caller's own unit, so that it changes nobody else's form. */
export class SaveSpecification extends Command<OperationReturn<ResultOf<typeof saveSpecification>>> {
  constructor(
    readonly input: InputOf<typeof saveSpecification>,
    readonly by: CatalogueCaller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SaveSpecification)
export class SaveSpecificationHandler implements ICommandHandler<SaveSpecification> {
  constructor(private readonly catalogues: Catalogues) {}

  async execute({ input, by, context }: SaveSpecification) {
    const { unitId } = by.caller;
    if (unitId === null) throw new RuleBroken(problem('NO_UNIT'));
    const catalogue = await this.catalogues.asked(input, by);
    if (!(await catalogue.saveRule(input.sampleId, unitId, input.configData, context)))
      throw new RuleBroken(problem('NO_SUCH_CATALOGUE_SAMPLE'));
    return true as const;
  }
}

export class RecordParameterClick extends Command<OperationReturn<ResultOf<typeof recordParameterClick>>> {
  constructor(
    readonly input: InputOf<typeof recordParameterClick>,
    readonly by: CatalogueCaller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RecordParameterClick)
export class RecordParameterClickHandler implements ICommandHandler<RecordParameterClick> {
  constructor(private readonly catalogues: Catalogues) {}

  async execute({ input: { testUnitId, ...click }, by, context }: RecordParameterClick) {
    const position = await (await this.catalogues.asked({ testUnitId }, by)).recordClick(click, context);
    return withMeta(true as const, { position });
  }
}

export const catalogueCommandHandlers = [SaveSpecificationHandler, RecordParameterClickHandler];
