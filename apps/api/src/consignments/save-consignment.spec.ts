import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  cancelConsignInfo,
  changeTestingUnit,
  getConsingInfo,
  saveConsignInfo,
  type SaveConsignmentRequest,
} from '#contract';
import type { ConsignType } from '#events';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import {
  addCement,
  createDraft,
  filledHeader,
  PROJECT1,
  PROJECT2,
  startConsignment,
} from '#harness/consignments/drafts';
import { createConsignmentAt, ifMatch, readConsignment } from '#harness/consignments/stages';
import { LAB1, LAB2, newClient, newLaboratory } from '#harness/consignments/units';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = await service.as('client1');
});
afterAll(() => service.close());

const witnesses = {
  jhperson: '王五|赵六',
  jzcardNo: '1|',
  jzphone: '13800000011|13800000012',
  constructionJzperson: '孙七',
  constructionJzcardNo: '7',
  constructionJzphone: '13800000013',
};

/** Saves a new draft with these changes to a form that is right. */
const saving = async (changes: Partial<SaveConsignmentRequest>, consignType: ConsignType = 1) => {
  const { id } = await startConsignment(client, consignType);
  return client.call(saveConsignInfo, {
    body: { ...filledHeader(LAB1, consignType), projectId: PROJECT1, ...changes, id },
  });
};
/** What it says; null when it is saved. */
const complaint = async (changes: Partial<SaveConsignmentRequest>, consignType: ConsignType = 1) => {
  const { status, failure } = await saving(changes, consignType);
  expect(status).toBe(failure ? 400 : 200);
  return failure?.message ?? null;
};

describe('a new consignment', () => {
  it('AK-004 K-001 starts with the default values of the platform', async () => {
    const newcomer = await newClient(service);
    const { id } = await startConsignment(newcomer);
    expect(await readConsignment(newcomer, id)).toMatchObject({
      consignStatus: 10,
      consignType: 1,
      sendSampleType: 1,
      mailPayType: 1,
      getReportType: '1',
      reportCount: 3,
      isSaved: false,
      consignCode: '',
      actFee: null,
    });
    for (const getReportType of ['1', '3', '10'] as const) expect(await complaint({ getReportType })).toBeNull();
    expect((await saving({ getReportType: '2' as '1' })).status).toBe(400);
  });

  it('starts with the choices of its unit’s last consignment', async () => {
    const saved = await createDraft(client, { lab: LAB2, changes: { consginTestType: '抽样检测' } });
    const { id } = await startConsignment(client);
    const { testUnitId, testUnitName, projectId, projectName, tuqualificationId, consginTestType } = saved;
    expect(await readConsignment(client, id)).toMatchObject({
      testUnitId,
      testUnitName,
      projectId,
      projectName,
      tuqualificationId,
      consginTestType,
      isSaved: false,
    });
  });
});

