import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { v4 } from 'uuid';
import {
  getCategorySamples, getConcatRules, getCustomPropertyConsign, getDictionary, getOtherInfo, getParamPack, getParamPacks, getSampleProcessMethods,
  getSampleRequirements, getSampleTree, getStandards, getTestParameters, searchCategorySamples, type TreeNode,
} from '#contract';
import { catalogueEvents, decode } from '#events';
import { catalogueSample, handle } from '#domain';
import type { Client } from '../testing/client.js';
import { startService, type Service } from '../testing/service.js';

const CEMENT = 'd31e387b-6db1-5e1f-b5a9-4113d4557372';
const CEMENT_CATEGORY = '152a3ae1-1519-5589-9b4f-97f60001ff13';
/** Tests 11 of the 21 kinds of raw material. */
const TU006 = '6dac8086-afac-5318-ba7b-77aedd7f5cd5';
/** Hides unit prices. */
const TU003 = '48ee00c6-73a6-59d0-92d8-70a79627524f';
jest.setTimeout(60_000); // the import of a whole catalogue, on machines with other work too

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService({ now: () => new Date('2026-03-02T01:00:00.000Z') });
  client = await service.as('client1');
});
afterAll(() => service.close());

const leavesOf = (nodes: TreeNode[]): TreeNode[] => nodes.flatMap((node) => (node.category ? leavesOf(node.children) : [node]));

describe('the sample tree', () => {
  it('SAPI-002 has categories and samples, opened at the sample asked for', async () => {
    const { sampleTree, expandedKey, selectedKey } = await client.do(getSampleTree, { query: { type: 0, id: CEMENT } });
    expect(sampleTree[0]).toMatchObject({ id: expect.any(String), label: expect.any(String), parentId: null, category: true, children: expect.any(Array) });
    expect(selectedKey).toBe(CEMENT);
    expect(expandedKey.at(-1)).toBe(CEMENT_CATEGORY);
    expect(leavesOf(sampleTree).find(({ id }) => id === CEMENT)).toMatchObject({ label: '普通硅酸盐水泥', category: false, isLeaf: true, parentId: CEMENT_CATEGORY, children: [] });
  });

  it('has other samples for on-site work, and only what a testing unit may test', async () => {
    const raw = leavesOf((await client.do(getSampleTree)).sampleTree).map(({ id }) => id);
    const site = leavesOf((await client.do(getSampleTree, { query: { type: 1 } })).sampleTree).map(({ id }) => id);
    const tested = leavesOf((await client.do(getSampleTree, { query: { testUnitId: TU006 } })).sampleTree).map(({ id }) => id);
    expect(raw.filter((id) => site.includes(id))).toEqual([]);
    expect(tested.length).toBeLessThan(raw.length);
    expect(raw).toEqual(expect.arrayContaining(tested));
    expect((await client.call(getSampleTree, { query: { testUnitId: v4() } })).status).toBe(404);
  });

  it('SAPI-003 lists the samples of a category as leaves', async () => {
    const { sampleTree } = await client.do(getCategorySamples, { query: { categoryId: CEMENT_CATEGORY } });
    expect(sampleTree.length).toBeGreaterThanOrEqual(2);
    expect(sampleTree.every(({ parentId, isLeaf, category }) => parentId === CEMENT_CATEGORY && isLeaf && !category)).toBe(true);
    expect((await client.call(getCategorySamples, { query: { categoryId: v4() } })).failure?.code).toBe(40400);
  });

  it('SAPI-004 finds samples by a part of their name, raw materials when no scope is given', async () => {
    const { sampleTree } = await client.do(searchCategorySamples, { query: { sampleName: '水泥' } });
    const raw = await client.do(searchCategorySamples, { query: { sampleName: '水泥', queryScope: 0 } });
    const found = leavesOf(sampleTree).map(({ label }) => label);
    expect(sampleTree).toEqual(raw.sampleTree);
    expect(found).toContain('普通硅酸盐水泥');
    expect(found.every((label) => label.includes('水泥'))).toBe(true);
    expect((await client.do(searchCategorySamples, { query: { sampleName: '没有这种样品' } })).sampleTree).toEqual([]);
  });

  it('shows a sample that was listed after the tree was first read', async () => {
    const { events: [stored] } = await service.engines.eventStore.read(`catalogueSample-${CEMENT}`);
    if (!stored) throw new Error('the demo catalogue has no cement');
    const listed = decode(catalogueEvents, stored);
    if (listed.type !== 'SampleListed') throw new Error('the newest event of a sample lists it');
    const id = v4();
    await handle(service.engines.eventStore, catalogueSample, id, { type: 'List', fact: { type: 'SampleListed', data: { sample: { ...listed.data.sample, name: '新型水泥' } } } },
      { by: { userId: v4(), role: 'admin', unitId: null }, at: '2026-03-02T01:00:00.000Z', commandId: v4(), correlationId: v4() });
    await service.catchUp();
    expect(leavesOf((await client.do(getSampleTree)).sampleTree).map(({ label }) => label)).toContain('新型水泥');
  });
});

