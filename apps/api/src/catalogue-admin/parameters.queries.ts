import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { tuTestParamGetAll, type CatalogueParameterView, type ResultOf } from '#contract';
import { catalogueStandards, type StandardRow } from '#domain/catalogue';
import { ownPriceText, scriptDescriptionOf, sharedPriceOfParameter } from '#domain/catalogue-maintenance';
import type { CommandResult } from '#domain/event-sourcing';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { isExpired } from '#domain/sample';
import { dayInChina } from '#domain/time';
import type { Engines } from '#engines';
import type { CatalogueParameter, CatalogueSample } from '#events';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { OwnedSamples, type OwnedSample } from './owned-samples.js';
import { catalogueOwnerFor, type CatalogueOwner } from './catalogue-owner.js';

/** Reads parameters from the stream of their sample, and the standards that a request may name. */
@Injectable()
export class ParameterReader {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  owner(caller: Caller, testUnitId: string | undefined): Promise<CatalogueOwner> {
    return catalogueOwnerFor(this.engines.eventStore, caller, testUnitId);
  }

  /**
   * All standards. If the request names some, the view is brought up to date first. @throws Problem 503 if it does not
   * catch up
   */
  async loadStandardsFor(requestedStandards: unknown) {
    if (requestedStandards !== undefined) await requireUpToDate(this.engines, catalogueStandards);
    return this.ownedSamples.standards();
  }

  async toResult(
    owner: CatalogueOwner,
    sampleId: string,
    id: string,
    { revision, position }: CommandResult<unknown>,
  ): Promise<OperationResult<CatalogueParameterView>> {
    const [ownedSample, standards] = await Promise.all([
      this.ownedSamples.read(owner, sampleId),
      this.ownedSamples.standards(),
    ]);
    return withMeta(
      toParameterView(ownedSample, findParameter(ownedSample.sample, id), standards, dayInChina(this.now())),
      {
        revision,
        position,
      },
    );
  }
}

export class ListParameters extends Query<OperationReturn<ResultOf<typeof tuTestParamGetAll>>> {
  constructor(
    readonly input: InputOf<typeof tuTestParamGetAll>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListParameters)
export class ListParametersHandler implements IQueryHandler<ListParameters> {
  constructor(
    private readonly ownedSamples: OwnedSamples,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly reader: ParameterReader,
  ) {}

  async execute({ input: { testUnitId, testSampleId }, caller }: ListParameters) {
    const [ownedSample, standards] = await Promise.all([
      this.ownedSamples.read(await this.reader.owner(caller, testUnitId), testSampleId),
      this.ownedSamples.standards(),
    ]);
    const today = dayInChina(this.now());
    const parameterViews = ownedSample.sample.parameters
      .toSorted((left, right) => right.orderNum - left.orderNum)
      .map((parameter) => toParameterView(ownedSample, parameter, standards, today));
    return withMeta(parameterViews, ownedSample.revision === null ? {} : { revision: ownedSample.revision });
  }
}

export const parameterQueryHandlers = [ParameterReader, ListParametersHandler];

export const findParameter = (sample: CatalogueSample, id: string): CatalogueParameter => {
  const parameter = sample.parameters.find((each) => sameId(each.id, id));
  if (!parameter) throw new RuleBroken(problem('NO_SUCH_PARAMETER'));
  return parameter;
};

/** A parameter for its administration; `today` decides which standards are expired. */
const toParameterView = (
  { id: testSampleId, revision }: OwnedSample,
  parameter: CatalogueParameter,
  standards: ReadonlyMap<string, StandardRow>,
  today: string,
): CatalogueParameterView => ({
  id: parameter.id,
  testParamId: parameter.id,
  testSampleId,
  revision,
  testParamCode: parameter.code,
  name: parameter.name,
  displayName: parameter.displayName,
  description: parameter.remark,
  num: parameter.orderNum,
  edit: true,
  price: ownPriceText(parameter),
  sharedPrice: sharedPriceOfParameter(parameter),
  sharedPriceQualifier: parameter.sharedPriceQualifier,
  testQuantity: parameter.testQuantity,
  unitMeasure: parameter.unitMeasure,
  paramWorkDay: parameter.paramWorkDay,
  offered: !parameter.deleted,
  shareTestQuantity: parameter.shareTestQuantity,
  shareTestQuantityIdent: parameter.shareTestQuantityIdent,
  scriptDescription: scriptDescriptionOf(parameter),
  standards: parameter.standards.map(({ standardId, publishCode, clauseCode, useType, isDefault }) => {
    const standard = standards.get(standardId);
    return {
      standardId,
      standardName: standard?.standardName ?? '',
      publishCode,
      clauseCode,
      useType,
      isDefault,
      isExpired: isExpired(standard?.expireDate ?? null, today),
    };
  }),
});
