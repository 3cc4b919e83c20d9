import { v5 } from 'uuid';
import {
  cataloguePacks,
  type CatalogueSampleRow,
  catalogueSamples,
  catalogueStandards,
  isOffered,
  isVisible,
  offeredParametersOf,
  type PackRow,
  requirementsFor,
  specificationRule,
  type StandardRow,
  parameterDemand,
} from '#domain/catalogue';
import {
  effectivePacks,
  effectiveSample,
  unitPackKey,
  type UnitPackRow,
  unitPacks,
  unitSampleKey,
  type UnitSampleRow,
  unitSamples,
} from '#domain/catalogue-maintenance';
import { AMOUNT_UNITS } from '#domain/consignment';
import { type CommandContext, load } from '#domain/event-sourcing';
import { type DictionaryRow, referenceLists, type ReferenceRow } from '#domain/reference';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { type ConcatRule, concatRuleOf, toOfferedPack } from '#domain/sample';
import { containsFolded } from '#domain/text';
import { FORM_PARAMS, type TestingUnitRow, testingUnits, unitSettings, type UnitSettingsRow } from '#domain/units';
import type { Engines } from '#engines';
import type { OfferedStandard, SpecificationRuleLine } from '#events';
import { loadConsignmentDefaults, NO_DEFAULTS } from '../units/consignment-defaults.js';
import type { Decisions } from '../commands/decisions.js';
import { findDictionary } from '../enumerations/enumerations.queries.js';
import type {
  AuxiliaryFields,
  Catalogue,
  ConsignDefaults,
  DictionaryKey,
  ExtraFields,
  Page,
  ListedPack,
  ListPage,
  PackQuery,
  ParameterClick,
  ParameterOfSample,
  ParameterMatch,
  ParameterQuery,
  SampleLocation,
  SampleScope,
  StandardsOfParameter,
} from './catalogue.js';
import type { UnitOffer } from './offer.js';
import type { SampleCache } from './catalogue-cache.js';

/** The catalogue stored here: the system template, overlaid by a testing unit's own copies (ADR-002). */
export class OwnCatalogue implements Catalogue {
  constructor(
    private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly offer: UnitOffer,
    private readonly samples: SampleCache,
  ) {}

  get testUnitId() {
    return this.offer.testUnitId;
  }

  tree = (scope: SampleScope) => Promise.resolve(this.offer.tree(scope));
  find = (scope: SampleScope, names: { sampleName?: string; paramName?: string }) =>
    Promise.resolve(this.offer.find(scope, names));
  samplesOf = (categoryId: string) => Promise.resolve(this.offer.samplesOf(categoryId));

  async sample(sampleId: string): Promise<CatalogueSampleRow | null> {
    if (!this.offer.has(sampleId)) return null;
    const ownerUnitId = this.testUnitId !== null && this.offer.hasCopy(sampleId) ? this.testUnitId : null;
    return this.samples.load(`${ownerUnitId}/${sampleId}`, () => this.readSample(sampleId, ownerUnitId));
  }

  private async readSample(sampleId: string, ownerUnitId: string | null): Promise<CatalogueSampleRow | null> {
    const { views } = this.engines;
    const copy =
      ownerUnitId === null ? null : await views.get<UnitSampleRow>(unitSamples, unitSampleKey(ownerUnitId, sampleId));
    const effective = effectiveSample(
      copy,
      copy ? null : await views.get<CatalogueSampleRow>(catalogueSamples, sampleId),
    );
    return effective && { ...effective, sampleNameLink: this.offer.linkOf(sampleId) ?? effective.sampleNameLink };
  }

  async parameters(
    sampleId: string,
    { chosenIds, showsUnoffered, ...location }: ParameterQuery,
  ): Promise<ParameterOfSample[] | null> {
    const sample = await this.findSampleAt(sampleId, location);
    return (
      sample &&
      sample.parameters
        .filter(
          (parameter) =>
            chosenIds.includes(parameter.id) || (showsUnoffered ? isVisible(parameter) : isOffered(parameter)),
        )
        .map((parameter) => ({ ...parameter, defaultSampleDescription: requirementsOfParameter(sample, parameter.id) }))
    );
  }

