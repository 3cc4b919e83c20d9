import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  commitConsignInfo,
  copyBuSampleInfo,
  createQRCode,
  getBuSampleInfo,
  getBuSampleInfoParams,
  getBusinessParam,
  getReferenceSamples,
  getTestParameters,
  getTestUnitConfig,
  passAuditConsignInfo,
  recordParameterClick,
  saveBuSampleInfo,
  uploadAccessory,
  type SampleInput,
  type SampleView,
} from '#contract';
import { addCement, CEMENT, DENSITY, createDraft, SURFACE } from '#harness/consignments/drafts';
import { createConsignmentAt, STATUSES } from '#harness/consignments/stages';
import { LAB1, LAB2, newLaboratory } from '#harness/consignments/units';
import { fileOf } from '#harness/files/files';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService({ now: () => new Date('2026-11-21T08:00:00.000Z') });
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());

const readSample = (id: string, caller = client, pageSource?: number) =>
  caller.do(getBuSampleInfo, { query: { id, ...(pageSource === undefined ? {} : { pageSource }) } });
/** The form as it is sent back. */
const formOf = ({ buSampleParamPackInfo, ...view }: SampleView): SampleInput => ({
  ...view,
  buSampleParamPackInfo: null,
  inputMethod: view.inputMethod === 0 ? 0 : 1,
});
const save = async (id: string, changes: Partial<SampleInput>, caller = client) =>
  caller.call(saveBuSampleInfo, { body: { ...formOf(await readSample(id, caller)), ...changes } });
const saved = async (id: string, changes: Partial<SampleInput>) => {
  const { result, failure } = await save(id, changes);
  if (failure) throw new Error(JSON.stringify(failure));
  return result;
};
const leftToLab = { isTestUnitConfirmTestParam: true, testReason: '验证进场材料' };
/** A submitted consignment with a sample whose parameters were left to the institution. */
const submitUncompleted = async () => {
  const { id: consignId } = await createDraft(client);
  const id = await addCement(client, consignId, [], leftToLab);
  expect(await client.do(commitConsignInfo, { query: { consignInfoIds: consignId } })).toBe(true);
  return { consignId, id };
};

