import { Controller, Inject } from '@nestjs/common';
import {
  getChosenOrDefaultParameters,
  getMaterials,
  getOtherInfo,
  getParameterStandards,
  getParamPack,
  getParamPacks,
  getSampleExample,
  getSampleRequirements,
  getStandards,
  getTestParameters,
} from '#contract';
import type { PackRow } from '#domain/catalogue';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { dayInChina } from '#domain/time';
import type { Engines } from '#engines';
import type { Sample } from '#events';
import type { Caller } from '../auth/caller.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { findSample } from '../samples/find-sample.js';
import { arePricesHidden } from '../units/unit-access.js';
import { sortForDisplay, toOfferedParameter, requireOfferedSample, toStandardDates } from './offered-sample.js';
import type { Catalogue } from './catalogue.js';
import { Catalogues, CurrentCatalogueCaller, type CatalogueCaller } from './catalogues.js';

/**
 * The data of one sample for the form: parameters, packs, standards, materials, requirements and auxiliary properties.
 */
@Controller()
export class SampleDetailsController {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @HandlesOperation(getTestParameters)
  async parameters(@Input() input: InputOf<typeof getTestParameters>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    const {
      sampleId,
      category = input.bigCategoryId,
      queryScope: scope = input.isLocaleItem,
      sampleParamIds,
      preConsignShow,
    } = input;
    const catalogue = await this.catalogues.catalogueFor(input, by);
    const query = { categoryId: category, scope, chosenIds: sampleParamIds, showsUnoffered: preConsignShow };
    const [parameters, hidesPrices] = await Promise.all([
      requireOfferedSample(catalogue.parameters(sampleId, query)),
      arePricesHidden(this.engines.views, catalogue.testUnitId, by.caller),
    ]);
    return sortForDisplay(parameters).map((parameter) => toOfferedParameter(parameter, hidesPrices));
  }

  @HandlesOperation(getChosenOrDefaultParameters)
  async chosenOrDefaultParameters(
    @Input() input: InputOf<typeof getChosenOrDefaultParameters>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
  ) {
    const catalogue = await this.catalogues.catalogueFor(input, by);
    const { sampleId, category: categoryId, paramIds } = input;
    const query = { categoryId, chosenIds: [], showsUnoffered: false };
    const [parameters, hidesPrices] = await Promise.all([
      requireOfferedSample(catalogue.parameters(sampleId, query)),
      arePricesHidden(this.engines.views, catalogue.testUnitId, by.caller),
    ]);
    const ids = paramIds.length > 0 ? paramIds : await loadDefaultIds(catalogue, sampleId);
    return sortForDisplay(parameters.filter(({ id }) => ids.includes(id))).map((parameter) =>
      toOfferedParameter(parameter, hidesPrices),
    );
  }

  @HandlesOperation(getParamPacks)
  async packs(@Input() input: InputOf<typeof getParamPacks>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    const { sampleId, categoryId, exposed, pagination, skipCount, maxResultCount } = input;
    const packs = await requireOfferedSample(
      (await this.catalogues.catalogueFor(input, by)).packs(sampleId, { categoryId, exposed }),
    );
    return pagination ? packs.slice(skipCount, skipCount + maxResultCount) : packs;
  }

  @HandlesOperation(getParamPack)
  async pack(@Input() input: InputOf<typeof getParamPack>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    const pack = await (await this.catalogues.catalogueFor(input, by)).pack(input.id);
    if (!pack) throw new RuleBroken(problem('NO_SUCH_PACK'));
    const { id, name, sampleId, entries } = pack;
    return { id, name, sampleId, entries, packJson: packJsonOf(pack) };
  }

  @HandlesOperation(getStandards)
  async standards(@Input() input: InputOf<typeof getStandards>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    const { sampleId, categoryId, queryScope: scope } = input;
    const catalogue = await this.catalogues.catalogueFor(input, by);
    const rows = await requireOfferedSample(catalogue.standardsOf(sampleId, { categoryId, scope }));
    const today = dayInChina(this.now());
    return rows.map(({ id, standardName, publishCode, type, uniqueKey, ...standard }) => ({
      standardId: id,
      standardName,
      publishCode,
      type,
      uniqueKey,
      ...toStandardDates(standard, today),
    }));
  }