describe('a sample', () => {
  it('SAPI-005 has parameters with prices, standards and basis, in display order', async () => {
    const parameters = await client.do(getTestParameters, { query: { sampleId: CEMENT, category: CEMENT_CATEGORY } });
    expect(parameters.length).toBeGreaterThan(5);
    expect(parameters[0]).toMatchObject({ name: expect.any(String), prices: expect.any(Array), standards: expect.any(Array), basis: expect.any(Array), tuTestParamPrice: expect.stringMatching(/^\d+\.\d{2,}$/), offered: true });
    const order = parameters.map(({ orderNum }) => orderNum);
    expect(order).toEqual(order.toSorted((left, right) => right - left));
    expect((await client.call(getTestParameters, { query: { sampleId: v4() } })).sent).toEqual({ code: 40400, message: 'sample id does not exist', data: null });
  });

  it('keeps its prices from everybody but admin and auditor where the unit hides them', async () => {
    const amounts = async (userName: string) => {
      const parameters = await (await service.as(userName)).do(getTestParameters, { query: { sampleId: CEMENT, testUnitId: TU003 } });
      return parameters.flatMap(({ tuTestParamPrice, sharedPrice, prices }) => [tuTestParamPrice, sharedPrice, ...prices.map(({ price }) => price)]).filter((amount) => amount !== null);
    };
    expect(await amounts('client1')).toEqual([]);
    expect((await amounts('admin')).length).toBeGreaterThan(5);
    expect((await amounts('auditor')).length).toBeGreaterThan(5);
  });

  it('SAPI-006 has packs that may be chosen', async () => {
    const dashless = (id: string) => id.replaceAll('-', '');
    const packs = await client.do(getParamPacks, { query: { pagination: 'false', exposed: 'true', sampleId: dashless(CEMENT), categoryId: dashless(CEMENT_CATEGORY) } });
    expect(packs.length).toBeGreaterThan(0);
    expect(packs[0]).toMatchObject({ id: expect.any(String), name: expect.any(String) });
  });

  it('SAPI-007 has packs with entries; an unknown one fails with a message', async () => {
    const [pack] = await client.do(getParamPacks, { query: { sampleId: CEMENT } });
    const { entries, packJson } = await client.do(getParamPack, { query: { id: pack?.id ?? '' } });
    expect(entries).toHaveLength(pack?.paramCount ?? 0);
    expect(entries[0]).toMatchObject({ param: { id: expect.any(String) }, standards: expect.any(Array), basis: expect.any(Array) });
    expect(JSON.parse(packJson)).toMatchObject({ packId: pack?.id, params: expect.arrayContaining([expect.objectContaining({ tuTestParamId: entries[0]?.param.id })]) });
    const unknown = await client.call(getParamPack, { query: { id: v4() } });
    expect(unknown.failure).toMatchObject({ code: 40400, message: '未找到所请求的数据' });
  });

  it('names the standards of its parameters, and which have expired', async () => {
    const standards = await client.do(getStandards, { query: { sampleId: CEMENT } });
    const used = (await client.do(getTestParameters, { query: { sampleId: CEMENT } })).flatMap(({ standards: links, basis }) => [...links, ...basis]);
    expect(new Set(standards.map(({ standardId }) => standardId))).toEqual(new Set(used.map(({ standardId }) => standardId)));
    for (const { expireDate, isExpired } of standards) expect(isExpired).toBe(expireDate !== null && expireDate < '2026-03-02');
  });

  it('SAPI-010 has receiving requirements, for itself and for chosen parameters', async () => {
    const parameters = await client.do(getTestParameters, { query: { sampleId: CEMENT } });
    const whole = await client.do(getSampleRequirements, { query: { sampleId: CEMENT } });
    const chosen = await client.do(getSampleRequirements, { query: { sampleId: CEMENT, paramIds: parameters.map(({ id }) => id).join(',') } });
    expect(whole.length).toBeGreaterThan(0);
    expect(chosen.length).toBeGreaterThan(whole.length);
    expect(chosen.every(({ defaultSampleDescription }) => defaultSampleDescription.startsWith('<'))).toBe(true);
  });

  it('has auxiliary properties in order, and the rule that joins its specification', async () => {
    const { properties, sampleNumUnit } = await client.do(getOtherInfo, { query: { sampleId: CEMENT, paramIds: '' } });
    const [rule] = await client.do(getConcatRules, { query: { sampleId: CEMENT } });
    expect(sampleNumUnit).toBe('kg');
    expect(properties.map(({ orderNum }) => orderNum)).toEqual(properties.map(({ orderNum }) => orderNum).toSorted((left, right) => left - right));
    expect(rule).toMatchObject({ separator: expect.any(String), example: expect.any(String), configData: expect.arrayContaining([expect.objectContaining({ infoType: 1 })]) });
  });
});

