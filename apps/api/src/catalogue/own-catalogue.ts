import { v5 } from 'uuid';
import {
  AMOUNT_UNITS, cataloguePacks, catalogueSamples, catalogueStandards, FORM_PARAMS, load, problem, referenceLists, RuleBroken, sampleHeldBy, specificationRule, testingUnits, unitSampleKey, unitSamples, unitSettings, wantedParameter,
  type CatalogueSampleRow, type CommandContext, type DictionaryRow, type PackRow, type ReferenceRow, type StandardRow, type TestingUnitRow, type UnitSampleRow, type UnitSettingsRow,
} from '#domain';
import type { Engines } from '#engines';
import type { SpecificationRuleLine } from '#events';
import { defaultsOf, NO_DEFAULTS } from '../consignments/defaults.js';
import type { Decisions } from '../decisions/decisions.js';
import { dictionaryOf } from '../enumerations/reference-list.js';
import type { Catalogue, ConsignDefaults, ExtraFields, Listed, ListPage, ParameterClick, ParameterInSample, Scope } from './catalogue.js';
import type { Offer } from './offer.js';

/** The catalogue as this service keeps it: the system's template, under what a testing unit keeps itself (DECISIONS 10). */
export class OwnCatalogue implements Catalogue {
  constructor(private readonly engines: Engines, private readonly decisions: Decisions, private readonly offer: Offer) {}

  get testUnitId() {
    return this.offer.testUnitId;
  }

  tree = (scope: Scope) => Promise.resolve(this.offer.tree(scope));
  find = (scope: Scope, names: { sampleName?: string; paramName?: string }) => Promise.resolve(this.offer.find(scope, names));
  samplesOf = (categoryId: string) => Promise.resolve(this.offer.samplesOf(categoryId));

  async sample(sampleId: string): Promise<CatalogueSampleRow | null> {
    const { views } = this.engines;
    if (!this.offer.has(sampleId)) return null;
    const copy = this.testUnitId !== null && this.offer.keeps(sampleId) ? await views.get<UnitSampleRow>(unitSamples, unitSampleKey(this.testUnitId, sampleId)) : null;
    return sampleHeldBy(copy, copy ? null : await views.get<CatalogueSampleRow>(catalogueSamples, sampleId));
  }

  async packs(sampleId: string): Promise<PackRow[] | null> {
    if (!this.offer.has(sampleId)) return null;
    const { rows } = await this.engines.views.find<PackRow>(cataloguePacks, { where: [{ column: 'sampleId', eq: sampleId }], sort: [{ column: 'orderNum', direction: 'asc' }] });
    return rows;
  }

  async pack(id: string): Promise<PackRow | null> {
    const pack = await this.engines.views.get<PackRow>(cataloguePacks, id);
    return pack && this.offer.has(pack.sampleId) ? pack : null;
  }

  standards = (ids: readonly string[]) => this.engines.views.getMany<StandardRow>(catalogueStandards, [...new Set(ids)]);

  standardList({ ofThisUnit, ...page }: ListPage & { ofThisUnit: boolean }): Promise<Listed<StandardRow>> {
    return Promise.resolve(pageOf(ofThisUnit ? this.offer.standards : this.offer.everyStandard, page, ({ standardName, publishCode }) => `${standardName}\n${publishCode}`));
  }

  parameterList(page: ListPage): Promise<Listed<ParameterInSample>> {
    return Promise.resolve(pageOf(this.offer.parameters, page, ({ name, displayName }) => `${name}\n${displayName}`));
  }

  async dictionary(name: string): Promise<DictionaryRow[] | null> {
    const rows = await dictionaryOf(this.engines.views, name);
    return name === 'sampleAmountUnit' && !rows?.length ? AMOUNT_UNITS.map((unit, index) => ({ id: unit, typecode: unit, typename: unit, orderNum: index + 1 })) : rows;
  }

  async extraFields(): Promise<ExtraFields> {
    const list = await this.engines.views.get<ReferenceRow>(referenceLists, 'extraFields');
    return list?.kind === 'extraFields' ? list.fields : [];
  }

  async qualifications() {
    const { views } = this.engines;
    if (this.testUnitId !== null) return inOrder((await views.get<TestingUnitRow>(testingUnits, this.testUnitId))?.qualifications ?? []);
    const list = await views.get<ReferenceRow>(referenceLists, 'qualifications');
    return list?.kind === 'qualifications' ? inOrder(list.qualifications) : [];
  }

