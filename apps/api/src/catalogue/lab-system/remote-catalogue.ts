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
} from './lab-schemas.js';
import type { LabClient, LabUnit } from './lab-client.js';

/** Page size and maximum number of pages for looking up standards by id. */
const PAGE_SIZE = 1000;

const MAX_PAGES = 10;

/**
 * The catalogue in a laboratory's own system. Ids are sent without dashes (001 section 7). Responses are cached
 * briefly.
 */
export class RemoteCatalogue implements Catalogue {
  readonly testUnitId: string;

  constructor(
    private readonly unit: LabUnit,
    private readonly lab: LabClient,
    private readonly responses: ResponseCache,
  ) {
    this.testUnitId = unit.testUnitId;
  }

  tree = async (scope: SampleScope, sampleId?: string): Promise<SampleTreeNode[]> =>
    nodesOf((await this.fetch('pre/sample/tree', { type: scope, id: optionalId(sampleId) }, Tree)) ?? []);

  async find(
    scope: SampleScope,
    { sampleName, paramName, selectedKey }: { sampleName?: string; paramName?: string; selectedKey?: string },
  ): Promise<SampleTreeNode[]> {
    const nodes =
      sampleName === undefined
        ? this.fetch(
            'pre/category/list',
            { paramName: paramName ?? '', type: scope, selectedKey: optionalId(selectedKey) },
            Tree,
          )
        : this.fetch('pre/category/sample', { sampleName, queryScope: scope }, Tree);
    return nodesOf((await nodes) ?? []);
  }

  async samplesOf(categoryId: string): Promise<SampleTreeNode[] | null> {
    const nodes = await this.fetch(`pre/category/sample/${dashless(categoryId)}`, {}, Tree);
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
    this.fetch(
      'pre/test/param',
      {
        sampleId: dashless(sampleId),
        bigCategoryId: optionalId(categoryId),
        category: optionalId(categoryId),
        isLocaleItem: scope,
        queryScope: scope,
        sampleParamIds: joinIds(chosenIds),
        preConsignShow: showsUnoffered,
      },
      Parameters,
    );

  auxiliary = (sampleId: string, paramIds: readonly string[]): Promise<AuxiliaryFields | null> =>
    this.fetch('pre/other/info', { paramIds: joinIds(paramIds), sampleId: dashless(sampleId) }, OtherInfo);
  requirements = (sampleId: string, paramIds: readonly string[]) =>
    this.fetch('pre/requirements', { paramIds: joinIds(paramIds), sampleId: dashless(sampleId) }, Requirements);
  materials = (sampleId: string, paramIds: readonly string[]) =>
    this.fetch('pre/materials', { sampleId: dashless(sampleId), paramIds: joinIds(paramIds) }, Materials);
  examples = (sampleId: string) => this.fetch('pre/sample-example', { sampleId: dashless(sampleId) }, Examples);
  packs = (sampleId: string, { categoryId, exposed }: PackQuery) =>
    this.fetch(
      'pre/param-packs',
      { pagination: false, exposed, sampleId: dashless(sampleId), categoryId: optionalId(categoryId) },
      Packs,
    );

  async pack(id: string, sampleId = ''): Promise<PackRow | null> {
    const pack = await this.fetch(`pre/param-pack/${dashless(id)}`, {}, Pack);
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
    this.fetch(
      'pre/standard',
      { categoryId: optionalId(categoryId), sampleId: dashless(sampleId), queryScope: scope },
      Standards,
    );
  parameterStandards = (sampleId: string, paramIds: readonly string[]) =>
    this.fetch(
      'pre/param/standard',
      { unitSampleId: dashless(sampleId), sampleId: dashless(sampleId), paramIds: joinIds(paramIds) },
      ParameterStandards,
    );

  /**
   * There is no call by ids, so the laboratory's list is read page by page until all are found or PAGES pages are read.
   */
  async standards(ids: readonly string[]): Promise<StandardRow[]> {
    const matches: StandardOfSample[] = [];
    const isMissing = () => ids.some((id) => !matches.some((row) => sameId(row.id, id)));
    for (let page = 0; page < MAX_PAGES && isMissing(); page += 1) {
      const { rows } = await this.standardList({
        search: '',
        skipCount: page * PAGE_SIZE,
        maxResultCount: PAGE_SIZE,
        thisUnitOnly: false,
      });
      matches.push(...rows.filter(({ id }) => ids.some((requestedId) => sameId(requestedId, id))));
      if (rows.length < PAGE_SIZE) break;
    }
    return matches.map((row) => ({ ...row, sourceType: 0, publicationPrefix: '', replacedBy: null, clauseCodes: [] }));
  }

  standardList = async ({ thisUnitOnly, ...page }: ListPage & { thisUnitOnly: boolean }) =>
    (await this.fetch(
      'pre/standard/list',
      {
        skipCount: page.skipCount,
        maxResultCount: page.maxResultCount,
        whetherThisUnit: thisUnitOnly,
        search: page.search,
      },
      StandardPage,
    )) ?? EMPTY_PAGE;
  parameterList = async ({ skipCount, maxResultCount, search }: ListPage) =>
    (await this.fetch('pre/param/list', { skipCount, maxResultCount, search }, ParameterPage)) ?? EMPTY_PAGE;

  dictionary({ by, name }: DictionaryKey): Promise<DictionaryRow[] | null> {
    if (by === 'type') return this.fetch('pre/dictionary', { typeCode: name }, Dictionary);
    return by === 'code'
      ? this.fetch('dictionaryController/types', { code: name }, Dictionary)
      : this.fetch('dictionaryController.do', { getListByGroupId: '', dictGroupId: name }, Dictionary);
  }

  detectionTypes = async () =>
    (await this.fetch(`pre/detection/type/${encodeURIComponent(this.unit.code)}`, {}, Dictionary)) ?? [];
  extraFields = async () => (await this.fetch('pre/customProperty/consign', {}, ExtraFieldList)) ?? [];
  qualifications = async () => (await this.fetch('pre/qualification/list', {}, Qualifications)) ?? [];
  consignDefaults = async () =>
    (await this.fetch('pre/consignDefaultValues', {}, DefaultValues)) ?? DefaultValues.parse({});
  attachments = async (consignId: string) =>
    (await this.fetch('pre/attachment', { consignId: dashless(consignId) }, Attachments)) ?? [];

  async businessParams(keys: readonly string[]): Promise<Record<string, string>> {
    const params = (await this.fetch('pre/business-param', { keys: keys.join(',') }, BusinessParams)) ?? {};
    return Object.fromEntries(keys.map((key) => [key, params[key] ?? 'N']));
  }

  concatRules = (sampleId: string): Promise<ConcatRule[] | null> =>
    this.fetch('pre/concat-rules', { sampleId: dashless(sampleId) }, Rules);

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
      { body: JSON.stringify(click), contentType: 'application/json', successCode: LAB_SUCCESS.stored },
      UnknownMembers,
    );
    return null;
  }

