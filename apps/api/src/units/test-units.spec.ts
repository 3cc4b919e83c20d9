import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  addTestUnit,
  changeTestingUnit,
  changeTestUnitActive,
  createRawMateriaConsingInfo,
  getAllUnit,
  getQualificationList,
  getQualificationNameList,
  getRecordChanges,
  getTestUnit,
  getTestUnitById,
  getTestUnitConfig,
  getTestUnitInfoByConsignPlatURL,
  getTestUnitInfoByConsignPlatURLCore,
  getUnitDetail,
  getUnitLogo,
  type BodyOf,
  setParamValues,
  testUnitCreate,
  testUnitDelete,
  testUnitGet,
  testUnitGetAll,
  testUnitUpdate,
  tuQualificationCreate,
  tuQualificationDelete,
  tuQualificationGet,
  tuQualificationGetAll,
  tuQualificationUpdate,
  updateTestUnit,
  uploadUnitLogo,
} from '#contract';
import { createConsignmentAt } from '#harness/consignments/stages';
import { LAB1, LAB2, newLaboratory } from '#harness/consignments/units';
import { fileOf, jpgOf, pngOf } from '#harness/files/files';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  admin = await service.as('admin');
});
afterAll(() => service.close());

const unitNo = () => `T-${v4().slice(0, 8)}`;
const unitInput = (overrides: Partial<BodyOf<typeof addTestUnit>> = {}): BodyOf<typeof addTestUnit> => ({
  unitNo: unitNo(),
  testUnitName: `新检测中心 ${v4().slice(0, 8)}`,
  sheng: '四川省',
  shi: '成都市',
  ...overrides,
});

