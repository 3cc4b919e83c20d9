import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  addPack,
  changePack,
  createBuSampleParamInfo,
  getPackChanges,
  getParamPack,
  getParamPacks,
  listPacks,
  resetPack,
  sysTestSampleCreate,
  sysTestSampleDelete,
  sysTestSampleGet,
  tuTestParamCreate,
  tuTestParamDelete,
  tuTestParamUpdate,
  withdrawPack,
} from '#contract';
import { START } from '#events';
import { CEMENT, DENSITY, createDraft, SURFACE } from '#harness/consignments/drafts';
import { newLaboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;
let client: Client;
/** Of two laboratories that begin with the template. */
let staff: Client;
let otherStaff: Client;
let unit: string;
let otherUnit: string;
beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  [admin, client] = [await service.as('admin'), await service.as('client1')];
  const [lab, otherLab] = [await newLaboratory(service, {}), await newLaboratory(service, {})];
  [unit, otherUnit] = [lab.testUnitId, otherLab.testUnitId];
  [staff, otherStaff] = [await service.as(lab.userName), await service.as(otherLab.userName)];
});
afterAll(() => service.close());

/** Packs of cement as the form offers them to a unit's clients. */
const offered = async (testUnitId: string) => {
  await service.catchUp();
  return (await client.do(getParamPacks, { query: { sampleId: CEMENT, testUnitId } })).map(({ name, paramCount }) => [
    name,
    paramCount,
  ]);
};
const listCementPacks = async (caller: Client, state: '' | 'own' | 'withdrawn' = '') => {
  await service.catchUp();
  return (await caller.do(listPacks, { query: { maxResultCount: 1000, state } })).items.filter(
    ({ sampleId }) => sampleId === CEMENT,
  );
};

const firstOf = async (caller: Client) => {
  const [first] = await listCementPacks(caller);
  if (!first) throw new Error('cement has packs');
  return first;
};