  /** A unit's copy has the id of its sample, so both members are accepted. */
  @HandlesOperation(getParameterStandards)
  async parameterStandards(
    @Input() input: InputOf<typeof getParameterStandards>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
  ) {
    const { unitSampleId = '', sampleId = unitSampleId, paramIds } = input;
    const parameters = await requireOfferedSample(
      (await this.catalogues.catalogueFor(input, by)).parameterStandards(sampleId, paramIds),
    );
    const today = dayInChina(this.now());
    const withDates = <Standard extends { executeDate: string | null; expireDate: string | null }>(
      standard: Standard,
    ) => ({
      ...standard,
      ...toStandardDates(standard, today),
    });
    return parameters.map(({ standards, basis, ...parameter }) => ({
      ...parameter,
      standards: standards.map(withDates),
      basis: basis.map(withDates),
    }));
  }

  @HandlesOperation(getMaterials)
  async materials(@Input() input: InputOf<typeof getMaterials>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    return requireOfferedSample(
      (await this.catalogues.catalogueFor(input, by)).materials(input.sampleId, input.paramIds),
    );
  }

  @HandlesOperation(getSampleRequirements)
  async requirements(
    @Input() input: InputOf<typeof getSampleRequirements>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
  ) {
    const requirements = await requireOfferedSample(
      (await this.catalogues.catalogueFor(input, by)).requirements(input.sampleId, input.paramIds),
    );
    return requirements.map(({ id, defaultSampleDescription }) => ({ id, defaultSampleDescription }));
  }

  @HandlesOperation(getOtherInfo)
  async auxiliary(@Input() input: InputOf<typeof getOtherInfo>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    const catalogue = await this.catalogues.catalogueFor(input, by);
    const [sample, enteredProperties] = await Promise.all([
      requireOfferedSample(catalogue.auxiliary(input.sampleId, input.paramIds)),
      this.loadEnteredProperties(input.sampleInfoId, by.caller),
    ]);
    const {
      specificationRule: rule,
      sampleNumUnit,
      delegatesNumUnit,
      defaultDelegatesNum,
      defaultAfterTestOperate,
    } = sample;
    const properties = sample.properties
      .toSorted((left, right) => left.orderNum - right.orderNum)
      .map((property) => ({
        ...property,
        value:
          enteredProperties.find(({ testSamplePropertyId }) =>
            sameId(testSamplePropertyId, property.testSamplePropertyId),
          )?.value ?? property.value,
      }));
    return {
      properties,
      ...(rule ? { specificationParts: rule.parts, specificationExample: rule.example } : {}),
      sampleNumUnit,
      delegatesNumUnit,
      defaultDelegatesNum,
      defaultAfterTestOperate,
    };
  }

  @HandlesOperation(getSampleExample)
  async examples(@Input() input: InputOf<typeof getSampleExample>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    const examples = await requireOfferedSample(
      (await this.catalogues.catalogueFor(input, by)).examples(input.sampleId),
    );
    return examples.map(({ name, image }) => ({ name, url: image }));
  }

  /** The values entered in a sample of a consignment that the caller may read. */
  private async loadEnteredProperties(id: string | undefined, caller: Caller): Promise<Sample['properties']> {
    return id === undefined ? [] : (await findSample(this.engines, { id }, caller)).sample.properties;
  }
}

/** The first pack contains the parameters that a laboratory tests by default. */
const loadDefaultIds = async (catalogue: Catalogue, sampleId: string): Promise<string[]> => {
  const [first] = (await catalogue.packs(sampleId, { exposed: true })) ?? [];
  return (first && (await catalogue.pack(first.id)))?.entries.map(({ param }) => param.id) ?? [];
};

/** The pack as a sample stores it. */
const packJsonOf = ({ id, name, entries }: PackRow): string =>
  JSON.stringify({
    packId: id,
    name,
    params: entries.map(({ param, standards, basis }) => ({
      tuTestParamId: param.id,
      tuTestParamName: param.name,
      standards,
      basis,
    })),
  });
