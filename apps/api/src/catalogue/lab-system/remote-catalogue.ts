import type { z } from 'zod';
import {
  dashless,
  LAB_SUCCESS,
  sameId,
  type CommandContext,
  type ConcatRule,
  type DictionaryRow,
  type LabQuery,
  type PackRow,
  type SampleTreeNode,
  type StandardRow,
  type StorableSample,
} from '#domain';
import type { SpecificationRuleLine } from '#events';
import type {
  Auxiliary,
  Catalogue,
  DictionaryKey,
  ListPage,
  PacksAsked,
  ParameterClick,
  ParametersAsked,
  Place,
  Scope,
  StandardOfSample,
} from '../catalogue.js';
import type { KeptAnswers } from './kept-answers.js';
import {
  Attachments,
  BusinessParams,
  DefaultValues,
  Dictionary,
  Examples,
  ExtraFieldList,
  Kept,
  Materials,
  OtherInfo,
  Pack,
  Packs,
  ParameterPage,
  Parameters,
  ParameterStandards,
  Qualifications,
  Requirements,
  Rules,
  StandardPage,
  Standards,
  Tree,
} from './lab-answers.js';
import type { LabClient, LabUnit } from './lab-client.js';
import { nodesOf, pathTo } from './lab-tree.js';

/** Rows a page of standards has when those are looked for that no sample names, and how many pages are turned. */
const PAGE = 1000;
const PAGES = 10;

/** The catalogue as a laboratory's own system keeps it; ids go out without dashes (001 section 7). What it answers is kept for a moment. */
export class RemoteCatalogue implements Catalogue {
  readonly testUnitId: string;

  constructor(
    private readonly unit: LabUnit,
    private readonly lab: LabClient,
    private readonly kept: KeptAnswers,
  ) {
    this.testUnitId = unit.testUnitId;
  }

  tree = async (scope: Scope, sampleId?: string): Promise<SampleTreeNode[]> =>
    nodesOf((await this.ask('pre/sample/tree', { type: scope, id: optional(sampleId) }, Tree)) ?? []);

  async find(
    scope: Scope,
    { sampleName, paramName, selectedKey }: { sampleName?: string; paramName?: string; selectedKey?: string },
  ): Promise<SampleTreeNode[]> {
    const asked =
      sampleName === undefined
        ? this.ask(
            'pre/category/list',
            { paramName: paramName ?? '', type: scope, selectedKey: optional(selectedKey) },
            Tree,
          )
        : this.ask('pre/category/sample', { sampleName, queryScope: scope }, Tree);
    return nodesOf((await asked) ?? []);
  }

  async samplesOf(categoryId: string): Promise<SampleTreeNode[] | null> {
    const nodes = await this.ask(`pre/category/sample/${dashless(categoryId)}`, {}, Tree);
    return nodes && nodesOf(nodes, categoryId);
  }

  /** What it is called stands in the tree alone; without parameters the laboratory does not test it. */
  async sample(sampleId: string, scope: Scope): Promise<StorableSample | null> {
    const path = pathTo(await this.tree(scope, sampleId), sampleId);
    const leaf = path.at(-1);
    if (!leaf || leaf.category) return null;
    const category = path.at(-2);
    const bigCategoryId = leaf.bigCategoryId || path[0]?.id || '';
    const [parameters, auxiliary] = await Promise.all([
      this.parameters(sampleId, { categoryId: bigCategoryId, scope, chosenIds: [], showsUnoffered: true }),
      this.auxiliary(sampleId, []),
    ]);
    return (
      parameters && {
        id: leaf.id,
        name: leaf.name,
        sampleCode: '',
        testUnitSampleSysCode: '',
        sysTestSampleId: '',
        categoryId: leaf.parentId ?? category?.id ?? '',
        bigCategoryId,
        sampleNameLink: leaf.sampleNameLink,
        isLocaleItem: scope,
        orderNum: 0,
        qualificationIds: [],
        defaultInputMethod: '1',
        isMixDesign: false,
        parameters: parameters.map(({ defaultSampleDescription: _, ...parameter }) => parameter),
        ...(auxiliary ?? NO_AUXILIARY),
      }
    );
  }

  /** Both spellings of what is asked: 001 names bigCategoryId and isLocaleItem, 002 category and queryScope (LAB-004, PRE-009). */
  parameters = (sampleId: string, { categoryId, scope, chosenIds, showsUnoffered }: ParametersAsked) =>
    this.ask(
      'pre/test/param',
      {
        sampleId: dashless(sampleId),
        bigCategoryId: optional(categoryId),
        category: optional(categoryId),
        isLocaleItem: scope,
        queryScope: scope,
        sampleParamIds: joined(chosenIds),
        preConsignShow: showsUnoffered,
      },
      Parameters,
    );

  auxiliary = (sampleId: string, paramIds: readonly string[]): Promise<Auxiliary | null> =>
    this.ask('pre/other/info', { paramIds: joined(paramIds), sampleId: dashless(sampleId) }, OtherInfo);
  requirements = (sampleId: string, paramIds: readonly string[]) =>
    this.ask('pre/requirements', { paramIds: joined(paramIds), sampleId: dashless(sampleId) }, Requirements);
  materials = (sampleId: string, paramIds: readonly string[]) =>
    this.ask('pre/materials', { sampleId: dashless(sampleId), paramIds: joined(paramIds) }, Materials);
  examples = (sampleId: string) => this.ask('pre/sample-example', { sampleId: dashless(sampleId) }, Examples);
  packs = (sampleId: string, { categoryId, exposed }: PacksAsked) =>
    this.ask(
      'pre/param-packs',
      { pagination: false, exposed, sampleId: dashless(sampleId), categoryId: optional(categoryId) },
      Packs,
    );