describe('the form of a sample', () => {
  it('SF-016 starts with the first after-test handling of the list, and a copy has the one that was chosen', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId, [DENSITY]);
    expect((await readSample(id)).afterTestOperate).toBe('检毕由委托单位取回');
    await saved(id, { afterTestOperate: '留样期满后取回' });
    const copied = await client.do(copyBuSampleInfo, { query: { id, consignId } });
    expect((await readSample(copied)).afterTestOperate).toBe('留样期满后取回');
  });

  it('SF-007 is read with every field as it was saved', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId);
    const texts = {
      testUnitSampleName: 'P·O 水泥',
      projectOrPurpose: '桥墩',
      projectUnit: '主桥',
      testPart: '3# 墩左幅',
      sampleNum: '12',
      sampleNumUnit: 'kg',
      delegatesNum: '200',
      delegatesNumUnit: 't',
      afterTestOperate: '检毕由委托单位取回',
      afterTestOperateId: v4(),
      testSampleDescription: '无结块',
      memo: '易碎',
      extractAddress: '拌和站料仓',
      extractUnit: '第三工程公司试验室',
      extractTime: '2026-11-18',
      extractPerson: '李强',
      extractPersonCardNum: 'ZJ-0042',
      castingDate: '2026-11-19',
      sampleCollectionRequirement: '每组 12 kg',
      specificationType: 'P·O 42.5',
      specificationBuildMethod: '[]',
    };
    const changes = {
      ...texts,
      inputMethod: 1 as const,
      testGroupCount: 1,
      testPointCount: 4,
      ageWaitTime: 28,
      isNeedConclusion: false,
      isMaterial: true,
      testSampleCount: 6,
      isNeedTempReport: true,
      tuSampleParamIds: [{ tuTestParamId: SURFACE, tuTestParamCount: 2 }],
    };
    await saved(id, changes);
    const loaded = await readSample(id);
    expect(loaded).toMatchObject({
      ...changes,
      consignId,
      testUnitSampleId: loaded.testUnitSampleId,
      isTestUnitConfirmTestParam: false,
      testReason: '',
      testParamFee: '200.00',
      buSamplePropertyInfo: expect.any(Array),
      buSampleParamPackInfo: expect.objectContaining({ packFlag: 0 }),
      buSampleUseBaseStandard: [],
      buSampleChild: [],
      buSampleInfoRefSampleInfo: [],
      deleteMaterialSampleInfoIds: [],
    });
    for (const name of ['bigCategoryId', 'sampleNameLink', 'testUnitSampleId'] as const)
      expect(loaded[name]).not.toBe('');
  });

  it('SF-008 has the catalogue codes, the creation time, the sample count and the temporary report flag', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId);
    await saved(id, { testSampleCount: 3, isNeedTempReport: true });
    expect(await readSample(id)).toMatchObject({
      testSampleCount: 3,
      isNeedTempReport: true,
      sampleCode: expect.stringMatching(/./),
      sysTestSampleId: expect.stringMatching(/./),
      testUnitSampleSysCode: expect.stringMatching(/./),
      createTime: '2026-11-21T08:00:00.000Z',
    });
  });

  it('is marked as new until its first save, even if that changes nothing', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId);
    expect((await readSample(id)).isNew).toBe(true);
    expect((await saved(id, {}))?.isNew).toBe(false);
    expect((await readSample(id)).isNew).toBe(false);
  });

  it('shows the sampler to both units and the administrator, and masked to an auditor', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId);
    await saved(id, { extractPerson: '李强', extractPersonCardNum: 'ZJ-0042' });
    await client.do(commitConsignInfo, { query: { consignInfoIds: consignId } });
    const samplerFor = async (userName: string) => {
      const { extractPerson, extractPersonCardNum } = await readSample(id, await service.as(userName));
      return [extractPerson, extractPersonCardNum];
    };
    for (const userName of ['client1', 'lab1', 'admin'])
      expect(await samplerFor(userName)).toEqual(['李强', 'ZJ-0042']);
    expect(await samplerFor('auditor')).toEqual(['李**', 'Z**']);
  });
});

