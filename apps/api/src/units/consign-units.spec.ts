import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  addConsginUnit,
  changeConsginUnitActive,
  commitConsignInfo,
  createRawMateriaConsingInfo,
  getByParamCode,
  getConsginUnit,
  getConsginUnitById,
  getConsginUnitListBySys,
  getConsignUnitInfo,
  getCreatePreSiteConsign,
  getListByUnitID,
  getRecordChanges,
  getReportConfigList,
  getReportConfigSysList,
  getTestUnitById,
  getUnitAddressList,
  getUser,
  getUserInfo,
  getUsers,
  insertProject,
  type BodyOf,
  saveReportConfig,
  setParamValues,
  updateConsginUnit,
  updateProject,
  updateTestUnit,
  uploadUnitLogo,
} from '#contract';
import { createSubmittableDraft } from '#harness/consignments/drafts';
import { LAB1, LAB2, newClient, newLaboratory } from '#harness/consignments/units';
import { pngOf } from '#harness/files/files';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.close());

const unitInput = (overrides: Partial<BodyOf<typeof addConsginUnit>> = {}): BodyOf<typeof addConsginUnit> => ({
  unitNo: `C-${v4().slice(0, 8)}`,
  name: `新委托单位 ${v4().slice(0, 8)}`,
  ...overrides,
});
const address = (addressDetail: string, isMain: boolean, id?: string) => ({
  ...(id ? { id } : {}),
  person: '张三',
  personSex: '男',
  personPhone: '13800000000',
  addressPoint: '',
  addressText: '四川省成都市',
  addressDetail,
  tagTitle: addressDetail,
  isMain,
});

describe('a consigning unit', () => {
  it('UN-011 is read with its twelve fields as they were stored', async () => {
    const completeUnit = unitInput({
      regPerson: '李登记',
      regPhone: '13811112222',
      regTime: '2020-02-02',
      sheng: '四川省',
      shi: '成都市',
      detailAddress: '一环路1号',
      description: '公路施工',
      uninCode: '91510100MA6DEMO00X',
    });
    const { id } = await admin.do(addConsginUnit, { body: completeUnit });
    const { result: logo } = await admin.call(uploadUnitLogo, {
      body: { unitType: '2', unitId: id },
      file: { name: 'logo.png', content: pngOf(240, 80) },
    });
    expect(await admin.do(getConsginUnitById, { query: { id } })).toMatchObject({
      id,
      ...completeUnit,
      logoPath: logo.logoPath,
      status: 1,
    });
  });

  it('UN-012 is listed for the administrator, found by a part of its code and by state, and its address is in its consignments', async () => {
    const body = unitInput({ uninCode: `91${v4().slice(0, 8)}` });
    const { id } = await admin.do(addConsginUnit, { body });
    expect(
      (await admin.do(getConsginUnitListBySys, { query: { search: body.uninCode ?? '' } })).items.map(
        (unit) => unit.id,
      ),
    ).toEqual([id]);
    expect(
      (await admin.do(getConsginUnitListBySys, { query: { search: body.uninCode ?? '', status: 0 } })).items,
    ).toEqual([]);
    expect(
      (await admin.do(getConsginUnitListBySys, { query: { maxResultCount: 1000 } })).totalCount,
    ).toBeGreaterThanOrEqual(9);
    expect((await (await service.as('client1')).call(getConsginUnitListBySys)).status).toBe(403);
    const { id: placed } = await admin.do(addConsginUnit, {
      body: unitInput({ sheng: '四川省', shi: '成都市', detailAddress: '一环路1号' }),
    });
    const started = await (await newClient(service, placed)).do(createRawMateriaConsingInfo, { query: {} });
    expect(await admin.do(getConsignUnitInfo, { query: { unitId: placed } })).toMatchObject({
      province: '四川省',
      city: '成都市',
      detailAddress: '一环路1号',
    });
    expect(started.consignUnitAddress).toBe('四川省成都市一环路1号');
  });

  it('UN-013 has one main address, which is listed first, and its addresses have nine fields', async () => {
    const { id, addresses } = await admin.do(addConsginUnit, {
      body: unitInput({ addresses: [address('总部', true), address('工地', true)] }),
    });
    expect(addresses.map(({ isMain }) => isMain)).toEqual([true, false]);
    const [head, site] = addresses;
    await admin.do(updateConsginUnit, {
      body: { id, addresses: [address('总部', true, head?.id), address('工地', true, site?.id)] },
    });
    await service.catchUp();
    const listed = await admin.do(getUnitAddressList, { query: { unitId: id } });
    expect(listed.map(({ id: each, isMain }) => [each, isMain])).toEqual([
      [site?.id, true],
      [head?.id, false],
    ]);
    expect(listed[0]).toEqual({ ...address('工地', true, site?.id) });
    expect(
      (await admin.do(getConsginUnitById, { query: { id } })).addresses.map((each) => Object.keys(each).toSorted()),
    ).toEqual(
      Array.from({ length: 2 }, () => [
        'addressDetail',
        'addressPoint',
        'addressText',
        'id',
        'isMain',
        'person',
        'personPhone',
        'personSex',
        'tagTitle',
      ]),
    );
  });

  it('can be changed by its own staff except for its identity, and not by another unit', async () => {
    const client = await newClient(service);
    const unit = await client.do(getConsginUnit);
    const id = unit?.id ?? '';
    expect(await client.do(updateConsginUnit, { body: { id, description: '改了' } })).toMatchObject({
      description: '改了',
    });
    for (const body of [{ name: '冒名单位' }, { uninCode: '91X' }, { unitNo: 'CU001' }])
      expect((await client.call(updateConsginUnit, { body: { id, ...body } })).failure?.code).toBe(
        'FIELD_OF_THE_PLATFORM',
      );
    const stranger = await service.as('client2');
    expect((await stranger.call(updateConsginUnit, { body: { id, description: '改了' } })).status).toBe(403);
    expect((await stranger.call(getConsginUnitById, { query: { id } })).status).toBe(403);
    expect(await (await service.as('lab1')).do(getConsginUnit)).toBeNull();
  });

  it('has its new name at once in its accounts and in new consignments', async () => {
    const client = await newClient(service);
    const { unitId, userId, unitName: currentName } = await client.do(getUserInfo);
    const id = unitId ?? '';
    await admin.do(updateConsginUnit, { body: { id, name: `${currentName}（改）` } });
    expect((await client.do(getUserInfo)).unitName).toBe(`${currentName}（改）`);
    expect((await admin.do(getUser, { query: { id: userId } })).unitName).toBe(`${currentName}（改）`);
    expect((await admin.do(getUsers, { query: { unitId: id } })).items.map(({ unitName }) => unitName)).toEqual([
      `${currentName}（改）`,
    ]);
    expect((await client.do(createRawMateriaConsingInfo, { query: {} })).consignUnitName).toBe(`${currentName}（改）`);
  });

  it('that is deactivated can create and submit nothing until it is activated again', async () => {
    const client = await newClient(service);
    const { id: projectId } = await client.do(insertProject, { body: { projectName: `停用单位的项目 ${v4()}` } });
    const { id: draftId } = await createSubmittableDraft(client, { projectId });
    const { unitId } = await client.do(getUserInfo);
    const id = unitId ?? '';
    expect(
      await admin.do(changeConsginUnitActive, { body: { id, isActive: false, reason: '拖欠费用' } }),
    ).toMatchObject({ status: 0 });
    expect((await client.call(createRawMateriaConsingInfo, { query: {} })).failure?.code).toBe(
      'CONSIGNING_UNIT_CLOSED',
    );
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: draftId } })).toBe(
      '委托单位已停用，不能新建或提交委托',
    );
    await admin.do(changeConsginUnitActive, { body: { id, isActive: true } });
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: draftId } })).toBe(true);
  });
});