describe('a testing unit', () => {
  it('UN-004 is read as it was registered, with its creation and modification data', async () => {
    const [first] = await admin.do(getQualificationList);
    const completeUnit = unitInput({
      contactPhone: '028-1',
      regAddress: '成都市一环路1号',
      jtsyjcAddress: '试验楼2层',
      inroduce: '<p>公路检测</p>',
      regTime: '2019-05-01',
      shortName: '新中心',
      reportCount: 4,
      lmisType: 1,
      lmisurl: 'https://lims.example.com',
      lmisIntegratedCode: 'LC-1',
      iLISReportProgressQueryURL: 'https://lims.example.com/progress',
      systemName: '新平台',
      filingNumber: '蜀ICP备1号',
      origins: [],
      tuQualification: [{ sysQualificationId: first?.id ?? '', orderIndex: 1 }],
      addresses: [
        {
          person: '收样员',
          personSex: '女',
          personPhone: '13900000000',
          addressPoint: '104.06,30.67',
          addressText: '四川省成都市',
          addressDetail: '一环路1号',
          tagTitle: '总部',
          isMain: true,
        },
      ],
    });
    const { id } = await admin.do(addTestUnit, { body: completeUnit });
    const read = await admin.do(getTestUnitById, { query: { testUnitID: id } });
    const { tuQualification, addresses, ...members } = completeUnit;
    expect(read).toMatchObject({
      ...members,
      isActive: true,
      isDeleted: false,
      shengShi: '四川省成都市',
      qualificationName: first?.name,
    });
    expect(read.tuQualification).toEqual([
      {
        id: expect.any(String),
        name: first?.name,
        sysQualificationId: first?.id,
        testUnitId: id,
        orderIndex: 1,
        createTime: expect.stringMatching(/^\d{4}-/),
      },
    ]);
    expect(read.addresses).toEqual([{ ...addresses?.[0], id: expect.any(String) }]);
    expect([read.creationTime, read.lastModificationTime]).toEqual([
      expect.stringMatching(/^\d{4}-/),
      read.creationTime,
    ]);
    expect(read.creatorUserId).not.toBe('');
    const [listed] = (await admin.do(getAllUnit, { query: { nameKey: completeUnit.testUnitName ?? '' } })).items;
    expect(listed).toMatchObject({
      unitNo: completeUnit.unitNo,
      testUnitName: completeUnit.testUnitName,
      shengShi: '四川省成都市',
      qualificationName: first?.name,
      isActive: true,
    });
  });

  it('UN-005 is added by the administrator, changed by its own staff, and no longer offered once it is deactivated', async () => {
    const body = unitInput();
    for (const userName of ['client1', 'lab1'])
      expect((await (await service.as(userName)).call(addTestUnit, { body })).status).toBe(403);
    const { id } = await admin.do(addTestUnit, { body });
    await service.catchUp();
    const offered = async () =>
      (await admin.do(getAllUnit, { query: { nameKey: body.testUnitName ?? '' } })).items.map((unit) => unit.id);
    expect(await offered()).toEqual([id]);

    const lab = await newLaboratory(service, {});
    const staff = await service.as(lab.userName);
    await staff.do(updateTestUnit, { body: { id: lab.testUnitId, contactPhone: '0571-9' } });
    expect((await staff.do(getTestUnitById, { query: { testUnitID: lab.testUnitId } })).contactPhone).toBe('0571-9');
    expect((await staff.call(updateTestUnit, { body: { id, contactPhone: '0571-9' } })).status).toBe(403);

    expect(await admin.do(changeTestUnitActive, { body: { id, isActive: false, reason: '资质到期' } })).toMatchObject({
      isActive: false,
    });
    await service.catchUp();
    expect(await offered()).toEqual([]);
    const list = await admin.do(testUnitGetAll, { query: { search: body.testUnitName ?? '', isActive: 'false' } });
    expect(list.items).toMatchObject([{ id, isActive: false }]);
    const client = await service.as('client1');
    const draft = await client.do(createRawMateriaConsingInfo, { query: {} });
    expect(
      (
        await client.call(changeTestingUnit, {
          query: { id: draft.id },
          body: { testUnitId: id },
          headers: { 'if-match': `"${draft.revision}"` },
        })
      ).failure,
    ).toMatchObject({ code: 'TESTING_UNIT_UNKNOWN' });

    // the standard five
    const otherUnit = await admin.do(testUnitCreate, { body: unitInput() });
    expect(await admin.do(testUnitUpdate, { body: { id: otherUnit.id, shortName: '短名' } })).toMatchObject({
      shortName: '短名',
      unitNo: otherUnit.unitNo,
    });
    expect(await admin.do(testUnitGet, { query: { id: otherUnit.id } })).toMatchObject({ shortName: '短名' });
    expect(await admin.do(testUnitDelete, { query: { id: otherUnit.id } })).toBe(true);
    expect((await admin.call(testUnitGet, { query: { id: otherUnit.id } })).status).toBe(404);
  });

  it('UN-006 is read by id, by its own staff without an id, and in detail with all its qualifications', async () => {
    const lab1 = await service.as('lab1');
    expect((await lab1.do(getTestUnit))?.id).toBe(LAB1.testUnitId);
    expect(await (await service.as('client1')).do(getTestUnit)).toBeNull();
    expect(await admin.do(getTestUnit)).toBeNull();
    expect((await admin.do(getTestUnitById, { query: { testUnitID: LAB1.testUnitId } })).testUnitName).toBe(
      LAB1.testUnitName,
    );
    const unknown = await admin.call(getTestUnitById, { query: { testUnitID: v4() } });
    expect([unknown.status, unknown.failure?.message]).toEqual([404, '单位不存在']);
    const [first, second] = await admin.do(getQualificationList);
    const { id } = await admin.do(addTestUnit, {
      body: unitInput({
        tuQualification: [{ sysQualificationId: first?.id ?? '' }, { sysQualificationId: second?.id ?? '' }],
      }),
    });
    expect((await lab1.do(getUnitDetail, { query: { id } })).tuQualification.map(({ name }) => name)).toEqual([
      first?.name,
      second?.name,
    ]);
  });

  it('cannot be deleted once it is in use, and its number cannot be changed', async () => {
    const used = await admin.call(testUnitDelete, { query: { id: LAB1.testUnitId, reason: '误建' } });
    expect([used.status, used.failure?.code]).toEqual([409, 'UNIT_IN_USE']);
    expect((await admin.call(updateTestUnit, { body: { id: LAB1.testUnitId, unitNo: 'TU999' } })).failure?.code).toBe(
      'UNIT_NO_FIXED',
    );
  });

  it('must have a unique number, also compared with imported units', async () => {
    const body = unitInput();
    await admin.do(addTestUnit, { body });
    expect((await admin.call(addTestUnit, { body: unitInput({ unitNo: body.unitNo }) })).failure?.code).toBe(
      'UNIT_NO_TAKEN',
    );
    expect((await admin.call(addTestUnit, { body: unitInput({ unitNo: 'TU001' }) })).failure?.code).toBe(
      'UNIT_NO_TAKEN',
    );
  });

  it('is added once if the request is repeated', async () => {
    const request = { body: unitInput(), headers: { 'idempotency-key': v4() } };
    const [first, repeated] = [await admin.call(addTestUnit, request), await admin.call(addTestUnit, request)];
    expect([repeated.result.id, repeated.position]).toEqual([first.result.id, first.position]);
  });

  it('is refused with a stale revision, and with all invalid fields at once', async () => {
    const { id, revision } = await admin.do(addTestUnit, { body: unitInput() });
    await admin.do(updateTestUnit, { body: { id, shortName: '一' } });
    expect(
      (await admin.call(updateTestUnit, { body: { id, shortName: '二' }, headers: { 'if-match': `"${revision}"` } }))
        .status,
    ).toBe(412);
    const refused = await admin.call(addTestUnit, {
      body: {
        unitNo: '编号',
        lmisurl: 'javascript:steal()',
        origins: ['lab.example.com/a'],
        addresses: [{ addressText: '', addressDetail: '' }],
      },
    });
    expect(refused.status).toBe(400);
    for (const message of [
      '请输入单位编号',
      '请输入单位名称',
      '请输入以 http:// 或 https:// 开头的网址',
      '不是网站来源',
      '请填写第 1 个地址的地区和详细地址',
    ])
      expect(refused.failure?.details).toContain(message);
  });

  it('has its introduction stored without scripts', async () => {
    const { id } = await admin.do(addTestUnit, {
      body: unitInput({ inroduce: '<p onclick="steal()">正文<script>steal()</script></p>' }),
    });
    expect((await admin.do(testUnitGet, { query: { id } })).inroduce).toBe('<p>正文</p>');
  });
});

