import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  getCategoryList,
  getCategorySamples,
  getChosenOrDefaultParameters,
  getMaterials,
  getOtherInfo,
  getParameterStandards,
  getParamPack,
  getParamPacks,
  getSampleExample,
  getSampleRequirements,
  getSampleTree,
  getStandards,
  getTestParameters,
  saveBuSampleInfo,
  searchCategorySamples,
  type TreeNode,
} from '#contract';
import { catalogueEvents, decode } from '#events';
import { catalogueSample } from '#domain/catalogue';
import { handle } from '#domain/event-sourcing';
import { addCement, DENSITY, createDraft } from '#harness/consignments/drafts';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import {
  BINDERS,
  CEMENT,
  CEMENT_CATEGORY,
  CONCRETE_MIX,
  HYDRATION_HEAT,
  TU001,
  TU003,
  TU006,
} from '#harness/catalogue/demo-catalogue';
import { leafNodes } from '#harness/catalogue/leaves';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService({ now: () => new Date('2026-03-02T01:00:00.000Z') });
  client = await service.as('client1');
});
afterAll(() => service.close());

const categoriesOf = (nodes: TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => (node.category ? [node, ...categoriesOf(node.children)] : []));
const dashless = (id: string) => id.replaceAll('-', '');
const everySample = async (query: { queryScope?: number; testUnitId?: string } = {}) =>
  leafNodes((await client.do(searchCategorySamples, { query })).sampleTree).map(({ id }) => id);
/** Two parameters of cement, in display order. */
const twoParameters = async () =>
  (await client.do(getTestParameters, { query: { sampleId: CEMENT } })).slice(0, 2).map(({ id }) => id);