  /** Only what the form of a consignment reads of its testing unit: what else a unit has set is its own business. */
  async businessParams(keys: readonly string[]): Promise<Record<string, string>> {
    const config = this.testUnitId === null ? {} : ((await this.engines.views.get<UnitSettingsRow>(unitSettings, this.testUnitId))?.config ?? {});
    return Object.fromEntries(keys.map((key) => [key, saidOf(FORM_PARAMS.includes(key) ? config[key] : undefined)]));
  }

  async consignDefaults(consignUnitId: string | null): Promise<ConsignDefaults> {
    const { consginTestType, reportCount, testUnitAddressId, testUnitAddressDetail, qualificationId, qualificationName } = this.testUnitId === null ? NO_DEFAULTS : await defaultsOf(this.engines, consignUnitId, this.testUnitId);
    return { consginTestType, reportCount, testUnitAddressId, testUnitAddressDetail, qualificationId, qualificationName };
  }

  /** A unit without a laboratory system holds nothing beside what is kept here. */
  attachments = () => Promise.resolve([]);

  async savedRule(sampleId: string, unitId: string | null): Promise<SpecificationRuleLine[] | null> {
    const { testUnitId } = this;
    if (testUnitId === null) return null;
    const keepers = [...new Set([unitId ?? testUnitId, testUnitId])];
    const [first, second] = await Promise.all(keepers.map((keeper) => load(this.engines.eventStore, specificationRule, ruleId(testUnitId, sampleId, keeper))));
    return (first?.state ?? second?.state)?.data.lines ?? null;
  }

  async saveRule(sampleId: string, unitId: string, lines: SpecificationRuleLine[], context: CommandContext): Promise<void> {
    const testUnitId = this.namedUnit();
    await this.decisions.decide(specificationRule, ruleId(testUnitId, sampleId, unitId), { type: 'List', fact: { type: 'SpecificationRuleSaved', data: { testUnitId, sampleId, unitId, lines } } }, context);
  }

  async recordClick({ sampleName, paramName, qualification, consignUnit }: ParameterClick, context: CommandContext) {
    const testUnitId = this.namedUnit();
    const clicked = this.offer.parameters.find((parameter) => !parameter.isOffered && parameter.sampleName === sampleName && [parameter.name, parameter.displayName].includes(paramName));
    if (!clicked) throw new RuleBroken(problem('NO_UNOFFERED_PARAMETER', { sample: sampleName, parameter: paramName }));
    const { sampleId, id: paramId } = clicked;
    const id = v5(`${sampleId}/${paramId}`, testUnitId);
    // One wish a user and day: pressing again is the same request, so that nobody alone makes a parameter the most wanted, or fills the log.
    const once = { ...context, commandId: v5(`${context.by.userId}/${context.at.slice(0, 10)}`, id) };
    const { position } = await this.decisions.decide(wantedParameter, id, { type: 'Want', wish: { testUnitId, sampleId, sampleName, paramId, paramName, qualification, consignUnit } }, once);
    return position;
  }

  /** Who writes says for whom. */
  private namedUnit(): string {
    if (this.testUnitId === null) throw new RuleBroken(problem('TESTING_UNIT_REQUIRED', {}, 'testUnitId'));
    return this.testUnitId;
  }
}

const saidOf = (value: boolean | number | string | undefined): string => {
  if (value === true) return 'Y';
  return value === undefined || value === false ? 'N' : String(value);
};

const ruleId = (testUnitId: string, sampleId: string, unitId: string): string => v5(`${sampleId}/${unitId}`, testUnitId);

const inOrder = <Row extends { id: string; name: string; orderIndex: number }>(rows: readonly Row[]) =>
  rows.toSorted((left, right) => left.orderIndex - right.orderIndex).map(({ id, name, orderIndex }) => ({ id, name, orderIndex }));

/** Letter case does not count. */
const pageOf = <Row>(rows: readonly Row[], { search, skipCount, maxResultCount }: ListPage, textOf: (row: Row) => string): Listed<Row> => {
  const wanted = search.toLowerCase();
  const found = wanted === '' ? rows : rows.filter((row) => textOf(row).toLowerCase().includes(wanted));
  return { rows: found.slice(skipCount, skipCount + maxResultCount), total: found.length };
};