describe('the report preferences of a consigning unit', () => {
  it('UN-022 are the system’s until set for a consignment type, whose new consignments then start with them', async () => {
    const client = await newClient(service);
    const system = await client.do(getReportConfigSysList);
    expect(
      system.map(({ consignType, getReportType, reportCount, isSystem }) => [
        consignType,
        getReportType,
        reportCount,
        isSystem,
      ]),
    ).toEqual([
      [1, '1', 3, true],
      [2, '1', 3, true],
      [3, '1', 3, true],
    ]);
    expect(await client.do(getReportConfigList, { query: { consignType: 1 } })).toEqual([]);
    const saved = await client.do(saveReportConfig, { body: { consignType: 1, getReportType: '3', reportCount: 5 } });
    await client.do(saveReportConfig, { body: { consignType: 2, getReportType: '10', reportCount: 0 } });
    expect(await client.do(getReportConfigList, { query: { consignType: 1 } })).toEqual([saved]);
    expect(saved).toMatchObject({ consignType: 1, getReportType: '3', reportCount: 5, isSystem: false });
    expect((await client.do(getReportConfigList, { query: {} })).map(({ consignType }) => consignType)).toEqual([1, 2]);
    expect(await client.do(getReportConfigSysList)).toEqual(system);
    expect(await client.do(createRawMateriaConsingInfo, { query: {} })).toMatchObject({
      getReportType: '3',
      reportCount: 5,
    });
    expect(await client.do(getCreatePreSiteConsign, { query: { consignType: 3 } })).toMatchObject({
      getReportType: '1',
      reportCount: 3,
    });
  });

  it('UN-022 are set by its own staff or the administrator, with at least one copy, and recorded in its history', async () => {
    const client = await newClient(service);
    const unitId = (await client.do(getUserInfo)).unitId ?? '';
    const body = { consignUnitId: unitId, consignType: 1 as const, getReportType: '1' as const, reportCount: 2 };
    expect((await client.call(saveReportConfig, { body: { ...body, reportCount: 0 } })).failure?.details).toContain(
      '报告数量最小为1',
    );
    const request = { body, headers: { 'idempotency-key': v4() } };
    expect((await admin.call(saveReportConfig, request)).position).toBe(
      (await admin.call(saveReportConfig, request)).position,
    );
    expect(await client.do(getReportConfigList, { query: { consignUnitId: unitId, consignType: 1 } })).toMatchObject([
      { reportCount: 2 },
    ]);
    const otherClient = await service.as('client2');
    for (const refused of [
      await otherClient.call(saveReportConfig, { body }),
      await otherClient.call(getReportConfigList, { query: { consignUnitId: unitId } }),
      await (await service.as('lab1')).call(saveReportConfig, { body }),
    ])
      expect(refused.status).toBe(403);
    expect((await admin.call(saveReportConfig, { body: { ...body, consignUnitId: v4() } })).status).toBe(404);
    const [change] = await client.do(getRecordChanges, { query: { kind: 'consigningUnit', id: unitId } });
    expect(change).toMatchObject({
      action: 'ReportConfigSaved',
      changes: [
        { field: 'reportConfig1', member: 'getReportType', new: '1' },
        { field: 'reportConfig1', member: 'reportCount', new: '2' },
      ],
    });
  });
});