describe('saving a sample', () => {
  it('is refused with the message of the form for each invalid field, in the requested language', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId);
    const refused = async (changes: Partial<SampleInput>, language = 'en') => {
      const { status, failure } = await client.call(saveBuSampleInfo, {
        body: { ...formOf(await readSample(id)), ...changes },
        headers: { 'accept-language': language },
      });
      return [status, failure?.code, failure?.message];
    };
    expect(await refused({ testGroupCount: undefined })).toEqual([
      400,
      'GROUP_COUNT_REQUIRED',
      'please enter sample group count',
    ]);
    expect(await refused({ testGroupCount: null, testPointCount: null }, 'zh-CN')).toEqual([
      400,
      'GROUP_COUNT_REQUIRED',
      '请输入检测组数',
    ]);
    expect(await refused({ testPointCount: null })).toEqual([
      400,
      'POINT_COUNT_REQUIRED',
      'please enter detection point count',
    ]);
    expect(await refused({ afterTestOperate: ' ' })).toEqual([
      400,
      'AFTER_TEST_REQUIRED',
      'please select after-test sample handling',
    ]);
    expect(await refused({ tuSampleParamIds: [] })).toEqual([
      400,
      'TEST_PARAMETERS_REQUIRED',
      'please select test parameters',
    ]);
    expect(await refused({ ...leftToLab, testReason: '' })).toEqual([
      400,
      'TEST_REASON_REQUIRED',
      'please enter test reason',
    ]);
    expect((await refused({ sampleNum: '3 bags' }))[1]).toBe('ONLY_NUMBERS');
    expect(await refused({ testUnitSampleName: ' ' }, 'zh-CN')).toEqual([
      400,
      'SAMPLE_NAME_REQUIRED',
      '请输入辅助信息的样品名称',
    ]);
    for (const name of ['sampleNumUnit', 'delegatesNumUnit'])
      expect(await refused({ [name]: '箱子' }, 'zh-CN')).toEqual([
        400,
        'AMOUNT_UNIT_UNKNOWN',
        '计量单位“箱子”不在可选项中',
      ]);
    expect(await refused({ afterTestOperate: '烧毁' }, 'es')).toEqual([
      400,
      'AFTER_TEST_UNKNOWN',
      'El tratamiento tras el ensayo “烧毁” no es una de las opciones',
    ]);
    const property = (changes: object) => ({
      buSamplePropertyInfo: [
        { testSamplePropertyId: null, testSamplePropertyDisplayName: '养护方式', value: '蒸养', ...changes },
      ],
    });
    for (const invalidProperty of [
      { testSamplePropertyType: 5, listValue: ['标养', '同养'] },
      { testSamplePropertyType: 6, value: '是' },
    ])
      expect(await refused(property(invalidProperty), 'zh-CN')).toEqual([
        400,
        'EXTRA_NOT_AN_OPTION',
        '“养护方式”不在可选项中',
      ]);
    expect(
      (await save(id, property({ testSamplePropertyType: 5, listValue: ['标养'], inputHistory: ['蒸养'] }))).status,
    ).toBe(200);
    for (const age of [0, 1000, 1.5]) expect((await refused({ ageWaitTime: age }))[1]).toBe('AGE_INVALID');
    for (const count of [0, 1000, 1.5, '3 组', '1e3', '-1', '2.5'])
      expect((await refused({ testGroupCount: count }, 'zh-CN'))[2]).toBe(`“${count}”不是 1 至 999 的整数`);
    expect((await refused({ testPointCount: '1,000' }, 'en'))[2]).toMatch(/^“1,000” reads two ways/);
    expect((await save(id, { testPointCount: ' １２ ', sampleNum: '１００', delegatesNum: '1,5' })).status).toBe(200);
    expect(await readSample(id)).toMatchObject({ testPointCount: 12, sampleNum: '100', delegatesNum: '1.5' });
    for (const day of ['2026-02-30', '21.11.2026']) expect((await refused({ castingDate: day }))[0]).toBe(400);
    for (const inputMethod of [2, -1]) expect((await refused({ inputMethod: inputMethod as 1 }))[0]).toBe(400);
    const current = await readSample(id);
    expect(current.testGroupCount).toBe(1);
  });

  it('SK-006 accepts only input modes 0 and 1, and only standard types and pack flags of their lists', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId);
    const statusOf = async (changes: object) =>
      (await client.call(saveBuSampleInfo, { body: { ...formOf(await readSample(id)), ...changes } })).status;
    expect([
      await statusOf({ inputMethod: 0 }),
      await statusOf({ inputMethod: '1' }),
      await statusOf({ inputMethod: 2 }),
      await statusOf({ buSampleParamPackInfo: { packFlag: 2, packId: '', packJson: '' } }),
    ]).toEqual([200, 200, 400, 400]);
    const link = {
      baBaseStandardId: null,
      baseStandardName: 'x',
      baseStandardCode: '',
      baseStandardClauseCode: '',
      limsUniqueKey: 'customer_x',
      isDefault: false,
      executeDate: null,
      expireDate: null,
    };
    expect([
      await statusOf({ buSampleUseBaseStandard: [{ ...link, baseStandardType: 4, useType: '2' }] }),
      await statusOf({ buSampleUseBaseStandard: [{ ...link, baseStandardType: 2, useType: '4' }] }),
    ]).toEqual([400, 400]);
  });

  it('AT-003 requires the files that the testing unit demands, attached to the sample or to the consignment', async () => {
    const attach = (foreignKey: string, consignId: string, accessoryTypeID: string) =>
      client.do(uploadAccessory, {
        body: { foreignKey, accessoryType: consignId, accessoryTypeID },
        file: { name: '影像.jpg', content: fileOf['.jpg'] },
      });
    const KIND = '4c32b2f4-557e-5a99-ad99-199e415f4a58';
    for (const owner of ['sample', 'consignment'] as const) {
      const { id: consignId } = await createDraft(client, { lab: LAB2 });
      const id = await addCement(client, consignId);
      const { status, failure } = await save(id, { memo: 'x' });
      expect([status, failure?.code, failure?.message]).toEqual([
        400,
        'ATTACHMENTS_REQUIRED',
        '请上传附件：见证取样影像',
      ]);
      expect((await readSample(id)).memo).toBe('');
      await attach(owner === 'sample' ? id : consignId, consignId, KIND);
      expect((await save(id, { memo: 'x' })).status).toBe(200);
      const otherSampleId = await addCement(client, consignId);
      expect((await save(otherSampleId, { memo: 'x' })).status).toBe(owner === 'sample' ? 400 : 200);
    }
    const { id: consignId } = await createDraft(client, { lab: LAB1 });
    expect((await save(await addCement(client, consignId), { memo: 'x' })).status).toBe(200);
  });
});