describe('qualifications of a testing unit', () => {
  it('UN-009 are added, ordered and removed one by one, returned by orderIndex, and recorded in the history', async () => {
    const [idA, idB, idC] = (await admin.do(getQualificationList)).map(({ id }) => id);
    const { id: testUnitId } = await admin.do(addTestUnit, { body: unitInput() });
    const give = (sysQualificationId = '', orderIndex?: number) =>
      admin.do(tuQualificationCreate, {
        body: { testUnitId, sysQualificationId, ...(orderIndex === undefined ? {} : { orderIndex }) },
      });
    const [third, first, second] = [await give(idC, 2), await give(idA, 0), await give(idB, 1)];
    const client = await service.as('client1');
    const listQualifications = async () =>
      (await client.do(tuQualificationGetAll, { query: { testUnitId } })).map(({ id, orderIndex }) => [id, orderIndex]);
    expect(await listQualifications()).toEqual([
      [first?.id, 0],
      [second?.id, 1],
      [third?.id, 2],
    ]);
    expect(third).toEqual({
      id: expect.any(String),
      name: expect.any(String),
      sysQualificationId: idC,
      testUnitId,
      orderIndex: 2,
      createTime: expect.stringMatching(/^\d{4}-/),
      isChosen: false,
    });
    expect(
      (await admin.call(tuQualificationCreate, { body: { testUnitId, sysQualificationId: idA ?? '' } })).failure?.code,
    ).toBe('RECORD_EXISTS');
    expect(
      (await admin.call(tuQualificationCreate, { body: { testUnitId, sysQualificationId: v4() } })).failure?.code,
    ).toBe('QUALIFICATION_NOT_LISTED');

    await admin.do(tuQualificationUpdate, { body: { id: third?.id ?? '', orderIndex: 0 } });
    await admin.do(tuQualificationUpdate, { body: { id: first?.id ?? '', orderIndex: 9 } });
    expect(await listQualifications()).toEqual([
      [third?.id, 0],
      [second?.id, 1],
      [first?.id, 9],
    ]);
    const deletion = { query: { id: second?.id ?? '', reason: '证书到期' }, headers: { 'idempotency-key': v4() } };
    const [firstReply, repeated] = [
      await admin.call(tuQualificationDelete, deletion),
      await admin.call(tuQualificationDelete, deletion),
    ];
    expect([firstReply.status, repeated.status, repeated.position]).toEqual([200, 200, firstReply.position]);
    expect((await admin.call(tuQualificationGet, { query: { id: second?.id ?? '' } })).status).toBe(404);
    expect(await client.do(tuQualificationGet, { query: { id: third?.id ?? '' } })).toMatchObject({
      sysQualificationId: idC,
    });
    for (const userName of ['client1', 'lab1'])
      expect((await (await service.as(userName)).call(tuQualificationDelete, deletion)).status).toBe(403);
    expect((await admin.do(getRecordChanges, { query: { kind: 'testingUnit', id: testUnitId } }))[0]).toMatchObject({
      action: 'TestingUnitProfileChanged',
      reason: '证书到期',
      changes: expect.arrayContaining([
        expect.objectContaining({ field: 'qualifications', about: second?.name, new: '' }),
      ]),
    });
    // the filter of the organisation list offers its name
    await service.catchUp();
    expect(await client.do(getQualificationNameList)).toContain(third?.name);
  });

  it('UN-009 state which one a given consignment uses, and another unit’s consignment is refused', async () => {
    const { id: consignId } = await createConsignmentAt(service, 20);
    const request = { query: { testUnitId: LAB1.testUnitId, consignId } };
    expect(
      (await (await service.as('client1')).do(tuQualificationGetAll, request))
        .filter(({ isChosen }) => isChosen)
        .map(({ id }) => id),
    ).toEqual([LAB1.tuqualificationId]);
    expect((await (await service.as('client2')).call(tuQualificationGetAll, request)).status).toBe(403);
  });
});

