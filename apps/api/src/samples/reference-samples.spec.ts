import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  cancelConsignInfo,
  commitConsignInfo,
  deleteBuSampleInfo,
  deleteConsignInfo,
  getBuSampleInfo,
  getReferenceSamples,
  reopenConsignment,
  saveBuSampleInfo,
} from '#contract';
import { ORIGIN_PROPERTIES } from '#domain/catalogue';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { NO_STREAM } from '#events';
import { addCement, CEMENT, createDraft, PROJECT1, PROJECT2, addRequiredFile } from '#harness/consignments/drafts';
import { ifMatch, readConsignment } from '#harness/consignments/stages';
import { LAB1, LAB2 } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = await service.as('client1');
});
afterAll(() => service.close());

const { testUnitId } = LAB1;
const submit = (id: string, by = client) => by.do(commitConsignInfo, { query: { consignInfoIds: id } });
/** A submitted consignment whose cement was bought and taken somewhere; answers both ids and the number. */
const submitted = async (by = client, options: Parameters<typeof createDraft>[1] = {}) => {
  const { id } = await createDraft(by, options);
  const sampleId = await addCement(by, id);
  const view = await by.do(getBuSampleInfo, { query: { id: sampleId, consignId: id } });
  const values: Record<string, string> = {
    [ORIGIN_PROPERTIES.produceInfo]: '安溪水泥厂',
    [ORIGIN_PROPERTIES.piHao]: 'P20261120',
  };
  await addRequiredFile(by, id, options.lab);
  await by.do(saveBuSampleInfo, {
    body: {
      ...view,
      inputMethod: 1,
      tuSampleParamIds: view.tuSampleParamIds.map(({ tuTestParamId }) => ({ tuTestParamId })),
      specificationType: 'P·O 42.5',
      specificationBuildMethod: '[]',
      extractAddress: '2# 拌和站',
      testSampleDescription: '灰色粉末',
      buSamplePropertyInfo: view.buSamplePropertyInfo.map((property) => ({
        ...property,
        value: values[property.testSamplePropertySystemName] ?? property.value,
      })),
    },
  });
  await submit(id, by);
  const { consignCode, creationTime } = await readConsignment(by, id);
  return { id, sampleId, consignCode, creationTime };
};
const listReferences = (query: object = {}, by = client) =>
  by.do(getReferenceSamples, { query: { testUnitId, projectId: PROJECT1, maxResultCount: 100, ...query } });
const idsOf = async (query: object = {}, by = client) => (await listReferences(query, by)).items.map(({ id }) => id);

