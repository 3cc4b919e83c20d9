import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  accessoryTypeCreate,
  accessoryTypeDelete,
  accessoryTypeUpdate,
  addPack,
  changePack,
  getAccessoryTypes,
  getParamPacks,
  listPacks,
  tuTestParamGetAll,
  withdrawPack,
} from '#contract';
import { CEMENT } from '#harness/consignments/drafts';
import { newLaboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;
beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  admin = await service.as('admin');
});
afterAll(() => service.close());

const namesFor = async (testUnitId: string) => {
  await service.catchUp();
  return (await (await service.as('client1')).do(getAccessoryTypes, { query: { type: 0, testUnitId } })).map(
    ({ name }) => name,
  );
};

it('CAT-004 CAT-007 attachment types are managed by the administrator for all and by a laboratory for itself, in their order', async () => {
  const lab = await newLaboratory(service, {});
  const otherLab = await newLaboratory(service, {});
  const staff = await service.as(lab.userName);
  const [commonName, ownName] = [`材料合格证 ${v4().slice(0, 6)}`, `本院委托协议 ${v4().slice(0, 6)}`];
  const commonType = await admin.do(accessoryTypeCreate, { body: { name: commonName, type: 0, isRequire: true } });
  expect(commonType).toMatchObject({ name: commonName, type: 0, enable: true, isRequire: true, testUnitId: null });
  const ownType = await staff.do(accessoryTypeCreate, { body: { name: ownName, type: 0 } });
  expect(ownType).toMatchObject({ testUnitId: lab.testUnitId, isRequire: false });
  expect(await namesFor(lab.testUnitId)).toEqual(expect.arrayContaining([commonName, ownName]));
  expect(await namesFor(otherLab.testUnitId)).not.toContain(ownName);

  const first = await staff.do(accessoryTypeCreate, { body: { name: `${ownName} 首`, type: 0, orderNum: 0 } });
  expect((await namesFor(lab.testUnitId))[0]).toBe(first.name);
  expect((await staff.call(accessoryTypeCreate, { body: { name: ownName, type: 0 } })).failure).toMatchObject({
    code: 'ACCESSORY_TYPE_TAKEN',
  });
  expect((await staff.call(accessoryTypeUpdate, { body: { id: commonType.id, isRequire: false } })).status).toBe(403);
  expect(
    (
      await (
        await service.as(otherLab.userName)
      ).call(accessoryTypeDelete, { query: { id: ownType.id, reason: '别人的' } })
    ).status,
  ).toBe(403);
  expect(
    await staff.do(accessoryTypeUpdate, { body: { id: ownType.id, isRequire: true, enable: false } }),
  ).toMatchObject({
    name: ownName,
    isRequire: true,
    enable: false,
  });
  expect(await admin.do(accessoryTypeDelete, { query: { id: commonType.id, reason: '不再需要' } })).toBe(true);
  expect(await namesFor(lab.testUnitId)).not.toContain(commonName);
  expect((await admin.call(accessoryTypeUpdate, { body: { id: commonType.id, name: '又来' } })).status).toBe(404);
});

it('an administrator manages packs, and the form offers those that are exposed', async () => {
  const parameters = await admin.do(tuTestParamGetAll, { query: { testSampleId: CEMENT } });
  const [first, second] = parameters;
  const name = `快速组合 ${v4().slice(0, 6)}`;
  const body = { sampleId: CEMENT, name, paramIds: [first?.id ?? '', second?.id ?? ''] };
  expect((await admin.call(addPack, { body: { ...body, paramIds: [] } })).failure).toMatchObject({
    code: 'PACK_EMPTY',
  });
  expect((await admin.call(addPack, { body: { ...body, paramIds: [v4()] } })).failure).toMatchObject({
    code: 'PARAMETER_UNKNOWN',
  });
  const added = await admin.do(addPack, { body });
  expect(added).toMatchObject({
    name,
    sampleId: CEMENT,
    sampleName: '普通硅酸盐水泥',
    exposed: true,
    params: [{ id: first?.id }, { id: second?.id }],
  });
  expect((await admin.do(listPacks, { query: { search: name } })).items).toEqual([added]);
  await service.catchUp();
  const offered = async () =>
    (await (await service.as('client1')).do(getParamPacks, { query: { sampleId: CEMENT } })).find(
      ({ id }) => id === added.id,
    );
  expect(await offered()).toMatchObject({ name, paramCount: 2 });

  expect(
    await admin.do(changePack, {
      query: { packId: added.id },
      body: { exposed: false, paramIds: [first?.id ?? ''] },
      headers: { 'if-match': `"${added.revision}"` },
    }),
  ).toMatchObject({ exposed: false, params: [{ id: first?.id }] });
  expect(
    (
      await admin.call(changePack, {
        query: { packId: added.id },
        body: { name: '晚了' },
        headers: { 'if-match': `"${added.revision}"` },
      })
    ).status,
  ).toBe(412);
  await service.catchUp();
  expect(await offered()).toBeUndefined();
  expect(await admin.do(withdrawPack, { query: { packId: added.id, reason: '不用了' } })).toBe(true);
  expect((await admin.do(listPacks, { query: { search: name } })).items).toEqual([]);
});