describe('the fields of a testing unit that are reserved to the platform', () => {
  it('are cleared with a reason, which the history shows: a web origin, the connection of its system', async () => {
    const { id } = await admin.do(addTestUnit, {
      body: unitInput({ origins: [`https://${v4()}.example.com`], lmisurl: 'https://lims.example.com' }),
    });
    expect((await admin.call(updateTestUnit, { body: { id, lmisurl: 'https://other.example.com' } })).status).toBe(200);
    await admin.do(updateTestUnit, { body: { id, origins: [], lmisurl: '', reason: '合作终止' } });
    expect((await admin.do(getRecordChanges, { query: { kind: 'testingUnit', id } }))[0]).toMatchObject({
      reason: '合作终止',
    });
  });

  it.each([
    ['testUnitName', '改名检测中心'],
    ['lmisurl', 'https://evil.example.com'],
    ['filingNumber', '假ICP备1号'],
    ['origins', ['https://evil.example.com']],
    ['tuQualification', []],
  ])('include %s, which the unit’s own staff cannot change', async (member, value) => {
    const lab = await newLaboratory(service, {});
    const reply = await (
      await service.as(lab.userName)
    ).call(updateTestUnit, { body: { id: lab.testUnitId, [member]: value } });
    expect([reply.status, reply.failure?.code]).toEqual([403, 'FIELD_OF_THE_PLATFORM']);
  });
});