describe('samples that can be cited', () => {
  it('RC-008 have the fields that the dialog shows and that citing copies', async () => {
    const { id, sampleId, consignCode, creationTime } = await submitted();
    const { items } = await listReferences();
    expect(items.find((item) => item.id === sampleId)).toEqual({
      id: sampleId,
      consignId: id,
      consignCode,
      createTime: creationTime,
      testUnitSampleId: CEMENT,
      bigCategoryId: expect.any(String),
      sampleNameLink: '水泥 → 通用硅酸盐水泥 → 普通硅酸盐水泥',
      sampleName: '普通硅酸盐水泥',
      specificationType: 'P·O 42.5',
      specificationBuildMethod: '[]',
      produceInfo: '安溪水泥厂',
      piHao: 'P20261120',
      extractAddress: '2# 拌和站',
      testSampleDescription: '灰色粉末',
    });
  });

  it('RC-007 are those of the project, testing unit and consigning unit, without drafts and the current consignment', async () => {
    const otherClient = await service.as('client2');
    const [submittedSample, otherLabSample, current, otherUnitSample] = [
      await submitted(),
      await submitted(client, { lab: LAB2 }),
      await submitted(),
      await submitted(otherClient, { projectId: PROJECT2 }),
    ];
    const unsent = await addCement(client, (await createDraft(client)).id);
    const listedIds = await idsOf({ consignId: current.id });
    expect(
      [submittedSample, otherLabSample, current, otherUnitSample, { sampleId: unsent }].map(({ sampleId }) =>
        listedIds.includes(sampleId),
      ),
    ).toEqual([true, false, false, false, false]);
    expect(await idsOf({ projectId: PROJECT2 })).toEqual([]);
    expect(await idsOf({ testUnitId: LAB2.testUnitId })).toContain(otherLabSample.sampleId);
    expect(await idsOf({ projectId: PROJECT2 }, otherClient)).toEqual([otherUnitSample.sampleId]);
    expect(await idsOf({}, otherClient)).toEqual([]);
    expect(
      (
        await client.call(getReferenceSamples, {
          query: { testUnitId, projectId: PROJECT1, consignId: otherUnitSample.id },
        })
      ).status,
    ).toBe(403);
  });

  it('are paged, newest first, with their total count, and can be searched by code and name', async () => {
    const match = await submitted();
    for (let n = 0; n < 2; n++) await addCementTo(await submitted());
    const all = await listReferences();
    const pages = await Promise.all([0, 3, 6].map((skipCount) => listReferences({ skipCount, maxResultCount: 3 })));
    expect(pages.flatMap(({ items }) => items)).toEqual(all.items.slice(0, 9));
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([all.totalCount, all.totalCount, all.totalCount]);
    expect(all.items.map(({ createTime }) => createTime)).toEqual(
      all.items
        .map(({ createTime }) => createTime)
        .toSorted()
        .toReversed(),
    );
    expect(await idsOf({ search: ` ${match.consignCode.toLowerCase()} ` })).toEqual([match.sampleId]);
    expect(await idsOf({ search: '硅酸盐' })).toContain(match.sampleId);
    expect(await listReferences({ search: '没有这个样品' })).toEqual({ items: [], totalCount: 0 });
  });

  it('RC-006 come from the newest thousand matching consignments, page by page', async () => {
    const { eventStore } = service.engines;
    const source = await submitted();
    const { events } = await load(eventStore, consignment, source.id);
    const projectId = v4();
    const copied = JSON.parse(JSON.stringify(events).replaceAll(PROJECT1, projectId)) as typeof events;
    for (let n = 0; n < 1001; n++) {
      const at = new Date(Date.parse('2020-01-01T00:00:00.000Z') + n * 1000).toISOString();
      await eventStore.append(
        `consignment-${v4()}`,
        copied.map(({ type, data, metadata }) => ({ type, data, metadata: { ...metadata, at, commandId: v4() } })),
        NO_STREAM,
      );
    }
    const atLeast = await eventStore.lastPosition();
    const third = await listReferences({ projectId, atLeast, skipCount: 14, maxResultCount: 7 });
    const newest = await listReferences({ projectId, atLeast, maxResultCount: 21 });
    expect([third.items, third.totalCount]).toEqual([newest.items.slice(14), newest.totalCount]);
    const oldest = await listReferences({ projectId, atLeast, skipCount: 999 });
    expect([oldest.totalCount, oldest.items.map(({ createTime }) => createTime)]).toEqual([
      1000,
      ['2020-01-01T00:00:01.000Z'],
    ]);
  });

  it('disappear when their sample or their consignment is deleted', async () => {
    const [first, second] = [await submitted(), await submitted()];
    for (const { id } of [first, second]) await client.do(cancelConsignInfo, { query: { ids: id } });
    await client.do(reopenConsignment, {
      query: { id: first.id },
      headers: ifMatch((await readConsignment(client, first.id)).revision),
    });
    expect(await idsOf()).toEqual(expect.arrayContaining([first.sampleId, second.sampleId]));
    const { totalCount } = await listReferences();
    await client.do(deleteBuSampleInfo, { query: { id: first.sampleId } });
    await client.do(deleteConsignInfo, { query: { ids: second.id } });
    const remaining = await listReferences();
    expect([
      remaining.items.filter(({ id }) => id === first.sampleId || id === second.sampleId),
      remaining.totalCount,
    ]).toEqual([[], totalCount - 2]);
  });
});

/** A second sample in a consignment that is taken back, extended and submitted again. */
const addCementTo = async ({ id }: { id: string }): Promise<void> => {
  await client.do(cancelConsignInfo, { query: { ids: id } });
  await client.do(reopenConsignment, { query: { id }, headers: ifMatch((await readConsignment(client, id)).revision) });
  await addCement(client, id);
  await submit(id);
};
