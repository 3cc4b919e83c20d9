import type { z } from 'zod';
import type { PackRow, SampleTreeNode, StandardRow, StorableSample } from '#domain/catalogue';
import type { CommandContext } from '#domain/event-sourcing';
import { LAB_SUCCESS, type LabQuery } from '#domain/lab-systems';
import type { DictionaryRow } from '#domain/reference';
import { dashless, sameId } from '#domain/rules';
import type { ConcatRule } from '#domain/sample';
import type { SpecificationRuleLine } from '#events';
import type {
  AuxiliaryFields,
  Catalogue,
  DictionaryKey,
  ListPage,
  PackQuery,
  ParameterClick,
  ParameterQuery,
  SampleLocation,
  SampleScope,
  StandardOfSample,
} from '../catalogue.js';
import {
  Attachments,
  BusinessParams,
  DefaultValues,
  Dictionary,
  Examples,
  ExtraFieldList,
  UnknownMembers,
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
  type LabNode,
} from './lab-answers.js';
import type { LabClient, LabUnit } from './lab-client.js';

/** Page size and maximum number of pages for looking up standards by id. */
const PAGE = 1000;

const PAGES = 10;

/**
 * The catalogue in a laboratory's own system. Ids are sent without dashes (001 section 7). Responses are cached
 * briefly.
 */
export class RemoteCatalogue implements Catalogue {
  readonly testUnitId: string;

  constructor(
    private readonly unit: LabUnit,
    private readonly lab: LabClient,
    private readonly cache: AnswerCache,
  ) {
    this.testUnitId = unit.testUnitId;
  }

  tree = async (scope: SampleScope, sampleId?: string): Promise<SampleTreeNode[]> =>
    nodesOf((await this.ask('pre/sample/tree', { type: scope, id: optional(sampleId) }, Tree)) ?? []);

  async find(
    scope: SampleScope,
    { sampleName, paramName, selectedKey }: { sampleName?: string; paramName?: string; selectedKey?: string },
  ): Promise<SampleTreeNode[]> {
    const answer =
      sampleName === undefined
        ? this.ask(
            'pre/category/list',
            { paramName: paramName ?? '', type: scope, selectedKey: optional(selectedKey) },
            Tree,
          )
        : this.ask('pre/category/sample', { sampleName, queryScope: scope }, Tree);
    return nodesOf((await answer) ?? []);
  }

  async samplesOf(categoryId: string): Promise<SampleTreeNode[] | null> {
    const nodes = await this.ask(`pre/category/sample/${dashless(categoryId)}`, {}, Tree);
    return nodes && nodesOf(nodes, categoryId);
  }

  /** Only the tree has the name. Null if the system has no parameters for the sample. */
  async sample(sampleId: string, scope: SampleScope): Promise<StorableSample | null> {
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

  /** Sends both spellings: bigCategoryId and isLocaleItem of 001, category and queryScope of 002 (LAB-004, PRE-009). */
  parameters = (sampleId: string, { categoryId, scope, chosenIds, showsUnoffered }: ParameterQuery) =>
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

  auxiliary = (sampleId: string, paramIds: readonly string[]): Promise<AuxiliaryFields | null> =>
    this.ask('pre/other/info', { paramIds: joined(paramIds), sampleId: dashless(sampleId) }, OtherInfo);
  requirements = (sampleId: string, paramIds: readonly string[]) =>
    this.ask('pre/requirements', { paramIds: joined(paramIds), sampleId: dashless(sampleId) }, Requirements);
  materials = (sampleId: string, paramIds: readonly string[]) =>
    this.ask('pre/materials', { sampleId: dashless(sampleId), paramIds: joined(paramIds) }, Materials);
  examples = (sampleId: string) => this.ask('pre/sample-example', { sampleId: dashless(sampleId) }, Examples);
  packs = (sampleId: string, { categoryId, exposed }: PackQuery) =>
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

  standardsOf = (sampleId: string, { categoryId, scope }: SampleLocation): Promise<StandardOfSample[] | null> =>
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

  /**
   * There is no call by ids, so the laboratory's list is read page by page until all are found or PAGES pages are read.
   */
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
    const params = (await this.ask('pre/business-param', { keys: keys.join(',') }, BusinessParams)) ?? {};
    return Object.fromEntries(keys.map((key) => [key, params[key] ?? 'N']));
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
        UnknownMembers,
      )) !== null
    );
  }

  async recordClick(click: ParameterClick, _context: CommandContext): Promise<null> {
    await this.lab.post(
      'pre/test/param/click',
      { body: JSON.stringify(click), contentType: 'application/json', success: LAB_SUCCESS.kept },
      UnknownMembers,
    );
    return null;
  }

  private ask<Answer>(path: string, query: LabQuery, schema: z.ZodType<Answer>): Promise<Answer | null> {
    return this.cache.ask(`${this.unit.code} ${this.lab.addressOf(path, query)}`, () =>
      this.lab.get(path, query, schema),
    );
  }
}