describe('a saved consignment', () => {
  it('AAPI-013 CF-009 is read with all members of the specified object', async () => {
    const saved = await createDraft(client, { changes: { consignUnitAddress: '杭州' } });
    const loaded = await client.do(getConsingInfo, { query: { id: saved.id.replaceAll('-', '').toUpperCase() } });
    expect(loaded).toEqual(saved);
    expect(loaded).toMatchObject({
      id: saved.id,
      consignCode: '',
      consignStatus: 10,
      consignStatusStr: '填写中',
      consignType: 1,
      isSaved: true,
      rollbackCause: '',
      creationTime: expect.stringMatching(/^\d{4}-.*Z$/),
      actFee: null,
      testUnitId: LAB1.testUnitId,
      testUnitName: LAB1.testUnitName,
      testUnitAddressId: LAB1.testUnitAddressId,
      testUnitAddressDetail: '浙江省宁波市鄞州区学士路北段618号',
      consignUnitId: '6aef726f-d59e-536d-ab28-6fc104bc2736',
      consignUnitName: '云岭交通建设集团第三工程公司',
      consignUnitAddress: '杭州',
      projectId: PROJECT1,
      projectName: '云岭至安溪高速公路工程',
      contractSectName: '',
    });
  });

  it('CF-009 stores the section name only if the testing unit uses it', async () => {
    expect((await createDraft(client, { lab: LAB1, changes: { contractSectName: 'TJ-1标' } })).contractSectName).toBe(
      '',
    );
    expect((await createDraft(client, { lab: LAB2, changes: { contractSectName: 'TJ-1标' } })).contractSectName).toBe(
      'TJ-1标',
    );
  });

  it('AAPI-013 CF-010 stores qualification, contact, parties and test category under the specified names', async () => {
    const changes = {
      tuqualificationId: LAB1.tuqualificationId,
      linkPerson: '张三',
      linkPersonPhone: '010-12345',
      constructionUnit: '施工一处',
      consginTestType: '监督抽检',
      consginTestTypeId: '9',
      needWitnessUnit: true,
      constructionJzunit: '建设指挥部',
      jzunit: '监理公司',
    };
    const { id } = await createDraft(client, { changes });
    expect(await readConsignment(client, id)).toMatchObject({ ...changes, tuqualificationName: '公路工程综合甲级' });
  });

  it('CF-014 stores remark and extra fields, and ignores fields that only the server sets', async () => {
    const { id, consignInfoProperties } = await startConsignment(client);
    const [contract] = consignInfoProperties;
    const protectedFields = {
      consignStatus: 60,
      consignCode: 'X-1',
      consignUnitId: v4(),
      ext_ConsignBillFile: '/x',
      ext_ILISConsignID: 'x',
      testUnitIsLimsCust: false,
      isConsignBillGened: true,
      actFee: '1.00',
      sysParamConsignPrintType: 'x',
      testUnitConfig: {},
    };
    const body = {
      ...filledHeader(),
      projectId: PROJECT1,
      id,
      memo: '加急',
      consignInfoProperties: [{ id: contract?.id ?? '', value: 'HT-2026-1' }],
      ...protectedFields,
    };
    await client.do(saveConsignInfo, { body });
    const loaded = await readConsignment(client, id);
    expect(loaded).toMatchObject({
      memo: '加急',
      consignStatus: 10,
      consignCode: '',
      ext_ConsignBillFile: '',
      ext_ILISConsignID: '',
      testUnitIsLimsCust: true,
      isConsignBillGened: false,
      actFee: null,
      sysParamConsignPrintType: '',
    });
    expect(loaded.consignUnitId).not.toBe(protectedFields.consignUnitId);
    expect(loaded.testUnitConfig).toMatchObject({ IsEnableConsignSign: true, ValidAppealPeriodNumber: 7 });
    expect(loaded.consignInfoProperties).toEqual(
      consignInfoProperties.map((field) => (field.id === contract?.id ? { ...field, value: 'HT-2026-1' } : field)),
    );
  });

  it('AAPI-007 API-019 is returned with the values that were sent and is marked as saved', async () => {
    const { id } = await startConsignment(client);
    const changed = {
      memo: '第二次',
      linkPerson: '李四',
      sendSampleType: 2,
      mailOrderNumber: 'SF100',
      mailPayType: 2,
      getReportType: '3',
      reportCount: 5,
    } as const;
    const result = await client.do(saveConsignInfo, {
      body: { ...filledHeader(), projectId: PROJECT1, ...changed, id },
    });
    const loaded = await readConsignment(client, id);
    expect(loaded).toMatchObject({ ...changed, isSaved: true });
    expect(loaded).toEqual(result);
  });

  it('gets no new revision if nothing has changed', async () => {
    const { id, revision } = await createDraft(client);
    const repeated = await client.call(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id } });
    expect([repeated.status, repeated.revision]).toEqual([200, revision]);
  });
});