describe('dictionaries', () => {
  it('SAPI-011 give the units of sample amounts', async () => {
    const units = await client.do(getDictionary, { query: { typeCode: 'sampleAmountUnit' } });
    expect(units).toHaveLength(19);
    expect(units[0]).toMatchObject({ typecode: '个', typename: '个' });
  });

  it('SAPI-012 give what happens after the test under code 20000, the default first; an unknown code is another', async () => {
    const reply = await client.call(getSampleProcessMethods, { query: { code: 'sample_process_method' } });
    expect(reply.sent).toMatchObject({ code: 20000, data: expect.arrayContaining([{ id: expect.any(String), typename: expect.any(String) }]) });
    expect(reply.result[0]?.typename).toBe('检毕由委托单位取回');
    expect((await client.call(getSampleProcessMethods, { query: { code: 'no_such_list' } })).failure?.code).toBe(40400);
  });

  it('SAPI-020 give the extra fields of a consignment under HTTP 200 and code 20000', async () => {
    const reply = await client.call(getCustomPropertyConsign);
    expect(reply.status).toBe(200);
    expect(reply.sent).toMatchObject({ code: 20000 });
    expect(reply.result[0]).toMatchObject({ columnIndex: 1, columnName: '#合同编号', visible: true, columnType: 'text', value: '' });
  });

  it('SAPI-001 say by their code whether the payload may be used', async () => {
    expect((await client.call(getDictionary, { query: { typeCode: 'sampleAmountUnit' } })).sent).toMatchObject({ code: 20000, message: '', data: expect.any(Array) });
    expect((await client.call(getDictionary, { query: { typeCode: '' } })).sent).toMatchObject({ code: 40000, data: null, message: expect.stringMatching(/./) });
    expect((await service.stranger.call(getDictionary, { query: { typeCode: 'sampleAmountUnit' } })).sent).toMatchObject({ code: 40100, data: null });
  });
});