describe('the sample tree', () => {
  it('SAPI-002 has nodes and is expanded at the requested sample', async () => {
    const { sampleTree, expandedKey, selectedKey } = await client.do(getSampleTree, {
      query: { type: 0, id: dashless(CEMENT) },
    });
    expect(sampleTree[0]).toMatchObject({
      id: expect.any(String),
      label: expect.any(String),
      parentId: null,
      category: true,
      children: expect.any(Array),
    });
    expect([selectedKey, expandedKey]).toEqual([CEMENT, [BINDERS, CEMENT_CATEGORY]]);
    expect(leafNodes(sampleTree).find(({ id }) => id === CEMENT)).toMatchObject({
      label: '普通硅酸盐水泥',
      category: false,
      isLeaf: true,
      parentId: CEMENT_CATEGORY,
      children: [],
    });
    expect(new Set(leafNodes(sampleTree).map(({ parentId }) => parentId))).toEqual(new Set([CEMENT_CATEGORY]));
  });

  it('PRE-006 has only categories at first, and the samples of a category when it is opened', async () => {
    const { sampleTree, expandedKey, selectedKey } = await client.do(getSampleTree);
    expect(leafNodes(sampleTree)).toEqual([]);
    expect([expandedKey, selectedKey]).toEqual([[], '']);
    expect(categoriesOf(sampleTree).map(({ id }) => id)).toContain(CEMENT_CATEGORY);
    expect(
      leafNodes((await client.do(getCategorySamples, { query: { categoryId: CEMENT_CATEGORY } })).sampleTree).map(
        ({ id }) => id,
      ),
    ).toContain(CEMENT);
  });

  it('has different samples for on-site tests, and only those that the testing unit may test', async () => {
    const [rawMaterialIds, onSiteIds, offeredIds] = [
      await everySample(),
      await everySample({ queryScope: 1 }),
      await everySample({ testUnitId: TU006 }),
    ];
    expect(rawMaterialIds.filter((id) => onSiteIds.includes(id))).toEqual([]);
    expect(offeredIds.length).toBeLessThan(rawMaterialIds.length);
    expect(rawMaterialIds).toEqual(expect.arrayContaining(offeredIds));
    const hidden = rawMaterialIds.find((id) => !offeredIds.includes(id)) ?? '';
    expect(
      (await client.call(getTestParameters, { query: { sampleId: hidden, testUnitId: TU006 } })).rawBody,
    ).toMatchObject({ code: 40400, reason: 'NO_SUCH_CATALOGUE_SAMPLE' });
    expect((await client.call(getSampleTree, { query: { testUnitId: v4() } })).rawBody).toMatchObject({
      code: 40400,
      reason: 'NO_SUCH_UNIT',
    });
  });

  it('SAPI-003 PRE-014 lists the samples of a category as leaves', async () => {
    const { sampleTree } = await client.do(getCategorySamples, { query: { categoryId: CEMENT_CATEGORY } });
    expect(sampleTree.length).toBeGreaterThanOrEqual(2);
    expect(
      sampleTree.every(({ parentId, isLeaf, category }) => parentId === CEMENT_CATEGORY && isLeaf && !category),
    ).toBe(true);
    expect((await client.call(getCategorySamples, { query: { categoryId: v4() } })).rawBody).toEqual({
      code: 40400,
      message: '样品类别不存在或已删除',
      data: null,
      reason: 'NO_SUCH_CATEGORY',
    });
  });

  it('SAPI-004 finds samples by a part of their name, and raw materials if no scope is given', async () => {
    const { sampleTree } = await client.do(searchCategorySamples, { query: { sampleName: ' 水泥 ' } });
    const rawMaterials = await client.do(searchCategorySamples, { query: { sampleName: '水泥', queryScope: 0 } });
    const labels = leafNodes(sampleTree).map(({ label }) => label);
    expect(sampleTree).toEqual(rawMaterials.sampleTree);
    expect(labels).toContain('普通硅酸盐水泥');
    expect(labels.every((label) => label.includes('水泥'))).toBe(true);
    expect((await client.do(searchCategorySamples, { query: { sampleName: '没有这种样品' } })).sampleTree).toEqual([]);
    expect((await client.call(searchCategorySamples, { query: { sampleName: '长'.repeat(101) } })).failure?.code).toBe(
      40000,
    );
  });

  it('PRE-006 has a list of categories, and finds samples by the name of a parameter', async () => {
    const all = await client.do(getCategoryList, { query: { selectedKey: CEMENT } });
    expect(all).toMatchObject({ selectedKey: CEMENT, expandedKey: [BINDERS, CEMENT_CATEGORY] });
    expect(all.sampleTree.map(({ id }) => id)).toContain(BINDERS);
    expect(Object.keys(all.sampleTree[0] ?? {})).toEqual(
      expect.arrayContaining(['id', 'label', 'children', 'parentId', 'category']),
    );
    const matches = leafNodes((await client.do(getCategoryList, { query: { paramName: '水化热' } })).sampleTree);
    expect(matches.map(({ id }) => id)).toContain(CEMENT);
    expect(matches.length).toBeLessThan((await everySample()).length);
  });

  it('shows a sample that was added after the tree was first read', async () => {
    const {
      events: [stored],
    } = await service.engines.eventStore.read(`catalogueSample-${CEMENT}`);
    if (!stored) throw new Error('the demo catalogue has no cement');
    const listed = decode(catalogueEvents, stored);
    if (listed.type !== 'SampleListed') throw new Error('the newest event of a sample lists it');
    await handle(
      service.engines.eventStore,
      catalogueSample,
      v4(),
      { type: 'List', fact: { type: 'SampleListed', data: { sample: { ...listed.data.sample, name: '新型水泥' } } } },
      {
        by: { userId: v4(), role: 'admin', unitId: null },
        at: '2026-03-02T01:00:00.000Z',
        commandId: v4(),
        correlationId: v4(),
      },
    );
    await service.catchUp();
    expect(
      leafNodes((await client.do(searchCategorySamples, { query: { sampleName: '新型' } })).sampleTree).map(
        ({ label }) => label,
      ),
    ).toEqual(['新型水泥']);
  });
});