describe('witnesses', () => {
  const both = {
    needWitnessUnit: true,
    constructionJzunit: '建设指挥部',
    jzunit: '监理公司',
    ...witnesses,
    needConstructionWitnessPersonSign: true,
    needWitnessPersonSign: true,
  };

  it('CF-015 of each side are stored separately, with their own requirement to sign', async () => {
    const { id } = await createDraft(client, { changes: { ...both, needWitnessPersonSign: false } });
    expect(await readConsignment(client, id)).toMatchObject({ ...both, needWitnessPersonSign: false });
  });

  it('CF-016 of one side are stored as aligned, pipe-separated texts that keep the place of an empty number', async () => {
    const three = { jhperson: 'A|B|C', jzcardNo: '1||3', jzphone: '13800000001|13800000002|13800000003' };
    const { id } = await createDraft(client, { changes: { needWitnessUnit: true, ...three } });
    expect(await readConsignment(client, id)).toMatchObject(three);
  });

  it('CL-032 are cleared with their units and signature requirements if no witness unit is chosen', async () => {
    const { id } = await createDraft(client, { changes: both });
    await client.do(saveConsignInfo, {
      body: { ...filledHeader(), projectId: PROJECT1, ...both, needWitnessUnit: false, id },
    });
    expect(await readConsignment(client, id)).toMatchObject({
      constructionJzunit: '',
      constructionJzperson: '',
      constructionJzcardNo: '',
      constructionJzphone: '',
      jzunit: '',
      jhperson: '',
      jzcardNo: '',
      jzphone: '',
      needConstructionWitnessPersonSign: false,
      needWitnessPersonSign: false,
    });
  });

  it('CL-034 are required to sign only if the testing unit uses signatures', async () => {
    const needs = ({
      needConstructionWitnessPersonSign,
      needWitnessPersonSign,
    }: {
      needConstructionWitnessPersonSign: boolean;
      needWitnessPersonSign: boolean;
    }) => [needConstructionWitnessPersonSign, needWitnessPersonSign];
    expect(needs(await createDraft(client, { lab: LAB1, changes: both }))).toEqual([true, true]);
    const unsignedLab = await newLaboratory(service, { IsEnableConsignSign: '0' });
    expect(needs(await createDraft(client, { lab: unsignedLab, changes: both }))).toEqual([false, false]);
  });
});

describe('the way of sending samples', () => {
  it('CL-033 resets mail number and payer when the client delivers the samples itself', async () => {
    const { id } = await createDraft(client, {
      changes: { sendSampleType: 2, mailOrderNumber: 'SF1', mailPayType: 2 },
    });
    expect(await readConsignment(client, id)).toMatchObject({ mailOrderNumber: 'SF1', mailPayType: 2 });
    await client.do(saveConsignInfo, {
      body: { ...filledHeader(), projectId: PROJECT1, sendSampleType: 1, mailOrderNumber: 'SF1', mailPayType: 2, id },
    });
    expect(await readConsignment(client, id)).toMatchObject({ mailOrderNumber: '', mailPayType: 1 });
  });
});

