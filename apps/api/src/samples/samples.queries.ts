import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type {
  estimateSample,
  getBuSampleInfo,
  getBuSampleInfoParams,
  getReferenceSamples,
  PricedMaterial,
  ReferenceSample,
  ResultOf,
  SampleRow,
  SampleView,
} from '#contract';
import { resolveChosenParameters, sampleOrigin } from '#domain/catalogue';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { parseDecimal, toMoney } from '#domain/numbers';
import { problem, RuleBroken } from '#domain/rules';
import { ownSampleOf, sampleFee } from '#domain/sample';
import { containsFolded } from '#domain/text';
import type { VisibleAmounts } from '#domain/units';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Engines } from '#engines';
import type { ChosenParameter, RawMaterial, Sample } from '#events';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { findConsignment } from '../consignments/consignment-access.js';
import { visibleAmountsFor, loadUnitPolicy } from '../consignments/unit-policy.js';
import { FileLinks } from '../files/file-tickets.js';
import { waitForView } from '../http/wait-for-view.js';
import type { InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { catalogueSampleFor } from './build-requested-sample.js';
import { findSample } from './find-sample.js';
import { rawMaterialView, sampleForCaller, sampleRow } from './sample-view.js';

/** The form of one sample for the caller. */
export class GetSample extends Query<{ view: SampleView; revision: number }> {
  constructor(
    readonly input: InputOf<typeof getBuSampleInfo>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetSample)
export class GetSampleHandler implements IQueryHandler<GetSample> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  async execute({ input, caller }: GetSample): Promise<{ view: SampleView; revision: number }> {
    const { consignment, sample } = await findSample(this.engines, input, caller);
    const view = await sampleForCaller(this.engines.eventStore, consignment, sample, caller, {
      pageSource: input.pageSource,
      links: this.links,
    });
    return { view, revision: consignment.revision };
  }
}

/** The samples of a consignment as list rows. */
export class ListSamples extends Query<{ rows: SampleRow[]; revision: number }> {
  constructor(
    readonly consignId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListSamples)
export class ListSamplesHandler implements IQueryHandler<ListSamples> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ consignId, caller }: ListSamples): Promise<{ rows: SampleRow[]; revision: number }> {
    const { eventStore } = this.engines;
    const { state, revision } = await findConsignment(eventStore, consignId, caller);
    const visibleAmounts = visibleAmountsFor(caller, await loadUnitPolicy(eventStore, state.header.testUnitId));
    return { rows: state.samples.map((sample) => sampleRow(sample, visibleAmounts)), revision };
  }
}

type PriceDetail = ResultOf<typeof getBuSampleInfoParams>;

/** The parts of the fee of each sample of a consignment, as far as the caller may see prices. */
export class GetPriceDetail extends Query<PriceDetail> {
  constructor(
    readonly consignId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetPriceDetail)
export class GetPriceDetailHandler implements IQueryHandler<GetPriceDetail> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ consignId, caller }: GetPriceDetail): Promise<PriceDetail> {
    const { eventStore } = this.engines;
    const { state } = await findConsignment(eventStore, consignId, caller);
    const visibleAmounts = visibleAmountsFor(caller, await loadUnitPolicy(eventStore, state.header.testUnitId));
    return state.samples.map((sample) => ({
      testUnitSampleName: sample.testUnitSampleName,
      testUnitSampleId: sample.testUnitSampleId,
      testGroupCount: sample.testGroupCount,
      totalFee: visibleAmounts.estimate ? sample.testParamFee : null,
      buSampleParam: sample.parameters.map((parameter) => priceRow(parameter, visibleAmounts)),
      buSampleInfoRefSampleInfo: (sample.buSampleInfoRefSampleInfo ?? []).map((row) =>
        pricedMaterial(row, sample, visibleAmounts),
      ),
    }));
  }
}

const pricedMaterial = (row: RawMaterial, sample: Sample, visibleAmounts: VisibleAmounts): PricedMaterial => {
  const materialSample = ownSampleOf(sample, row);
  const view = rawMaterialView(row, sample, visibleAmounts);
  return {
    ...view,
    testGroupCount: materialSample?.testGroupCount ?? 1,
    totalFee: view.testParamFee,
    buSampleParam: materialSample?.parameters.map((parameter) => priceRow(parameter, visibleAmounts)) ?? [],
  };
};

const priceRow = (
  {
    tuTestParamName,
    tuTestParamPrice,
    testParamPriceType,
    tuTestParamCount,
    sharedPrice,
    sharedPriceQualifier,
    totalFee,
  }: ChosenParameter,
  { prices, estimate }: VisibleAmounts,
) => ({
  tuTestParamName,
  tuTestParamPrice: prices ? money(tuTestParamPrice) : null,
  testParamPriceType,
  tuTestParamCount,
  sharedPrice: prices && sharedPrice !== null ? money(sharedPrice) : null,
  sharedPriceQualifier,
  totalFee: prices && estimate ? totalFee : null,
});

const money = (amount: string): string => toMoney(parseDecimal(amount));

type Estimate = ResultOf<typeof estimateSample>;