  async pack(id: string, sampleId = ''): Promise<PackRow | null> {
    const pack = await this.ask(`pre/param-pack/${dashless(id)}`, {}, Pack);
    return (
      pack && {
        ...pack,
        sampleId: pack.sampleId ?? sampleId,
        categoryId: '',
        bigCategoryId: '',
        exposed: true,
        orderNum: 0,
      }
    );
  }

  standardsOf = (sampleId: string, { categoryId, scope }: Place): Promise<StandardOfSample[] | null> =>
    this.ask(
      'pre/standard',
      { categoryId: optional(categoryId), sampleId: dashless(sampleId), queryScope: scope },
      Standards,
    );
  parameterStandards = (sampleId: string, paramIds: readonly string[]) =>
    this.ask(
      'pre/param/standard',
      { unitSampleId: dashless(sampleId), sampleId: dashless(sampleId), paramIds: joined(paramIds) },
      ParameterStandards,
    );

  /** No call gives standards by their ids: the laboratory's list is turned over until all are found. */
  async standards(ids: readonly string[]): Promise<StandardRow[]> {
    const found: StandardOfSample[] = [];
    const isMissing = () => ids.some((id) => !found.some((row) => sameId(row.id, id)));
    for (let page = 0; page < PAGES && isMissing(); page += 1) {
      const { rows } = await this.standardList({
        search: '',
        skipCount: page * PAGE,
        maxResultCount: PAGE,
        ofThisUnit: false,
      });
      found.push(...rows.filter(({ id }) => ids.some((one) => sameId(one, id))));
      if (rows.length < PAGE) break;
    }
    return found.map((row) => ({ ...row, sourceType: 0, publicationPrefix: '', replacedBy: null, clauseCodes: [] }));
  }

  standardList = async ({ ofThisUnit, ...page }: ListPage & { ofThisUnit: boolean }) =>
    (await this.ask(
      'pre/standard/list',
      {
        skipCount: page.skipCount,
        maxResultCount: page.maxResultCount,
        whetherThisUnit: ofThisUnit,
        search: page.search,
      },
      StandardPage,
    )) ?? NOTHING;
  parameterList = async ({ skipCount, maxResultCount, search }: ListPage) =>
    (await this.ask('pre/param/list', { skipCount, maxResultCount, search }, ParameterPage)) ?? NOTHING;

  dictionary({ by, name }: DictionaryKey): Promise<DictionaryRow[] | null> {
    if (by === 'type') return this.ask('pre/dictionary', { typeCode: name }, Dictionary);
    return by === 'code'
      ? this.ask('dictionaryController/types', { code: name }, Dictionary)
      : this.ask('dictionaryController.do', { getListByGroupId: '', dictGroupId: name }, Dictionary);
  }

  detectionTypes = async () =>
    (await this.ask(`pre/detection/type/${encodeURIComponent(this.unit.code)}`, {}, Dictionary)) ?? [];
  extraFields = async () => (await this.ask('pre/customProperty/consign', {}, ExtraFieldList)) ?? [];
  qualifications = async () => (await this.ask('pre/qualification/list', {}, Qualifications)) ?? [];
  consignDefaults = async () =>
    (await this.ask('pre/consignDefaultValues', {}, DefaultValues)) ?? DefaultValues.parse({});
  attachments = async (consignId: string) =>
    (await this.ask('pre/attachment', { consignId: dashless(consignId) }, Attachments)) ?? [];

  async businessParams(keys: readonly string[]): Promise<Record<string, string>> {
    const said = (await this.ask('pre/business-param', { keys: keys.join(',') }, BusinessParams)) ?? {};
    return Object.fromEntries(keys.map((key) => [key, said[key] ?? 'N']));
  }

  concatRules = (sampleId: string): Promise<ConcatRule[] | null> =>
    this.ask('pre/concat-rules', { sampleId: dashless(sampleId) }, Rules);

  async saveRule(
    sampleId: string,
    _unitId: string,
    lines: SpecificationRuleLine[],
    _context: CommandContext,
  ): Promise<boolean> {
    const body = new URLSearchParams({ sampleId: dashless(sampleId), configData: JSON.stringify(lines) }).toString();
    return (
      (await this.lab.post(
        'specification/saveOrUpdate',
        { body, contentType: 'application/x-www-form-urlencoded' },
        Kept,
      )) !== null
    );
  }

  async recordClick(click: ParameterClick, _context: CommandContext): Promise<null> {
    await this.lab.post(
      'pre/test/param/click',
      { body: JSON.stringify(click), contentType: 'application/json', success: LAB_SUCCESS.kept },
      Kept,
    );
    return null;
  }

  private ask<Answer>(path: string, query: LabQuery, schema: z.ZodType<Answer>): Promise<Answer | null> {
    return this.kept.ask(`${this.unit.code} ${this.lab.addressOf(path, query)}`, () =>
      this.lab.get(path, query, schema),
    );
  }
}

const NOTHING = { rows: [], total: 0 };
const NO_AUXILIARY: Auxiliary = {
  properties: [],
  specificationRule: null,
  sampleNumUnit: '',
  delegatesNumUnit: '',
  defaultDelegatesNum: null,
  defaultAfterTestOperate: '',
};

const optional = (id: string | undefined): string | undefined =>
  id === undefined || id === '' ? undefined : dashless(id);
/** Comma-joined; none is left out. */
const joined = (ids: readonly string[]): string | undefined =>
  ids.length === 0 ? undefined : ids.map(dashless).join(',');