it('SK-008 an id is a GUID, and finds its sample with and without dashes', async () => {
  const { id: consignId } = await createDraft(client);
  const id = await addCement(client, consignId);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  for (const spelling of [id, id.replaceAll('-', ''), id.toUpperCase()])
    expect(
      (await client.do(getBuSampleInfo, { query: { id: spelling, consignId: consignId.replaceAll('-', '') } })).id,
    ).toBe(id);
  expect(createQRCode.query.parse({ plainText: 'x' })).toMatchObject({ pixel: 120 });
});

describe('the other operations of the form', () => {
  it('SAPI-027 return the price detail, the unit’s flags and settings, and the samples that can be cited', async () => {
    const { id: consignId, projectId } = await createDraft(client);
    await addCement(client, consignId, [DENSITY]);
    expect(await client.do(getBuSampleInfoParams, { query: { id: consignId } })).toMatchObject([
      {
        testUnitSampleName: expect.any(String),
        testUnitSampleId: expect.any(String),
        testGroupCount: 1,
        totalFee: '90.00',
        buSampleParam: [
          {
            tuTestParamName: '密度',
            tuTestParamPrice: '90.00',
            tuTestParamCount: 1,
            sharedPrice: null,
            sharedPriceQualifier: '',
            totalFee: '90.00',
          },
        ],
        buSampleInfoRefSampleInfo: [],
      },
    ]);
    const config = await client.do(getTestUnitConfig, { query: { unitId: LAB1.testUnitId } });
    expect(config).toEqual(expect.any(Object));
    const settings = async (testUnitId: string) =>
      client.do(getBusinessParam, { query: { keys: 'USING_RECOMMENDED_PARAMETER_STANDARD', testUnitId } });
    for (const [value, expectedText] of [
      ['1', 'Y'],
      ['0', 'N'],
    ] as const) {
      const { testUnitId } = await newLaboratory(service, { USING_RECOMMENDED_PARAMETER_STANDARD: value });
      expect(await settings(testUnitId)).toEqual({ USING_RECOMMENDED_PARAMETER_STANDARD: expectedText });
    }
    expect(
      await client.do(getReferenceSamples, {
        query: {
          testUnitId: LAB1.testUnitId,
          projectId: projectId ?? '',
          consignId,
          skipCount: 0,
          maxResultCount: 7,
          search: '',
        },
      }),
    ).toMatchObject({ items: expect.any(Array), totalCount: expect.any(Number) });
  });

  it('SK-009 return code 20000 on success, and 21000 for a recorded click', async () => {
    const codeOf = async (reply: Promise<{ rawBody: unknown }>) => ((await reply).rawBody as { code: number }).code;
    expect(await codeOf(client.call(getTestParameters, { query: { sampleId: CEMENT } }))).toBe(20000);
    expect(
      await codeOf(
        client.call(recordParameterClick, {
          query: { testUnitId: LAB1.testUnitId },
          body: { sampleName: '普通硅酸盐水泥', paramName: '水化热' },
        }),
      ),
    ).toBe(21000);
  });
});