const NOTHING = { rows: [], total: 0 };

const NO_AUXILIARY: AuxiliaryFields = {
  properties: [],
  specificationRule: null,
  sampleNumUnit: '',
  delegatesNumUnit: '',
  defaultDelegatesNum: null,
  defaultAfterTestOperate: '',
};

const optional = (id: string | undefined): string | undefined =>
  id === undefined || id === '' ? undefined : dashless(id);

/** Comma-separated ids; undefined for none. */
const joined = (ids: readonly string[]): string | undefined =>
  ids.length === 0 ? undefined : ids.map(dashless).join(',');

/**
 * How long responses and failures are cached, in milliseconds. A form repeats its requests, and a system that is down
 * is not called for every user.
 */
const KEPT_MS = 15_000;

const FAILED_MS = 2_000;

const MAX_ANSWERS = 500;

/** Shares recent responses between equal requests. The oldest are dropped first. */
export class AnswerCache {
  private readonly answers = new Map<string, { answer: Promise<unknown>; until: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The cached response, otherwise a new one. */
  ask<Answer>(question: string, answer: () => Promise<Answer>): Promise<Answer> {
    const cached = this.answers.get(question);
    if (cached && cached.until > this.now()) return cached.answer as Promise<Answer>;
    const entry = { answer: answer(), until: Infinity };
    this.answers.delete(question);
    this.answers.set(question, entry);
    entry.answer.then(
      () => (entry.until = this.now() + KEPT_MS),
      () => (entry.until = this.now() + FAILED_MS),
    );
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= MAX_ANSWERS) break;
      this.answers.delete(oldest);
    }
    return entry.answer;
  }
}

/** Tree nodes in the format of this service. Missing members are derived from the position of a node. */
const nodesOf = (
  nodes: readonly LabNode[],
  parentId: string | null = null,
  above: { bigCategoryId: string; names: readonly string[] } = { bigCategoryId: '', names: [] },
): SampleTreeNode[] =>
  nodes.map(({ id, name, category, bigCategoryId, sampleNameLink, children }) => {
    const isCategory = category || children.length > 0;
    const here = {
      bigCategoryId: bigCategoryId || above.bigCategoryId || (isCategory ? id : ''),
      names: [...above.names, name],
    };
    return {
      id,
      name,
      label: name,
      category: isCategory,
      isLeaf: !isCategory,
      parentId,
      bigCategoryId: here.bigCategoryId,
      sampleNameLink: sampleNameLink || here.names.join(' → '),
      children: nodesOf(children, id, here),
    };
  });

/** The path from the root to a node; empty if there is no such node. */
const pathTo = (nodes: readonly SampleTreeNode[], id: string): SampleTreeNode[] => {
  for (const node of nodes) {
    if (sameId(node.id, id)) return [node];
    const rest = pathTo(node.children, id);
    if (rest.length > 0) return [node, ...rest];
  }
  return [];
};