/** The estimate of the selection dialog, for laboratories whose prices are hidden from the caller (PR-014). */
export class EstimateSample extends Query<Estimate> {
  constructor(
    readonly input: InputOf<typeof estimateSample>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(EstimateSample)
export class EstimateSampleHandler implements IQueryHandler<EstimateSample> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
  ) {}

  async execute({
    input: { consignId, testUnitSampleId, testGroupCount, tuSampleParamIds },
    caller,
  }: EstimateSample): Promise<Estimate> {
    const { eventStore } = this.engines;
    const { state } = await findConsignment(eventStore, consignId, caller);
    const visibleAmounts = visibleAmountsFor(caller, await loadUnitPolicy(eventStore, state.header.testUnitId));
    if (!visibleAmounts.estimate) return { testParamFee: null };
    // The estimate of one parameter is its unit price.
    if (!visibleAmounts.prices && new Set(tuSampleParamIds.map(({ tuTestParamId }) => tuTestParamId)).size < 2)
      return { testParamFee: null };
    const catalogue = await catalogueSampleFor(
      await this.catalogues.ofUnit(state.header.testUnitId),
      testUnitSampleId,
      state,
    );
    return { testParamFee: sampleFee(resolveChosenParameters(catalogue, tuSampleParamIds, new Map()), testGroupCount) };
  }
}

type ReferencesInput = InputOf<typeof getReferenceSamples>;
type References = { page: ResultOf<typeof getReferenceSamples>; stale: boolean };
/** One sample in the rows of the list, before its own data is read. */
type Entry = { row: ConsignmentRow; sampleId: string; sampleName: string };

/** Maximum number of consignments that are read. Samples of older consignments must be entered again. */
const MAX_CONSIGNMENTS = 1000;

/** A lower bound of all times. Consignments that were never submitted have no time and do not match. */
const SUBMITTED = '0';

/**
 * Samples to cite (RC-006, RC-007). The list contains their ids; the samples of the page are read from their streams.
 */
export class ListReferenceSamples extends Query<References> {
  constructor(
    readonly input: ReferencesInput,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListReferenceSamples)
export class ListReferenceSamplesHandler implements IQueryHandler<ListReferenceSamples> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input, caller }: ListReferenceSamples): Promise<References> {
    const { unitId } = caller;
    if (unitId === null) throw new RuleBroken(problem('NO_UNIT'));
    if (input.consignId !== undefined) await findConsignment(this.engines.eventStore, input.consignId, caller);
    const { stale } = await waitForView(this.engines.views, consignmentList, input.atLeast);
    const entries = (await this.entries(input, unitId)).filter(
      ({ row, sampleName }) =>
        containsFolded(row.consignCode, input.search) || containsFolded(sampleName, input.search),
    );
    const page = await Promise.all(
      entries.slice(input.skipCount, input.skipCount + input.maxResultCount).map((entry) => this.sampleOf(entry)),
    );
    return { page: { items: page.flatMap((sample) => sample ?? []), totalCount: entries.length }, stale };
  }

  /** The samples of one unit in one project at one laboratory. They are few enough to be counted one by one. */
  private async entries({ testUnitId, projectId, consignId }: ReferencesInput, unitId: string): Promise<Entry[]> {
    const { rows } = await this.engines.views.find<ConsignmentRow>(consignmentList, {
      where: [
        { column: 'projectId', eq: projectId },
        { column: 'consignUnitId', eq: unitId },
        { column: 'testUnitId', eq: testUnitId },
        { column: 'consignType', eq: 1 },
        { column: 'deleted', eq: 0 },
        { column: 'commitConsignTime', from: SUBMITTED },
      ],
      sort: [{ column: 'position', direction: 'desc' }],
      limit: MAX_CONSIGNMENTS,
    });
    return rows
      .filter(({ id }) => id !== consignId)
      .flatMap((row) => row.samples.map(({ id, name }) => ({ row, sampleId: id, sampleName: name })));
  }

  /** Null if the sample was removed after the row was written. */
  private async sampleOf({ row, sampleId, sampleName }: Entry): Promise<ReferenceSample | null> {
    const { state } = await load(this.engines.eventStore, consignment, row.id);
    const sample = state.phase === 'open' ? state.samples.find(({ id }) => id === sampleId) : undefined;
    if (!sample) return null;
    const {
      testUnitSampleId,
      bigCategoryId,
      sampleNameLink,
      specificationType,
      specificationBuildMethod,
      testSampleDescription,
      extractAddress = '',
      properties,
    } = sample;
    return {
      id: sampleId,
      consignId: row.id,
      consignCode: row.consignCode,
      createTime: row.creationTime,
      testUnitSampleId,
      bigCategoryId,
      sampleNameLink,
      sampleName,
      specificationType,
      specificationBuildMethod,
      ...sampleOrigin(properties),
      extractAddress,
      testSampleDescription,
    };
  }
}

export const sampleQueryHandlers = [
  GetSampleHandler,
  ListSamplesHandler,
  GetPriceDetailHandler,
  EstimateSampleHandler,
  ListReferenceSamplesHandler,
];