describe('the server’s validation of the form', () => {
  const need = { needWitnessUnit: true, needWitnessPersonSign: true };
  it.each<[string, Partial<SaveConsignmentRequest>, ConsignType]>([
    ['请选择检测机构', { testUnitId: null, testUnitAddressId: null, tuqualificationId: null }, 1],
    ['请选择工程项目', { projectId: null }, 1],
    ['请输入委托人', { linkPerson: ' ' }, 1],
    ['请输入联系电话', { linkPersonPhone: '' }, 1],
    ['请选择资质类型', { tuqualificationId: null }, 1],
    ['请选择预约检测时间', { expectTestTime: null }, 2],
    ['请选择预约检测时间', { expectTestTime: '' }, 3],
    ['请输入邮寄单号', { sendSampleType: 2, mailOrderNumber: '' }, 1],
    ['请输入见证人', need, 1],
    ['请输入见证人手机号', { ...need, jhperson: '王五' }, 1],
    ['见证人手机号格式错误', { ...need, jhperson: '王五', jzphone: '23800000000' }, 1],
    ['见证人手机号格式错误', { ...need, jhperson: '王五', jzphone: '1380000000' }, 1],
    ['见证人手机号格式错误', { ...need, jhperson: '王五', jzphone: '1380000000a' }, 1],
    [
      '手机号：13800000000；已被见证人张三占用，请重新填写',
      { ...need, jhperson: '张三|李四', jzphone: '13800000000|13800000000' },
      1,
    ],
    ['报告数量最小为1', { reportCount: 0 }, 1],
    ['报告数量最小为1', { getReportType: '3', reportCount: null }, 1],
  ])('answers an invalid form with: %s', async (message, changes, consignType) => {
    expect(await complaint(changes, consignType)).toBe(message);
  });

  it('accepts unusual values that the specification permits', async () => {
    for (const changes of [
      { linkPersonPhone: '010-12345' },
      { getReportType: '10', reportCount: 0 },
      { getReportType: '10', reportCount: null },
      { expectTestTime: null },
      { needWitnessUnit: true, jhperson: '王五' },
    ] as const)
      expect(await complaint(changes)).toBeNull();
  });

  it('returns all problems at once, the first one as the message', async () => {
    const { rawBody: body, failure } = await saving({
      testUnitId: null,
      testUnitAddressId: null,
      tuqualificationId: null,
      projectId: null,
      linkPerson: '',
    });
    expect(failure).toMatchObject({ code: 'TESTING_UNIT_REQUIRED', message: '请选择检测机构' });
    expect(
      (body as { error: { validationErrors: { members: string[] }[] } }).error.validationErrors.map(
        ({ members }) => members[0],
      ),
    ).toEqual(['testUnitName', 'projectName', 'linkPerson', 'tuqualificationId']);
  });

  it('K-005 accepts at most 20 characters for a witness, 11 digits for a phone number and 50 characters for a remark', async () => {
    const long = (length: number) => '证'.repeat(length);
    const phone = (digits: number) => '1'.padEnd(digits, '3');
    expect(
      await complaint({ needWitnessUnit: true, jhperson: long(20), jzcardNo: long(20), jzphone: phone(11) }),
    ).toBeNull();
    expect(await complaint({ needWitnessUnit: true, jhperson: long(21), jzphone: phone(11) })).toBe(
      '见证人不能超过20个字符',
    );
    expect(await complaint({ needWitnessUnit: true, jhperson: '王五', jzcardNo: long(21), jzphone: phone(11) })).toBe(
      '见证人证号不能超过20个字符',
    );
    expect(await complaint({ needWitnessUnit: true, jhperson: '王五', jzphone: phone(10) })).toBe(
      '见证人手机号格式错误',
    );
    const { id } = await createDraft(client);
    expect((await client.call(cancelConsignInfo, { body: { ids: [id], remark: long(51) } })).status).toBe(400);
    expect((await client.call(cancelConsignInfo, { body: { ids: [id], remark: long(50) } })).status).toBe(200);
  });

  it.each<[string, Partial<SaveConsignmentRequest>]>([
    ['TESTING_UNIT_UNKNOWN', { testUnitId: v4(), testUnitAddressId: null }],
    ['ADDRESS_UNKNOWN', { testUnitAddressId: LAB2.testUnitAddressId }],
    ['QUALIFICATION_UNKNOWN', { tuqualificationId: LAB2.tuqualificationId }],
    ['PROJECT_UNKNOWN', { projectId: v4() }],
    ['PROJECT_UNKNOWN', { projectId: PROJECT2 }],
    ['EXTRA_FIELD_UNKNOWN', { consignInfoProperties: [{ id: v4(), value: 'x' }] }],
  ])('refuses an id that is unknown or belongs to another unit: %s', async (code, changes) => {
    const { status, failure } = await saving(changes);
    expect([status, failure?.code]).toEqual([400, code]);
  });

  it('reports missing fields before unknown ids, in the order of the specification', async () => {
    const stale = { testUnitAddressId: v4(), tuqualificationId: v4() };
    expect(await complaint({ testUnitId: null, ...stale })).toBe('请选择检测机构');
    expect(await complaint({ testUnitId: null, projectId: v4() })).toBe('请选择检测机构');
    expect(await complaint({ ...stale, projectId: null, linkPerson: '' })).toBe('请选择工程项目');
    expect(await complaint({ ...stale, linkPerson: '' })).toBe('请输入委托人');
    expect(await complaint({ ...stale, expectTestTime: null }, 2)).toBe('请选择预约检测时间');
    expect((await saving({ testUnitId: v4(), reportCount: 0 })).failure?.code).toBe('REPORT_COUNT_MIN');
    const { id } = await createConsignmentAt(service, 40);
    expect(
      (await client.call(saveConsignInfo, { body: { ...filledHeader(), ...stale, testUnitId: null, id } })).failure
        ?.message,
    ).toBe('请选择检测机构');
  });

  it('accepts an appointment time in the usual formats, stores it with its time zone, and refuses other texts', async () => {
    for (const [input, stored] of [
      ['2099-01-05 09:00', '2099-01-05T09:00:00+08:00'],
      ['2099-01-05 09:00:30', '2099-01-05T09:00:30+08:00'],
      ['2099-01-05T09:00', '2099-01-05T09:00:00+08:00'],
      ['2099-01-05T01:00:00.000Z', '2099-01-05T09:00:00+08:00'],
      ['2099-01-05T10:00:00+09:00', '2099-01-05T09:00:00+08:00'],
      ['2099-01-05', '2099-01-05T00:00:00+08:00'],
    ] as const) {
      const { id, revision } = await createDraft(client, { consignType: 2, changes: { expectTestTime: input } });
      expect((await readConsignment(client, id)).expectTestTime).toBe(stored);
      const repeated = await client.do(saveConsignInfo, {
        body: { ...filledHeader(LAB1, 2), projectId: PROJECT1, expectTestTime: stored, id },
      });
      expect(repeated.revision).toBe(revision);
    }
    for (const input of ['2099-02-30 09:00', '9 o’clock', '2099-01-05 25:00', '2099-01-05 09:00 +1'])
      expect(await complaint({ expectTestTime: input }, 2)).toBe('预约检测时间格式错误');
  });
});