  private fetch<Payload>(path: string, query: LabQuery, schema: z.ZodType<Payload>): Promise<Payload | null> {
    return this.responses.getOrLoad(`${this.unit.code} ${this.lab.addressOf(path, query)}`, () =>
      this.lab.get(path, query, schema),
    );
  }
}

const EMPTY_PAGE = { rows: [], total: 0 };

const NO_AUXILIARY: AuxiliaryFields = {
  properties: [],
  specificationRule: null,
  sampleNumUnit: '',
  delegatesNumUnit: '',
  defaultDelegatesNum: null,
  defaultAfterTestOperate: '',
};

const optionalId = (id: string | undefined): string | undefined =>
  id === undefined || id === '' ? undefined : dashless(id);

/** Comma-separated ids; undefined for none. */
const joinIds = (ids: readonly string[]): string | undefined =>
  ids.length === 0 ? undefined : ids.map(dashless).join(',');

/**
 * How long responses and failures are cached, in milliseconds. A form repeats its requests, and a system that is down
 * is not called for every user.
 */
const CACHED_MS = 15_000;

const FAILED_MS = 2_000;

const MAX_ENTRIES = 500;

/** Shares recent responses between equal requests. The oldest are dropped first. */
export class ResponseCache {
  private readonly entries = new Map<string, { response: Promise<unknown>; expiresAt: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The cached response, otherwise a new one. */
  getOrLoad<Payload>(key: string, load: () => Promise<Payload>): Promise<Payload> {
    const cached = this.entries.get(key);
    if (cached && cached.expiresAt > this.now()) return cached.response as Promise<Payload>;
    const entry = { response: load(), expiresAt: Infinity };
    this.entries.delete(key);
    this.entries.set(key, entry);
    entry.response.then(
      () => (entry.expiresAt = this.now() + CACHED_MS),
      () => (entry.expiresAt = this.now() + FAILED_MS),
    );
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= MAX_ENTRIES) break;
      this.entries.delete(oldest);
    }
    return entry.response;
  }
}

/** Tree nodes in the format of this service. Missing members are derived from the position of a node. */
const nodesOf = (
  nodes: readonly LabNode[],
  parentId: string | null = null,
  parent: { bigCategoryId: string; names: readonly string[] } = { bigCategoryId: '', names: [] },
): SampleTreeNode[] =>
  nodes.map(({ id, name, category, bigCategoryId, sampleNameLink, children }) => {
    const isCategory = category || children.length > 0;
    const position = {
      bigCategoryId: bigCategoryId || parent.bigCategoryId || (isCategory ? id : ''),
      names: [...parent.names, name],
    };
    return {
      id,
      name,
      label: name,
      category: isCategory,
      isLeaf: !isCategory,
      parentId,
      bigCategoryId: position.bigCategoryId,
      sampleNameLink: sampleNameLink || position.names.join(' → '),
      children: nodesOf(children, id, position),
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