describe('control parameters', () => {
  it('CP-003 are set by the unit’s own staff or the administrator, and a code set twice is one row with the last value', async () => {
    const lab = await newLaboratory(service, {});
    const staff = await service.as(lab.userName);
    const set = (client: Client, paramValue: string, unitID = lab.testUnitId) =>
      client.call(setParamValues, { body: [{ unitType: 1, unitID, paramCode: 'IsUseNewVersion', paramValue }] });
    await set(staff, '1');
    await set(admin, '0');
    await staff.do(setParamValues, {
      body: [
        { unitType: 1, unitID: lab.testUnitId, paramCode: 'sysParamConsignPrintType', paramValue: 'x' },
        { unitType: 1, unitID: lab.testUnitId, paramCode: 'ValidAppealPeriodNumber', paramValue: '15' },
      ],
    });
    await service.catchUp();
    const listed = await staff.do(getListByUnitID, { query: { unitType: 1, unitId: lab.testUnitId } });
    expect(Object.fromEntries(listed.map(({ paramCode, paramValue }) => [paramCode, paramValue]))).toEqual({
      IsUseNewVersion: '0',
      ValidAppealPeriodNumber: '15',
      sysParamConsignPrintType: 'x',
    });
    expect(listed).toHaveLength(3);
    expect(
      await staff.do(getByParamCode, {
        query: { unitType: 1, unitID: lab.testUnitId, paramCode: 'sysParamConsignPrintType' },
      }),
    ).toEqual({
      id: expect.any(String),
      unitType: 1,
      unitID: lab.testUnitId,
      paramCode: 'sysParamConsignPrintType',
      paramValue: 'x',
    });
    expect(
      await staff.do(getByParamCode, { query: { unitType: 1, unitID: lab.testUnitId, paramCode: 'B' } }),
    ).toBeNull();
    expect((await set(staff, '1', LAB1.testUnitId)).status).toBe(403);
  });

  it('CP-001 CP-002 are read with their five fields, and not under the other unit type', async () => {
    const { id } = await admin.do(addConsginUnit, { body: unitInput() });
    const [stored] = await admin.do(setParamValues, {
      body: [{ unitType: 2, unitID: id, paramCode: 'autoFields', paramValue: 'x' }],
    });
    await service.catchUp();
    expect(await admin.do(getListByUnitID, { query: { unitType: 2, unitId: id } })).toEqual([stored]);
    expect(stored).toEqual({
      id: expect.any(String),
      unitType: 2,
      unitID: id,
      paramCode: 'autoFields',
      paramValue: 'x',
    });
    expect((await admin.call(getListByUnitID, { query: { unitType: 1, unitId: id } })).status).toBe(404);
    expect(
      (
        await admin.call(setParamValues, {
          body: [{ unitType: 1, unitID: id, paramCode: 'IsUseNewVersion', paramValue: '1' }],
        })
      ).status,
    ).toBe(404);
  });

  it('have a history of who changed them, from which value to which, and why', async () => {
    const lab = await newLaboratory(service, {});
    const set = (paramValue: string, query = {}) =>
      admin.do(setParamValues, {
        query,
        body: [{ unitType: 1, unitID: lab.testUnitId, paramCode: 'testUnitIsLimsCust', paramValue }],
      });
    await set('1');
    await set('0', { reason: ' 合同到期 ' });
    const { name } = await admin.do(getUserInfo);
    const settingChanges = (
      await admin.do(getRecordChanges, { query: { kind: 'testingUnit', id: lab.testUnitId } })
    ).filter(({ action }) => action === 'UnitSettingsChanged');
    expect(
      settingChanges.map(({ by, reason, changes }) => [
        by,
        reason,
        changes.map(({ member, old, new: now }) => [member, old, now]),
      ]),
    ).toEqual([
      [name, '合同到期', [['testUnitIsLimsCust', '1', '0']]],
      [name, '', [['testUnitIsLimsCust', '', '1']]],
    ]);
  });

  it('refuse invalid values, and only the administrator can make a unit a customer of the platform', async () => {
    const lab = await newLaboratory(service, {});
    const staff = await service.as(lab.userName);
    const set = (client: Client, paramCode: string, paramValue: string) =>
      client.call(setParamValues, { body: [{ unitType: 1, unitID: lab.testUnitId, paramCode, paramValue }] });
    for (const [code, value] of [
      ['IsUseNewVersion', 'yes'],
      ['ValidAppealPeriodNumber', '1.5'],
    ] as const)
      expect((await set(staff, code, value)).failure?.code).toBe('CONTROL_PARAM_INVALID');
    expect((await set(staff, '__proto__', '1')).failure?.code).toBe('CONTROL_PARAM_UNKNOWN');
    expect((await set(staff, 'testUnitIsLimsCust', '1')).failure?.code).toBe('FIELD_OF_THE_PLATFORM');
    expect((await set(admin, 'testUnitIsLimsCust', '1')).status).toBe(200);
  });
});

