import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  createRawMateriaConsingInfo,
  getConsignUnitInfo,
  getCreatePreSiteConsign,
  getCustomPropertyConsign,
  getDefaultConsignInfo,
  getListByUnitID,
  getSystemUserList,
  getUnitAddressList,
  getUserInfo,
} from '#contract';
import { handle } from '#domain/event-sourcing';
import { consigningUnit, FORM_PARAMS, settings } from '#domain/units';
import { user } from '#domain/users';
import { consignmentList } from '#domain/views';
import { createDraft, PROJECT1 } from '#harness/consignments/drafts';
import { LAB1, LAB2, newClient, newLaboratory, systemContext } from '#harness/consignments/units';
import { startService, type Service } from '#harness/service/service';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A consigning unit of a test's own, with its first person signed in. */
const newUnit = async (overrides: object = {}) => {
  const unitId = v4();
  const address = (addressDetail: string, isMain: boolean) => ({
    id: v4(),
    addressText: '浙江省宁波市',
    addressDetail,
    tagTitle: '',
    contact: { name: '', phone: '' },
    isMain,
  });
  const unit = {
    unitNo: `CU-${unitId.slice(0, 8)}`,
    name: `委托单位 ${unitId.slice(0, 8)}`,
    uninCode: '',
    regTime: '',
    sheng: '浙江省',
    shi: '宁波市',
    detailAddress: '江南路1号',
    description: '',
    logoPath: '',
    status: 1,
    addresses: [address('工地', false), address('总部', true)],
    ...overrides,
  };
  await handle(
    service.engines.eventStore,
    consigningUnit,
    unitId,
    { type: 'RegisterConsigningUnit', unit },
    systemContext(),
  );
  return { unitId, client: await newClient(service, unitId) };
};

describe('control parameters', () => {
  const PRIVATE = 'ValidAppealPeriodNumber';
  const codes = (params: readonly { paramCode: string }[]) => params.map(({ paramCode }) => paramCode).toSorted();

  it('API-034 are listed by type and unit, or for the caller’s own unit if none is given', async () => {
    const lab = await newLaboratory(service, { IsEnableConsignSign: '1', [PRIVATE]: '7' });
    const ownSettings = await (await service.as(lab.userName)).do(getListByUnitID, { query: { unitType: 1 } });
    expect(
      ownSettings.map(({ unitType, unitID, paramCode, paramValue }) => [unitType, unitID, paramCode, paramValue]),
    ).toEqual([
      [1, lab.testUnitId, 'IsEnableConsignSign', '1'],
      [1, lab.testUnitId, PRIVATE, '7'],
    ]);
    expect(new Set(ownSettings.map(({ id }) => id)).size).toBe(2);

    const { unitId, client } = await newUnit();
    await handle(
      service.engines.eventStore,
      settings,
      unitId,
      { type: 'ChangeUnitSettings', unitType: 2, params: { autoFields: '1' } },
      systemContext(),
    );
    await service.catchUp();
    expect(await client.do(getListByUnitID, { query: { unitType: 2 } })).toMatchObject([
      { unitType: 2, unitID: unitId, paramCode: 'autoFields', paramValue: '1' },
    ]);
  });

  it('API-034 of another testing unit can be read only if forms need them, those of another consigning unit not at all', async () => {
    const lab = await newLaboratory(service, { isConsignSingleSample: '1', [PRIVATE]: '7' });
    const ask = { query: { unitType: 1 as const, unitId: lab.testUnitId } };
    for (const userName of ['client1', 'lab1'])
      expect(codes(await (await service.as(userName)).do(getListByUnitID, ask))).toEqual(['isConsignSingleSample']);
    for (const userName of ['admin', lab.userName])
      expect(codes(await (await service.as(userName)).do(getListByUnitID, ask))).toEqual([
        PRIVATE,
        'isConsignSingleSample',
      ]);
    expect(
      codes(
        await (await service.as('client1')).do(getListByUnitID, { query: { unitType: 1, unitId: LAB1.testUnitId } }),
      ).every((code) => FORM_PARAMS.includes(code)),
    ).toBe(true);

    const { unitId } = await newUnit();
    for (const userName of ['client1', 'lab1'])
      expect(
        (await (await service.as(userName)).call(getListByUnitID, { query: { unitType: 2, unitId } })).status,
      ).toBe(403);
    expect(
      (await (await service.as('client1')).call(getListByUnitID, { query: { unitType: 1, unitId: v4() } })).status,
    ).toBe(404);
    expect((await (await service.as('client1')).call(getListByUnitID, { query: { unitType: 3 as 1 } })).status).toBe(
      400,
    );
  });
});