describe('a testing unit’s packs', () => {
  it('follow the template until the unit changes one, which no other unit sees, and again after a reset', async () => {
    const first = await firstOf(staff);
    expect(first).toMatchObject({ origin: 'template', revision: null, isDeleted: false });
    const previousPacks = await offered(otherUnit);
    const key = v4();
    const body = { name: '本院快检', paramIds: [SURFACE] };
    const headers = { 'idempotency-key': key };
    const changed = await staff.do(changePack, { query: { packId: first.id }, body, headers });
    expect(changed).toMatchObject({
      id: first.id,
      name: '本院快检',
      origin: 'copy',
      revision: 0,
      params: [{ id: SURFACE }],
    });
    expect(await staff.do(changePack, { query: { packId: first.id }, body, headers })).toEqual(changed); // sent again
    expect(await offered(unit)).toContainEqual(['本院快检', 1]);
    expect(await offered(otherUnit)).toEqual(previousPacks);
    expect(
      (
        await staff.call(changePack, {
          query: { packId: first.id },
          body: { name: '晚了' },
          headers: { 'if-match': '"7"' },
        })
      ).status,
    ).toBe(412);
    await admin.do(changePack, { query: { packId: first.id }, body: { orderNum: first.orderNum + 1 } }); // passes the copy by

    expect((await staff.call(resetPack, { query: { packId: first.id }, body: {} })).failure).toMatchObject({
      code: 'REASON_REQUIRED',
    });
    expect(await staff.do(resetPack, { query: { packId: first.id }, body: { reason: '用回模板' } })).toMatchObject({
      name: first.name,
      origin: 'template',
      orderNum: first.orderNum + 1,
    });
    expect(await offered(unit)).toEqual(await offered(otherUnit));
    const packChanges = await staff.do(getPackChanges, { query: { packId: first.id } });
    expect(packChanges.map(({ action }) => action)).toEqual(['UnitPackReset', 'UnitPackKept', 'PackListed']);
    expect([packChanges[0]?.reason, packChanges[0]?.by, packChanges[1]?.changes[0]]).toEqual([
      '用回模板',
      '检测员',
      { field: 'packName', about: '', member: '', old: first.name, new: '本院快检' },
    ]);
  });

  it('can be hidden with a reason and restored, and the unit can add packs of its own and delete them', async () => {
    const first = await firstOf(staff);
    expect((await staff.call(withdrawPack, { query: { packId: first.id } })).failure).toMatchObject({
      code: 'REASON_REQUIRED',
    });
    expect(await staff.do(withdrawPack, { query: { packId: first.id, reason: '不做' } })).toBe(true);
    expect((await offered(unit)).map(([name]) => name)).not.toContain(first.name);
    expect((await client.call(getParamPack, { query: { id: first.id, testUnitId: unit } })).rawBody).toMatchObject({
      reason: 'NO_SUCH_PACK',
    });
    expect((await listCementPacks(staff, 'withdrawn')).map(({ id, isDeleted }) => [id, isDeleted])).toEqual([
      [first.id, true],
    ]);
    expect(
      (await staff.call(changePack, { query: { packId: first.id }, body: { name: '新名' } })).failure,
    ).toMatchObject({ code: 'PACK_NOT_OFFERED' });
    await staff.do(resetPack, { query: { packId: first.id }, body: { reason: '恢复' } });
    expect((await offered(unit)).map(([name]) => name)).toContain(first.name);

    const ownPack = await staff.do(addPack, {
      body: { sampleId: CEMENT, name: '本院组合', paramIds: [DENSITY, SURFACE] },
    });
    expect(ownPack).toMatchObject({ origin: 'own', revision: 0, sampleName: '普通硅酸盐水泥' });
    expect(
      [await offered(unit), await offered(otherUnit)].map((packs) =>
        packs.some(([name, count]) => name === '本院组合' && count === 2),
      ),
    ).toEqual([true, false]);
    expect((await listCementPacks(staff, 'own')).map(({ id }) => id)).toEqual([ownPack.id]);
    expect(
      (await staff.call(resetPack, { query: { packId: ownPack.id }, body: { reason: '还原' } })).failure,
    ).toMatchObject({ code: 'NO_PACK_TEMPLATE' });
    expect((await staff.call(addPack, { body: { sampleId: CEMENT, name: '空', paramIds: [] } })).failure).toMatchObject(
      { code: 'PACK_EMPTY' },
    );
    await staff.do(withdrawPack, { query: { packId: ownPack.id, reason: '并入常规' } });
    expect([
      await listCementPacks(staff, 'own'),
      await listCementPacks(staff, 'withdrawn'),
      (await staff.call(changePack, { query: { packId: ownPack.id }, body: { name: '再来' } })).status,
    ]).toEqual([[], [], 404]);
  });

  it('keep a parameter that the sample has lost until it is removed from the pack', async () => {
    const newStaff = await service.as((await newLaboratory(service, {})).userName);
    const { id: packId } = await newStaff.do(addPack, {
      body: { sampleId: CEMENT, name: '两项', paramIds: [DENSITY, SURFACE] },
    });
    await newStaff.do(tuTestParamDelete, { query: { testSampleId: CEMENT, testParamId: SURFACE, reason: '不做' } });
    const change = (body: { name?: string; paramIds?: string[] }) =>
      newStaff.call(changePack, { query: { packId }, body });
    expect((await change({ name: '改名', paramIds: [SURFACE, DENSITY] })).rawBody).toMatchObject({
      name: '改名',
      params: [{ id: SURFACE }, { id: DENSITY }],
    });
    expect((await change({ paramIds: [DENSITY] })).rawBody).toMatchObject({ params: [{ id: DENSITY }] });
    expect((await change({ paramIds: [DENSITY, SURFACE] })).failure).toMatchObject({ code: 'PARAMETER_UNKNOWN' });
  });

  it('are copied by the first of two users who change the template’s pack; the second is refused', async () => {
    const newStaff = await service.as((await newLaboratory(service, {})).userName);
    const [{ id: packId }, key] = [await firstOf(newStaff), v4()];
    const change = (name: string, headers = {}) =>
      newStaff.call(changePack, { query: { packId }, body: { name }, headers: { 'if-none-match': '*', ...headers } });
    expect([
      (await change('甲的', { 'idempotency-key': key })).status,
      (await change('乙的')).status,
      (await change('甲的', { 'idempotency-key': key })).status,
    ]).toEqual([200, 412, 200]);
    expect(await firstOf(newStaff)).toMatchObject({ name: '甲的', revision: 0 });
  });

  it('cannot be reset if the sample of the template was deleted, and nothing is stored', async () => {
    const { parentId } = await admin.do(sysTestSampleGet, { query: { id: CEMENT } });
    const { id: sampleId } = await admin.do(sysTestSampleCreate, {
      body: { sampleName: '将停用的水泥', sampleCode: `TY-${v4().slice(0, 6)}`, parentId },
    });
    const { id: paramId } = await admin.do(tuTestParamCreate, {
      body: { testSampleId: sampleId, testParamCode: 'TY-01', name: '密度' },
    });
    const { id: packId } = await admin.do(addPack, { body: { sampleId, name: '将停用', paramIds: [paramId] } });
    const copy = await staff.do(changePack, { query: { packId }, body: { name: '本院的' } });
    await admin.do(sysTestSampleDelete, { query: { id: sampleId, reason: '停用' } });
    expect((await staff.call(resetPack, { query: { packId }, body: { reason: '还原' } })).status).toBe(404);
    await service.catchUp();
    expect(
      (await service.engines.eventStore.readAll(START, 1000, ['UnitPackReset'])).filter(
        ({ data }) => (data as { packId: string }).packId === copy.id,
      ),
    ).toEqual([]);
  });

  it('are checked in a client’s sample as the unit defines them, without parameters that it does not offer', async () => {
    const lab1 = await service.as('lab1');
    const { id: packId } = await lab1.do(addPack, {
      body: { sampleId: CEMENT, name: '两项', paramIds: [DENSITY, SURFACE] },
    });
    await service.catchUp();
    const { id: consignId } = await createDraft(client);
    const choice = { packFlag: 1 as const, packId, packJson: '{}' };
    const add = (...ids: string[]) =>
      client.call(createBuSampleParamInfo, {
        body: {
          consignId,
          tuTestSampleDTO: { id: CEMENT, sampleName: '' },
          tuTestParamDtos: ids.map((tuTestParamId) => ({ tuTestParamId })),
          buSampleParamPackInfo: choice,
        },
      });
    expect([(await add(DENSITY)).failure?.code, (await add(DENSITY, SURFACE)).status]).toEqual(['PACK_CHANGED', 200]);
    await lab1.do(tuTestParamUpdate, { body: { testSampleId: CEMENT, testParamId: SURFACE, offered: false } });
    await service.catchUp();
    expect([(await add(DENSITY, SURFACE)).failure?.code, (await add(DENSITY)).status]).toEqual([
      'PARAMETER_NOT_OFFERED',
      200,
    ]);
    await lab1.do(withdrawPack, { query: { packId, reason: '不做' } });
    await lab1.do(tuTestParamDelete, { query: { testSampleId: CEMENT, testParamId: SURFACE, reason: '不做' } });
    await service.catchUp();
    expect((await add(DENSITY)).failure?.code).toBe('PACK_UNKNOWN');
  });

  it('can be accessed only by their own unit and the administrator', async () => {
    const first = await firstOf(staff);
    const [foreign, packId] = [{ testUnitId: unit }, first.id];
    for (const reply of [
      await otherStaff.call(listPacks, { query: foreign }),
      await otherStaff.call(addPack, { body: { ...foreign, sampleId: CEMENT, name: '甲', paramIds: [DENSITY] } }),
      await otherStaff.call(changePack, { query: { packId }, body: { ...foreign, name: '甲' } }),
      await otherStaff.call(withdrawPack, { query: { ...foreign, packId, reason: '甲' } }),
      await otherStaff.call(resetPack, { query: { packId }, body: { ...foreign, reason: '甲' } }),
      await otherStaff.call(getPackChanges, { query: { ...foreign, packId } }),
    ])
      expect(reply.status).toBe(403);
    expect(await admin.do(changePack, { query: { packId }, body: { testUnitId: unit, exposed: false } })).toMatchObject(
      { origin: 'copy', exposed: false },
    );
    expect((await listCementPacks(otherStaff)).find(({ id }) => id === packId)).toMatchObject({
      origin: 'template',
      exposed: true,
    });
    expect((await admin.call(resetPack, { query: { packId }, body: { reason: '谁的' } })).status).toBe(400);
    expect((await admin.call(getPackChanges, { query: { packId: v4() } })).status).toBe(404);
  });
});