describe('branding', () => {
  it('shows the customer-service widget only at the origins configured for it, which must be the unit’s own', async () => {
    const [originA, originB] = [`https://${v4()}.example.com`, `https://${v4()}.example.com`];
    const { id } = await admin.do(addTestUnit, { body: unitInput({ origins: [originA, originB] }) });
    await admin.do(updateTestUnit, { body: { id, serviceOrigins: [`${originB}/`] } });
    await service.catchUp();
    const widgetAt = async (url: string) =>
      (await service.stranger.do(getTestUnitInfoByConsignPlatURL, { query: { url } }))?.serviceWidget;
    expect([await widgetAt(originA), await widgetAt(originB)]).toEqual([false, true]);
    const foreign = await admin.call(updateTestUnit, { body: { id, serviceOrigins: ['https://other.example.com'] } });
    expect([foreign.status, foreign.failure?.code]).toEqual([400, 'ORIGIN_NOT_LISTED']);
  });

  it('UN-001 shows logo, name and filing number of the unit that the origin belongs to', async () => {
    const [originA, originB] = [`https://${v4()}.example.com`, `https://${v4()}.example.com`];
    const first = await admin.do(addTestUnit, {
      body: unitInput({ origins: [`${originA}/`], systemName: '甲平台', filingNumber: '甲1号' }),
    });
    await admin.do(addTestUnit, {
      body: unitInput({ origins: [originB], systemName: '乙平台', filingNumber: '乙1号' }),
    });
    const { result: logo } = await admin.call(uploadUnitLogo, {
      body: { unitType: '1', unitId: first.id },
      file: { name: 'logo.png', content: pngOf(240, 80) },
    });
    await service.catchUp();
    expect(await service.stranger.do(getTestUnitInfoByConsignPlatURL, { query: { url: originA } })).toMatchObject({
      testUnitId: first.id,
      systemName: '甲平台',
      filingNumber: '甲1号',
      logo: logo.logoPath,
    });
    expect(await service.stranger.do(getTestUnitInfoByConsignPlatURL, { query: { url: originB } })).toMatchObject({
      systemName: '乙平台',
      filingNumber: '乙1号',
    });
    expect(
      await service.stranger.do(getTestUnitInfoByConsignPlatURLCore, { query: { unitId: first.id } }),
    ).toMatchObject({ testUnitId: first.id, systemName: '甲平台' });
    expect(await service.stranger.do(getTestUnitInfoByConsignPlatURLCore, { query: { unitId: v4() } })).toBeNull();
    expect((await admin.call(addTestUnit, { body: unitInput({ origins: [originA] }) })).failure?.code).toBe(
      'ORIGIN_TAKEN',
    );
    const logoResponse = await fetch(`${service.url}${logo.logoPath}`);
    expect([
      logoResponse.status,
      logoResponse.headers.get('content-type'),
      Buffer.from(await logoResponse.arrayBuffer()).equals(pngOf(240, 80)),
    ]).toEqual([200, 'image/png', true]);
  });

  it('accepts as logo only a real picture of moderate size for the user’s own unit, and serves only the current one', async () => {
    const lab = await newLaboratory(service, {});
    const staff = await service.as(lab.userName);
    const send = (client: Client, name: string, content: Buffer, unitId = lab.testUnitId) =>
      client.call(uploadUnitLogo, { body: { unitType: '1', unitId }, file: { name, content } });
    expect((await send(staff, 'logo.png', fileOf['.pdf'])).failure?.code).toBe('FILE_CONTENT_DIFFERS');
    expect((await send(staff, 'logo.svg', Buffer.from('<svg onload="steal()"/>'))).failure?.code).toBe(
      'FILE_TYPE_UNSUPPORTED',
    );
    expect(
      (await send(staff, 'logo.png', Buffer.concat([fileOf['.png'], Buffer.alloc(600 * 1024)]))).failure?.code,
    ).toBe('LOGO_TOO_LARGE');
    expect((await send(staff, 'logo.png', pngOf(20_000, 20_000))).failure?.code).toBe('IMAGE_TOO_MANY_PIXELS');
    expect((await send(staff, 'logo.png', pngOf(240, 80), LAB2.testUnitId)).status).toBe(403);
    const { result: first } = await send(staff, 'logo.png', pngOf(240, 80));
    const { result: second } = await send(staff, 'logo.jpg', jpgOf(240, 80));
    expect((await fetch(`${service.url}${first.logoPath}`)).status).toBe(404);
    expect((await fetch(`${service.url}${second.logoPath}`)).status).toBe(200);
    expect(
      (
        await service.stranger.call(getUnitLogo, {
          query: { unitId: LAB2.testUnitId, file: second.logoPath.split('/').at(-1) ?? '' },
        })
      ).status,
    ).toBe(404);
  });
});

it('UN-008 CP-008 each flag can be set for a testing unit and is returned by GetTestUnitConfig', async () => {
  const lab = await newLaboratory(service, {});
  const flags = [
    'IsConsignHidePrice',
    'IsConsignHideEstimatedCost',
    'IsEnableConsignSign',
    'IsConsignSampleNeedConfirm',
    'IsUseNewVersion',
    'IsEnableProjectContractSectName',
    'isConsignSingleSample',
    'IsDisplayTestPeriod',
    'IsDisplayTestQuantity',
  ];
  for (const value of ['1', '0']) {
    await admin.do(setParamValues, {
      query: { reason: '合同约定' },
      body: flags.map((paramCode) => ({ unitType: 1, unitID: lab.testUnitId, paramCode, paramValue: value })),
    });
    await service.catchUp();
    expect(await admin.do(getTestUnitConfig, { query: { unitId: lab.testUnitId } })).toMatchObject(
      Object.fromEntries(flags.map((flag) => [flag, value === '1'])),
    );
  }
});