describe('the data that a form offers and starts with', () => {
  it('US-008 API-035 K-007 has all people of the caller’s unit as contacts, active or not, 999 per page, without password data', async () => {
    const { unitId, client } = await newUnit();
    const colleague = await newClient(service, unitId);
    const [me, leaver] = [await client.do(getUserInfo), await colleague.do(getUserInfo)];
    await handle(
      service.engines.eventStore,
      user,
      leaver.userId,
      { type: 'DeactivateUser', reason: '离职' },
      systemContext(),
    );
    await service.catchUp();
    const { items, totalCount } = await client.do(getSystemUserList, { query: { page: 1, size: 999 } });
    expect(Object.fromEntries(items.map(({ id, name, phone, isActive }) => [id, [name, phone, isActive]]))).toEqual({
      [me.userId]: ['委托员', '13900008888', true],
      [leaver.userId]: ['委托员', '13900008888', false],
    });
    expect(totalCount).toBe(2);
    expect(JSON.stringify(items)).not.toMatch(/password|hash|argon|email/i);
    expect((await client.do(getSystemUserList, { query: { page: 2, size: 1 } })).items).toHaveLength(1);
    expect((await client.call(getSystemUserList, { query: { size: 1001 } })).status).toBe(400);

    const all = await (await service.as('admin')).do(getSystemUserList, { query: { size: 1000 } });
    expect(all.items.map(({ userName }) => userName)).toEqual(expect.arrayContaining(['client1', 'lab1', me.userName]));
    const labUsers = await (await service.as('lab1')).do(getSystemUserList, { query: { size: 999 } });
    expect(labUsers.items.map(({ userName }) => userName)).toEqual(['lab1']);
  });

  it('API-035 has the place and addresses of the caller’s unit and of every testing unit, the main one first', async () => {
    const { unitId, client } = await newUnit();
    expect(await client.do(getConsignUnitInfo)).toMatchObject({
      id: unitId,
      province: '浙江省',
      city: '宁波市',
      detailAddress: '江南路1号',
    });
    expect(
      (await client.do(getUnitAddressList, { query: { unitId } })).map(({ addressDetail }) => addressDetail),
    ).toEqual(['总部', '工地']);
    const otherClient = await service.as('client1');
    expect((await otherClient.call(getConsignUnitInfo, { query: { unitId } })).status).toBe(403);
    expect((await otherClient.call(getUnitAddressList, { query: { unitId } })).status).toBe(404);
    expect((await (await service.as('admin')).do(getConsignUnitInfo, { query: { unitId } })).id).toBe(unitId);
    const [main] = await otherClient.do(getUnitAddressList, { query: { unitId: LAB2.testUnitId } });
    expect(main).toMatchObject({ id: LAB2.testUnitAddressId, isMain: true });
  });

  it('API-035 CF-013 has the unit’s address and the extra fields with their defaults, for every consignment type', async () => {
    const { client } = await newUnit();
    const fields = await client.do(getCustomPropertyConsign);
    const defaults = fields.map(({ value }) => value);
    expect(defaults.filter(Boolean).length).toBeGreaterThan(1);
    for (const started of [
      await client.do(createRawMateriaConsingInfo, { query: { consignType: 1 } }),
      await client.do(getCreatePreSiteConsign, { query: { consignType: 2 } }),
      await client.do(getCreatePreSiteConsign, { query: { consignType: 3 } }),
    ]) {
      expect(started.consignUnitAddress).toBe('浙江省宁波市江南路1号');
      expect(started.consignInfoProperties.map(({ value }) => value)).toEqual(defaults);
    }
  });

  it('has the platform’s defaults and three reports if the unit’s defaults cannot be read', async () => {
    const client = await service.as('client1');
    await createDraft(client, { projectId: PROJECT1 });
    await service.catchUp();
    expect((await client.do(createRawMateriaConsingInfo)).testUnitId).toBe(LAB1.testUnitId);
    const { views } = service.engines;
    const find = views.find.bind(views);
    views.find = (view, query) =>
      view.name === consignmentList.name ? Promise.reject(new Error('the view is broken')) : find(view, query);
    try {
      expect((await client.call(getDefaultConsignInfo)).status).toBe(500);
      expect(await client.do(createRawMateriaConsingInfo)).toMatchObject({
        testUnitId: null,
        projectName: '',
        reportCount: 3,
        sendSampleType: 1,
        mailPayType: 1,
        getReportType: '1',
        consignStatus: 10,
      });
    } finally {
      views.find = find;
    }
  });
});