  /** The result does not depend on the chosen parameters. */
  auxiliary = (sampleId: string): Promise<AuxiliaryFields | null> => this.sample(sampleId);

  async requirements(sampleId: string, paramIds: readonly string[]) {
    const sample = await this.sample(sampleId);
    return sample && requirementsFor(sample, paramIds);
  }

  /** The result does not depend on the chosen parameters. */
  async materials(sampleId: string) {
    const sample = await this.sample(sampleId);
    return sample && sample.materials.toSorted((left, right) => left.orderNum - right.orderNum);
  }

  async examples(sampleId: string) {
    const sample = await this.sample(sampleId);
    return sample && (sample.examples ?? []);
  }

  /** `categoryId` is the category of the sample or its top category. */
  async packs(sampleId: string, { categoryId, exposed }: PackQuery): Promise<ListedPack[] | null> {
    if (!this.offer.has(sampleId)) return null;
    const [template, copies] = await Promise.all([
      this.engines.views.find<PackRow>(cataloguePacks, { where: [{ column: 'sampleId', eq: sampleId }] }),
      this.unitPacks(),
    ]);
    const rows = effectivePacks(copies, template.rows)
      .filter((pack) => pack.sampleId === sampleId && !pack.withdrawn)
      .toSorted((left, right) => left.orderNum - right.orderNum);
    const matchesQuery = (pack: PackRow) =>
      (pack.exposed || !exposed) &&
      (categoryId === undefined || sameId(categoryId, pack.categoryId) || sameId(categoryId, pack.bigCategoryId));
    return rows.filter(matchesQuery).map(({ id, name, entries }) => ({ id, name, paramCount: entries.length }));
  }

  async pack(id: string): Promise<PackRow | null> {
    const { views } = this.engines;
    const [template, copy] = await Promise.all([
      views.get<PackRow>(cataloguePacks, id),
      this.testUnitId === null ? null : views.get<UnitPackRow>(unitPacks, unitPackKey(this.testUnitId, id)),
    ]);
    const effective = effectivePacks(copy ? [copy] : [], template ? [template] : [])[0];
    if (!effective || effective.withdrawn) return null;
    const { origin: _, withdrawn: __, ...pack } = effective;
    const sample = await this.sample(pack.sampleId);
    return sample && toOfferedPack(pack, sample.parameters);
  }

  /** The unit's own packs and its copies of template packs. */
  private async unitPacks(): Promise<UnitPackRow[]> {
    return this.testUnitId === null
      ? []
      : (
          await this.engines.views.find<UnitPackRow>(unitPacks, {
            where: [{ column: 'testUnitId', eq: this.testUnitId }],
          })
        ).rows;
  }

  async standardsOf(sampleId: string, location: SampleLocation): Promise<StandardRow[] | null> {
    const sample = await this.findSampleAt(sampleId, location);
    if (!sample) return null;
    const references = [
      ...(sample.standards ?? []),
      ...offeredParametersOf(sample).flatMap(({ standards, basis }) => [...standards, ...basis]),
    ];
    return (await this.standards(references.map(({ standardId }) => standardId))).toSorted((left, right) =>
      left.publishCode < right.publishCode ? -1 : 1,
    );
  }