describe('changing the testing unit', () => {
  it('AAPI-018 CL-030 removes the samples, resets the report count and applies its defaults, and is refused once there is a code', async () => {
    const { id } = await createDraft(client);
    await addCement(client, id);
    await addCement(client, id);
    const { revision, reportCount, samples } = await readConsignment(client, id);
    expect([reportCount, samples.length]).toEqual([3, 2]);
    await client.do(changeTestingUnit, {
      query: { id },
      body: { testUnitId: LAB2.testUnitId },
      headers: ifMatch(revision),
    });
    expect(await readConsignment(client, id)).toMatchObject({
      samples: [],
      reportCount: 0,
      testUnitId: LAB2.testUnitId,
      testUnitName: LAB2.testUnitName,
      testUnitAddressId: LAB2.testUnitAddressId,
    });

    const rejected = await createConsignmentAt(service, 40);
    const changed = await client.call(changeTestingUnit, {
      query: { id: rejected.id },
      body: { testUnitId: LAB2.testUnitId },
      headers: ifMatch(rejected.revision),
    });
    expect([changed.status, changed.failure?.code]).toEqual([409, 'TESTING_UNIT_LOCKED']);
    const saved = await client.call(saveConsignInfo, {
      body: { ...filledHeader(LAB2), projectId: PROJECT1, id: rejected.id },
    });
    expect([saved.status, saved.failure?.code]).toEqual([409, 'TESTING_UNIT_LOCKED']);
    expect((await readConsignment(client, rejected.id)).samples).toHaveLength(1);
  });

  it('removes the samples also if it is done by saving the form', async () => {
    const { id } = await createDraft(client);
    await addCement(client, id);
    await client.do(saveConsignInfo, { body: { ...filledHeader(LAB2), projectId: PROJECT1, id } });
    expect(await readConsignment(client, id)).toMatchObject({
      samples: [],
      testUnitId: LAB2.testUnitId,
      reportCount: 0,
    });
  });
});