describe('a sample', () => {
  it('SAPI-005 SS-026 has parameters with prices, standards and test bases in display order', async () => {
    const parameters = await client.do(getTestParameters, { query: { sampleId: CEMENT, category: CEMENT_CATEGORY } });
    expect(parameters.length).toBeGreaterThan(5);
    expect(parameters[0]).toMatchObject({
      name: expect.any(String),
      prices: expect.any(Array),
      standards: expect.any(Array),
      basis: expect.any(Array),
      criteria: expect.any(Array),
      tuTestParamPrice: expect.stringMatching(/^\d+\.\d{2,}$/),
      offered: true,
      defaultSampleDescription: expect.any(String),
    });
    const order = parameters.map(({ orderNum }) => orderNum);
    expect(order).toEqual(order.toSorted((left, right) => right - left));
    const errorBody = async (language: string) =>
      (await client.call(getTestParameters, { query: { sampleId: v4() }, headers: { 'accept-language': language } }))
        .rawBody;
    expect(await errorBody('zh')).toEqual({
      code: 40400,
      message: '样品id不存在',
      data: null,
      reason: 'NO_SUCH_CATALOGUE_SAMPLE',
    });
    expect(await errorBody('en')).toMatchObject({ message: 'sample id does not exist' });
  });

  it('PRE-009 is filtered by category and type, and can exclude parameters that are not offered, except chosen ones', async () => {
    const getParameters = (query: object) =>
      client.call(getTestParameters, { query: { sampleId: dashless(CEMENT), ...query } });
    const names = async (query: object) => (await getParameters(query)).result.map(({ name }) => name);
    expect(
      (await getParameters({ bigCategoryId: dashless(BINDERS), isLocaleItem: 0, preConsignShow: 'true' })).status,
    ).toBe(200);
    expect((await getParameters({ isLocaleItem: 1 })).failure?.code).toBe(40400);
    expect((await getParameters({ category: v4() })).failure?.code).toBe(40400);
    expect((await getParameters({ queryScope: 2 })).failure?.code).toBe(40000);
    expect((await getParameters({ sampleParamIds: 'a,b' })).failure?.code).toBe(40000);
    expect(await names({})).toContain('水化热');
    expect(await names({ preConsignShow: 'false' })).not.toContain('水化热');
    expect(await names({ preConsignShow: 'false', sampleParamIds: `${HYDRATION_HEAT},${v4()}` })).toContain('水化热');
  });

  it('PRE-009 has the chosen parameters, or the laboratory’s default ones', async () => {
    const [idA = '', idB = ''] = await twoParameters();
    const chosenParameters = await client.do(getChosenOrDefaultParameters, {
      query: { sampleId: CEMENT, paramIds: `${dashless(idB)},${idA}` },
    });
    expect(chosenParameters.map(({ id }) => id)).toEqual([idA, idB]);
    const [pack] = await client.do(getParamPacks, { query: { sampleId: CEMENT } });
    const { entries } = await client.do(getParamPack, { query: { id: pack?.id ?? '' } });
    const defaultParameters = await client.do(getChosenOrDefaultParameters, { query: { sampleId: CEMENT } });
    expect(new Set(defaultParameters.map(({ id }) => id))).toEqual(new Set(entries.map(({ param }) => param.id)));
  });

  it('shows its prices only to administrator and auditor if the unit hides them', async () => {
    const amounts = async (userName: string) => {
      const parameters = await (
        await service.as(userName)
      ).do(getTestParameters, { query: { sampleId: CEMENT, testUnitId: TU003 } });
      return parameters
        .flatMap(({ tuTestParamPrice, sharedPrice, prices }) => [
          tuTestParamPrice,
          sharedPrice,
          ...prices.map(({ price }) => price),
        ])
        .filter((amount) => amount !== null);
    };
    expect(await amounts('client1')).toEqual([]);
    expect((await amounts('admin')).length).toBeGreaterThan(5);
    expect((await amounts('auditor')).length).toBeGreaterThan(5);
  });

  it('SAPI-006 PRE-008 has packs that may be chosen, paged on request', async () => {
    const query = {
      pagination: 'false',
      exposed: 'true',
      sampleId: dashless(CEMENT),
      categoryId: dashless(CEMENT_CATEGORY),
    };
    const packs = await client.do(getParamPacks, { query });
    expect(packs.length).toBeGreaterThan(0);
    expect(packs[0]).toMatchObject({ id: expect.any(String), name: expect.any(String) });
    expect(await client.do(getParamPacks, { query: { ...query, pagination: 'true', maxResultCount: 1 } })).toEqual(
      packs.slice(0, 1),
    );
    expect((await client.call(getParamPacks, { query: { sampleId: v4() } })).failure?.code).toBe(40400);
  });

  it('SAPI-007 has packs with entries; an unknown pack is refused with a message', async () => {
    const [pack] = await client.do(getParamPacks, { query: { sampleId: CEMENT } });
    const { entries, packJson } = await client.do(getParamPack, { query: { id: pack?.id ?? '' } });
    expect(entries).toHaveLength(pack?.paramCount ?? 0);
    expect(entries[0]).toMatchObject({
      param: { id: expect.any(String) },
      standards: expect.any(Array),
      basis: expect.any(Array),
    });
    expect(JSON.parse(packJson)).toMatchObject({
      packId: pack?.id,
      params: expect.arrayContaining([expect.objectContaining({ tuTestParamId: entries[0]?.param.id })]),
    });
    expect((await client.call(getParamPack, { query: { id: v4() } })).rawBody).toMatchObject({
      code: 40400,
      message: expect.stringMatching(/./),
      reason: 'NO_SUCH_PACK',
    });
  });

  it('SAPI-017 PRE-010 lists the standards of its parameters, whether they are expired, and the parameters of each', async () => {
    const standards = await client.do(getStandards, {
      query: { sampleId: CEMENT, categoryId: CEMENT_CATEGORY, queryScope: 0 },
    });
    const parameters = await client.do(getTestParameters, { query: { sampleId: CEMENT } });
    const used = parameters.flatMap(({ standards: links, basis }) => [...links, ...basis]);
    expect(new Set(standards.map(({ standardId }) => standardId))).toEqual(
      new Set(used.map(({ standardId }) => standardId)),
    );
    for (const { expireDate, isExpired } of standards)
      expect(isExpired).toBe(expireDate !== null && expireDate < '2026-03-02');
    const two = await twoParameters();
    const each = await client.do(getParameterStandards, {
      query: { unitSampleId: CEMENT, sampleId: CEMENT, paramIds: two.join(',') },
    });
    expect(each.map(({ paramId }) => paramId)).toEqual(two);
    expect(each[0]?.standards.map(({ standardId }) => standardId)).toEqual(
      parameters[0]?.standards.map(({ standardId }) => standardId),
    );
    expect(each[0]?.standards[0]).toMatchObject({
      standardName: expect.stringMatching(/./),
      publishCode: expect.any(String),
      isExpired: expect.any(Boolean),
    });
    expect((await client.call(getParameterStandards, { query: { paramIds: two.join(',') } })).failure?.code).toBe(
      40000,
    );
  });

  it('SAPI-010 PRE-012 has requirements for itself and for chosen parameters', async () => {
    const parameters = await client.do(getTestParameters, { query: { sampleId: CEMENT } });
    const generalRequirements = await client.do(getSampleRequirements, { query: { sampleId: CEMENT } });
    const allRequirements = await client.do(getSampleRequirements, {
      query: { sampleId: CEMENT, paramIds: parameters.map(({ id }) => id).join(',') },
    });
    expect(generalRequirements.length).toBeGreaterThan(0);
    expect(allRequirements.length).toBeGreaterThan(generalRequirements.length);
    expect(allRequirements.every(({ defaultSampleDescription }) => defaultSampleDescription.startsWith('<'))).toBe(
      true,
    );
    expect((await client.call(getSampleRequirements, { query: { sampleId: v4() } })).failure?.message).toMatch(/./);
  });

  it('SAPI-009 has auxiliary properties in order, with the values that were entered in a consignment', async () => {
    const { properties, sampleNumUnit } = await client.do(getOtherInfo, { query: { sampleId: CEMENT, paramIds: '' } });
    expect(sampleNumUnit).toBe('kg');
    expect(properties.map(({ orderNum }) => orderNum)).toEqual(
      properties.map(({ orderNum }) => orderNum).toSorted((left, right) => left - right),
    );
    const { id: consignId } = await createDraft(client);
    const sampleInfoId = await addCement(client, consignId);
    const batchProperty =
      properties.find(({ testSamplePropertySystemName }) => testSamplePropertySystemName === 'batchNo') ??
      properties.at(-1);
    await client.do(saveBuSampleInfo, {
      body: {
        id: sampleInfoId,
        consignId,
        testUnitSampleId: CEMENT,
        testGroupCount: 1,
        testPointCount: 1,
        tuSampleParamIds: [{ tuTestParamId: DENSITY }],
        buSamplePropertyInfo: [{ testSamplePropertyId: batchProperty?.testSamplePropertyId ?? '', value: '批-88' }],
      },
    });
    const query = { sampleId: CEMENT, paramIds: '', sampleInfoId };
    const info = await client.do(getOtherInfo, { query });
    expect(
      info.properties.find(({ testSamplePropertyId }) => testSamplePropertyId === batchProperty?.testSamplePropertyId)
        ?.value,
    ).toBe('批-88');
    expect((await (await service.as('client2')).call(getOtherInfo, { query })).status).toBe(403);
    expect((await client.call(getOtherInfo, { query: { ...query, sampleInfoId: v4() } })).status).toBe(404);
  });

  it('SAPI-008 PRE-007 has raw materials if it is a mix design, whatever parameters are chosen', async () => {
    const materials = await client.do(getMaterials, {
      query: { sampleId: CONCRETE_MIX, paramIds: (await twoParameters()).join(',') },
    });
    expect(materials.length).toBeGreaterThan(5);
    expect(
      materials.every(({ id, label, categoryId, sampleNameLink }) =>
        [id, label, categoryId, sampleNameLink].every((member) => member !== ''),
      ),
    ).toBe(true);
    expect(materials[0]).toMatchObject({ id: CEMENT, categoryId: CEMENT_CATEGORY });
    expect(await client.do(getMaterials, { query: { sampleId: CEMENT } })).toEqual([]);
  });

  it('SAPI-013 has example pictures of a completed form, if there are any', async () => {
    const examples = await client.do(getSampleExample, { query: { sampleId: CEMENT, testUnitId: TU001 } });
    expect(examples.length).toBeGreaterThan(0);
    expect(examples[0]).toMatchObject({
      name: expect.stringMatching(/./),
      url: expect.stringMatching(/^data:image\//),
    });
    expect(await client.do(getSampleExample, { query: { sampleId: CONCRETE_MIX } })).toEqual([]);
  });
});