describe('a sample whose parameters are left to the laboratory', () => {
  it('TID-005 is stored without parameters, pack, standards and specification, and with a conclusion', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId, [DENSITY, SURFACE]);
    const view = await saved(id, { ...leftToLab, isNeedConclusion: false, specificationType: 'P·O 42.5' });
    expect(view).toMatchObject({
      tuSampleParamIds: [],
      buSampleParamPackInfo: { packFlag: 0, packId: '', packJson: '' },
      buSampleUseBaseStandard: [],
      isNeedConclusion: true,
      isTestUnitConfirmTestParam: true,
      testReason: '验证进场材料',
      specificationType: '',
    });
  });

  it('TID-006 TID-008 is completed by the laboratory with parameters, specification and auxiliary values, without other changes', async () => {
    const { id } = await submitUncompleted();
    const current = await readSample(id, lab, 4);
    const buSamplePropertyInfo = current.buSamplePropertyInfo.map((property) => ({
      ...property,
      value: property.testSamplePropertyType === 1 ? '华新' : property.value,
    }));
    expect(
      (
        await save(
          id,
          {
            tuSampleParamIds: [{ tuTestParamId: SURFACE }],
            specificationType: 'P·O 42.5',
            buSamplePropertyInfo,
            memo: '不该改',
          },
          lab,
        )
      ).status,
    ).toBe(200);
    const completed = await readSample(id);
    expect(completed).toMatchObject({
      tuSampleParamIds: [{ tuTestParamId: SURFACE }],
      specificationType: 'P·O 42.5',
      memo: '',
      isTestUnitConfirmTestParam: true,
      testReason: '验证进场材料',
    });
    expect(completed.buSamplePropertyInfo.map(({ value }) => value)).toEqual(
      buSamplePropertyInfo.map(({ value }) => value),
    );
  });

  it('is editable only for its laboratory, in the confirmation view and in status 20', async () => {
    const { consignId, id } = await submitUncompleted();
    const editable = async (caller: Client, pageSource?: number) =>
      (await readSample(id, caller, pageSource)).isEditParams;
    expect([await editable(lab), await editable(lab, 4), await editable(lab, 1), await editable(client, 4)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await save(id, { tuSampleParamIds: [{ tuTestParamId: SURFACE }] }, lab);
    await lab.do(passAuditConsignInfo, { query: { ids: consignId } });
    expect(await editable(lab, 4)).toBe(false);
    expect((await save(id, { tuSampleParamIds: [{ tuTestParamId: DENSITY }] }, lab)).status).toBe(409);
  });

  it('TID-009 prevents the consignment from passing the audit until it is completed', async () => {
    const { consignId, id } = await submitUncompleted();
    const pass = () => lab.call(passAuditConsignInfo, { query: { ids: consignId } });
    expect((await pass()).failure?.message).toBe('请完善样品“普通硅酸盐水泥”的参数信息后再进行审核操作！');
    await save(id, { tuSampleParamIds: [{ tuTestParamId: SURFACE }] }, lab);
    expect((await pass()).failure).toBeNull();
  });

  it('MODE-008 can be saved by its laboratory alone and in status 20; other samples cannot be saved by a laboratory in any status', async () => {
    const { id } = await submitUncompleted();
    const changes = { tuSampleParamIds: [{ tuTestParamId: SURFACE }] };
    const body = { ...formOf(await readSample(id)), ...changes };
    const statusFor = async (userName: string) =>
      (await (await service.as(userName)).call(saveBuSampleInfo, { body })).status;
    expect([
      await statusFor('client1'),
      await statusFor('lab2'),
      await statusFor('client2'),
      await statusFor('admin'),
      await statusFor('auditor'),
    ]).toEqual([409, 403, 403, 403, 403]);
    expect(await statusFor('lab1')).toBe(200);
    // Before it was submitted, a consignment is not the institution's at all; withdrawn from 10, it was not.
    for (const status of STATUSES) {
      const { samples } = await createConsignmentAt(service, status);
      const form = formOf(await readSample(samples[0]?.id ?? ''));
      expect([status, (await lab.call(saveBuSampleInfo, { body: form })).status]).toEqual([
        status,
        [10, 50].includes(status) ? 403 : 409,
      ]);
    }
  });
});