  /** With the name and the dates of each standard. A withdrawn standard has only its number. */
  async parameterStandards(sampleId: string, paramIds: readonly string[]): Promise<StandardsOfParameter[] | null> {
    const sample = await this.sample(sampleId);
    if (!sample) return null;
    const parameters = offeredParametersOf(sample).filter(({ id }) => paramIds.length === 0 || paramIds.includes(id));
    const rows = await this.standards(
      parameters.flatMap(({ standards, basis }) => [...standards, ...basis]).map(({ standardId }) => standardId),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const withDetails = (offered: OfferedStandard) => {
      const { standardName = '', executeDate = null, expireDate = null } = byId.get(offered.standardId) ?? {};
      return { ...offered, standardName, executeDate, expireDate };
    };
    return parameters.map(({ id, name, standards, basis }) => ({
      paramId: id,
      paramName: name,
      standards: standards.map(withDetails),
      basis: basis.map(withDetails),
    }));
  }

  standards = (ids: readonly string[]) =>
    this.engines.views.getMany<StandardRow>(catalogueStandards, [...new Set(ids)]);

  standardList({ thisUnitOnly, ...page }: ListPage & { thisUnitOnly: boolean }): Promise<Page<StandardRow>> {
    return Promise.resolve(
      toPage(
        thisUnitOnly ? this.offer.standards : this.offer.everyStandard,
        page,
        ({ standardName, publishCode }) => `${standardName}\n${publishCode}`,
      ),
    );
  }

  parameterList(page: ListPage): Promise<Page<ParameterMatch>> {
    return Promise.resolve(toPage(this.offer.parameters, page, ({ name, displayName }) => `${name}\n${displayName}`));
  }

  /** All three kinds of keys name the same lists. */
  async dictionary({ name }: DictionaryKey): Promise<DictionaryRow[] | null> {
    const rows = await findDictionary(this.engines.views, name);
    return name === 'sampleAmountUnit' && !rows?.length
      ? AMOUNT_UNITS.map((unit, index) => ({ id: unit, typecode: unit, typename: unit, orderNum: index + 1 }))
      : rows;
  }

  async detectionTypes(): Promise<DictionaryRow[]> {
    return (await findDictionary(this.engines.views, 'detectionTypes')) ?? [];
  }

  async extraFields(): Promise<ExtraFields> {
    const list = await this.engines.views.get<ReferenceRow>(referenceLists, 'extraFields');
    return list?.kind === 'extraFields' ? list.fields : [];
  }

  async qualifications() {
    const { views } = this.engines;
    if (this.testUnitId !== null)
      return sortByOrderIndex((await views.get<TestingUnitRow>(testingUnits, this.testUnitId))?.qualifications ?? []);
    const list = await views.get<ReferenceRow>(referenceLists, 'qualifications');
    return list?.kind === 'qualifications'
      ? sortByOrderIndex(list.qualifications.filter(({ isDeleted }) => !isDeleted))
      : [];
  }

  /** Only settings that the consignment form reads. The others are private to the unit, so their value is N. */
  async businessParams(keys: readonly string[]): Promise<Record<string, string>> {
    const config =
      this.testUnitId === null
        ? {}
        : ((await this.engines.views.get<UnitSettingsRow>(unitSettings, this.testUnitId))?.config ?? {});
    return Object.fromEntries(keys.map((key) => [key, paramText(FORM_PARAMS.includes(key) ? config[key] : undefined)]));
  }

  async consignDefaults(consignUnitId: string | null): Promise<ConsignDefaults> {
    const {
      consginTestType,
      reportCount,
      testUnitAddressId,
      testUnitAddressDetail,
      qualificationId,
      qualificationName,
    } =
      this.testUnitId === null
        ? NO_DEFAULTS
        : await loadConsignmentDefaults(this.engines, consignUnitId, this.testUnitId);
    return {
      consginTestType,
      reportCount,
      testUnitAddressId,
      testUnitAddressDetail,
      qualificationId,
      qualificationName,
    };
  }

  /** A unit without a laboratory system has no further files. */
  attachments = () => Promise.resolve([]);

  async concatRules(sampleId: string, unitId: string | null): Promise<ConcatRule[] | null> {
    const [sample, savedLines] = await Promise.all([this.sample(sampleId), this.loadSavedLines(sampleId, unitId)]);
    const rule = sample && concatRuleOf(sample, savedLines);
    return sample && (rule ? [rule] : []);
  }

  async saveRule(
    sampleId: string,
    unitId: string,
    lines: SpecificationRuleLine[],
    context: CommandContext,
  ): Promise<boolean> {
    if (!this.offer.has(sampleId)) return false;
    const testUnitId = this.requireTestUnitId();
    await this.decisions.decide(
      specificationRule,
      ruleId(testUnitId, sampleId, unitId),
      { type: 'List', fact: { type: 'SpecificationRuleSaved', data: { testUnitId, sampleId, unitId, lines } } },
      context,
    );
    return true;
  }

  /** The sender of the sample is not stored, because the event has the user's id and a name would be personal data. */
  async recordClick({ sampleName, paramName, qualification, consignUnit }: ParameterClick, context: CommandContext) {
    const testUnitId = this.requireTestUnitId();
    const match = this.offer.parameters.find(
      (parameter) =>
        !parameter.isOffered &&
        parameter.sampleName === sampleName &&
        [parameter.name, parameter.displayName].includes(paramName),
    );
    if (!match) throw new RuleBroken(problem('NO_UNOFFERED_PARAMETER', { sample: sampleName, parameter: paramName }));
    const { sampleId, id: paramId } = match;
    const id = v5(`${sampleId}/${paramId}`, testUnitId);
    // One click per user and day, so that no single user makes a parameter the most wanted, or fills the log.
    const dailyContext = { ...context, commandId: v5(`${context.by.userId}/${context.at.slice(0, 10)}`, id) };
    const { position } = await this.decisions.decide(
      parameterDemand,
      id,
      { type: 'Want', wish: { testUnitId, sampleId, sampleName, paramId, paramName, qualification, consignUnit } },
      dailyContext,
    );
    return position;
  }

  /** The sample, if it has the given category and kind. */
  private async findSampleAt(
    sampleId: string,
    { categoryId, scope }: SampleLocation,
  ): Promise<CatalogueSampleRow | null> {
    const sample = await this.sample(sampleId);
    const isMatch =
      sample &&
      (categoryId === undefined || sameId(categoryId, sample.categoryId) || sameId(categoryId, sample.bigCategoryId)) &&
      (scope === undefined || scope === sample.isLocaleItem);
    return isMatch ? sample : null;
  }

  private async loadSavedLines(sampleId: string, unitId: string | null): Promise<SpecificationRuleLine[] | null> {
    const { testUnitId } = this;
    if (testUnitId === null) return null;
    const ownerUnitIds = [...new Set([unitId ?? testUnitId, testUnitId])];
    const [first, second] = await Promise.all(
      ownerUnitIds.map((ownerUnitId) =>
        load(this.engines.eventStore, specificationRule, ruleId(testUnitId, sampleId, ownerUnitId)),
      ),
    );
    return (first?.state ?? second?.state)?.data.lines ?? null;
  }

  /** @throws RuleBroken TESTING_UNIT_REQUIRED, because writing requires a testing unit */
  private requireTestUnitId(): string {
    if (this.testUnitId === null) throw new RuleBroken(problem('TESTING_UNIT_REQUIRED', {}, 'testUnitId'));
    return this.testUnitId;
  }
}

/** The requirements of one parameter. */
const requirementsOfParameter = ({ requirements }: CatalogueSampleRow, id: string): string =>
  requirementsFor({ requirements: requirements.filter(({ paramIds }) => paramIds.length > 0) }, [id])
    .map(({ defaultSampleDescription }) => defaultSampleDescription)
    .join('');

const paramText = (value: boolean | number | string | undefined): string => {
  if (value === true) return 'Y';
  return value === undefined || value === false ? 'N' : String(value);
};

const ruleId = (testUnitId: string, sampleId: string, unitId: string): string =>
  v5(`${sampleId}/${unitId}`, testUnitId);

const sortByOrderIndex = <Row extends { id: string; name: string; orderIndex: number }>(rows: readonly Row[]) =>
  rows
    .toSorted((left, right) => left.orderIndex - right.orderIndex)
    .map(({ id, name, orderIndex }) => ({ id, name, orderIndex }));

const toPage = <Row>(
  rows: readonly Row[],
  { search, skipCount, maxResultCount }: ListPage,
  textOf: (row: Row) => string,
): Page<Row> => {
  const matches = rows.filter((row) => containsFolded(textOf(row), search));
  return { rows: matches.slice(skipCount, skipCount + maxResultCount), total: matches.length };
};