describe('the history of a unit', () => {
  it('states who changed what and why, with old and new values, newest first', async () => {
    const { name: adminName } = await admin.do(getUserInfo);
    const { id } = await admin.do(addConsginUnit, { body: unitInput({ addresses: [address('总部', true)] }) });
    const { addresses } = await admin.do(getConsginUnitById, { query: { id } });
    await admin.do(updateConsginUnit, {
      body: {
        id,
        detailAddress: '二环路2号',
        addresses: [{ ...address('总部', true, addresses[0]?.id), person: '李四' }, address('工地', false)],
      },
    });
    await admin.do(setParamValues, { body: [{ unitType: 2, unitID: id, paramCode: 'autoFields', paramValue: '1' }] });
    await admin.do(changeConsginUnitActive, { body: { id, isActive: false, reason: '拖欠费用' } });
    const history = await admin.do(getRecordChanges, { query: { kind: 'consigningUnit', id } });
    expect(history.map(({ action, by, reason }) => [action, by, reason])).toEqual([
      ['ConsigningUnitDeactivated', adminName, '拖欠费用'],
      ['UnitSettingsChanged', adminName, ''],
      ['ConsigningUnitProfileChanged', adminName, ''],
      ['ConsigningUnitRegistered', adminName, ''],
    ]);
    expect(history[1]?.changes).toEqual([{ field: 'params', about: '', member: 'autoFields', old: '', new: '1' }]);
    expect(history[2]?.changes).toEqual([
      { field: 'detailAddress', about: '', member: '', old: '', new: '二环路2号' },
      { field: 'addresses', about: '总部', member: 'person', old: '张三', new: '李四' },
      { field: 'addresses', about: '工地', member: '', old: '', new: expect.stringContaining('工地') },
    ]);
  });

  it('is visible to the unit’s own staff and the administrator, but not to another unit; that of a project is refused to a unit', async () => {
    const lab1 = await service.as('lab1');
    expect(
      (await lab1.do(getRecordChanges, { query: { kind: 'testingUnit', id: LAB1.testUnitId } })).map(
        ({ action }) => action,
      ),
    ).toContain('TestingUnitRegistered');
    expect((await lab1.call(getRecordChanges, { query: { kind: 'testingUnit', id: LAB2.testUnitId } })).status).toBe(
      403,
    );
    expect((await lab1.call(getRecordChanges, { query: { kind: 'project', id: v4() } })).status).toBe(403);
    expect((await admin.call(getRecordChanges, { query: { kind: 'project', id: v4() } })).status).toBe(404);
  });
});

it('staff of a unit cannot read or change another unit by its id', async () => {
  const lab2 = await service.as('lab2');
  expect((await lab2.call(getTestUnitById, { query: { testUnitID: LAB1.testUnitId } })).status).toBe(403);
  expect((await lab2.call(updateTestUnit, { body: { id: LAB1.testUnitId, shortName: '改' } })).status).toBe(403);
  expect((await lab2.call(updateProject, { body: { id: v4(), projectName: '改' } })).status).toBe(403);
});
