import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { tuTestParamCreate, tuTestParamDelete, tuTestParamUpdate, type ResultOf } from '#contract';
import type { StandardRow } from '#domain/catalogue';
import {
  catalogueReasonProblems,
  parameterProblems,
  applyParameterPatch,
  scriptPriceProblems,
  uniqueKeyOf,
} from '#domain/catalogue-maintenance';
import type { CommandContext } from '#domain/event-sourcing';
import { dashedId, problem, refuseIf, type Problem as RuleProblem } from '#domain/rules';
import type { CatalogueParameter, CatalogueSample, OfferedStandard } from '#events';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { OwnedSamples } from './owned-samples.js';
import { findParameter, ParameterReader } from './parameters.queries.js';

const PRICE_MEMBERS = ['price', 'sharedPrice', 'sharedPriceQualifier', 'scriptDescription'];

type StandardReference = { standardId: string; clauseCode: string; useType: '1' | '2' | '3'; isDefault: boolean };

export class CreateParameter extends Command<OperationReturn<ResultOf<typeof tuTestParamCreate>>> {
  constructor(
    readonly input: InputOf<typeof tuTestParamCreate>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CreateParameter)
export class CreateParameterHandler implements ICommandHandler<CreateParameter> {
  constructor(
    private readonly ownedSamples: OwnedSamples,
    private readonly reader: ParameterReader,
  ) {}

  async execute({ input: { testUnitId, testSampleId, standards, ...patch }, caller, context }: CreateParameter) {
    const owner = await this.reader.owner(caller, testUnitId);
    const id = v5('parameter', context.commandId);
    const standardsById = await this.reader.loadStandardsFor(standards);
    const result = await this.ownedSamples.change(owner, testSampleId, context, (sample) => {
      const lowestOrderNum = Math.min(...sample.parameters.map(({ orderNum }) => orderNum), 10);
      const parameter = applyParameterPatch(
        {
          num: Math.max(0, lowestOrderNum - 1),
          ...patch,
          ...(standards ? { standards: toOfferedStandards(standards, standardsById) } : {}),
        },
        id,
      );
      refuseIf(patchProblems(patch, parameter, sample));
      return { ...sample, parameters: [...sample.parameters, parameter] };
    });
    return this.reader.toResult(owner, testSampleId, id, result);
  }
}

export class UpdateParameter extends Command<OperationReturn<ResultOf<typeof tuTestParamUpdate>>> {
  constructor(
    readonly input: InputOf<typeof tuTestParamUpdate>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateParameter)
export class UpdateParameterHandler implements ICommandHandler<UpdateParameter> {
  constructor(
    private readonly ownedSamples: OwnedSamples,
    private readonly reader: ParameterReader,
  ) {}

  async execute({
    input: { testUnitId, testSampleId, testParamId, standards, ...patch },
    caller,
    context,
  }: UpdateParameter) {
    const owner = await this.reader.owner(caller, testUnitId);
    const standardsById = await this.reader.loadStandardsFor(standards);
    const result = await this.ownedSamples.change(owner, testSampleId, context, (sample) => {
      const currentParameter = findParameter(sample, testParamId);
      const changedParameter = applyParameterPatch(
        { ...patch, ...(standards ? { standards: toOfferedStandards(standards, standardsById) } : {}) },
        currentParameter,
      );
      refuseIf(patchProblems(patch, changedParameter, sample));
      return {
        ...sample,
        parameters: sample.parameters.map((each) => (each === currentParameter ? changedParameter : each)),
      };
    });
    return this.reader.toResult(owner, testSampleId, testParamId, result);
  }
}

export class DeleteParameter extends Command<OperationReturn<ResultOf<typeof tuTestParamDelete>>> {
  constructor(
    readonly input: InputOf<typeof tuTestParamDelete>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteParameter)
export class DeleteParameterHandler implements ICommandHandler<DeleteParameter> {
  constructor(
    private readonly ownedSamples: OwnedSamples,
    private readonly reader: ParameterReader,
  ) {}

  async execute({ input: { testUnitId, testSampleId, testParamId, reason }, caller, context }: DeleteParameter) {
    const owner = await this.reader.owner(caller, testUnitId);
    refuseIf(catalogueReasonProblems(reason));
    const { revision, position } = await this.ownedSamples.change(
      owner,
      testSampleId,
      context,
      (sample) => {
        const removed = findParameter(sample, testParamId);
        return { ...sample, parameters: sample.parameters.filter((each) => each !== removed) };
      },
      reason.trim(),
    );
    return withMeta(true as const, { revision, position });
  }
}

export const parameterCommandHandlers = [CreateParameterHandler, UpdateParameterHandler, DeleteParameterHandler];

/** Script prices are checked only when a price changes, so that invalid older ones do not block other changes. */
const patchProblems = (
  patch: object,
  parameter: CatalogueParameter,
  { parameters }: CatalogueSample,
): RuleProblem[] => {
  const priceProblems = PRICE_MEMBERS.some((member) => member in patch) ? scriptPriceProblems(parameter) : [];
  return [...priceProblems, ...parameterProblems(parameter, parameters)];
};

/**
 * The entered standards of a parameter, completed from the catalogue. @throws RuleBroken STANDARD_UNKNOWN for each
 * unknown one
 */
const toOfferedStandards = (
  references: readonly StandardReference[],
  standardsById: ReadonlyMap<string, StandardRow>,
): OfferedStandard[] => {
  refuseIf(
    references.flatMap(({ standardId }, index) =>
      standardsById.has(dashedId(standardId)) ? [] : [problem('STANDARD_UNKNOWN', {}, `standards.${index}`)],
    ),
  );
  return references.flatMap(({ standardId, clauseCode, useType, isDefault }) => {
    const standard = standardsById.get(dashedId(standardId));
    return standard
      ? [
          {
            standardId: standard.id,
            publishCode: standard.publishCode,
            clauseCode,
            type: standard.type,
            useType,
            isDefault,
            uniqueKey: uniqueKeyOf(standard, clauseCode),
          },
        ]
      : [];
  });
};
