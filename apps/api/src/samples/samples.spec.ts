import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  changeTestingUnit,
  commitConsignInfo,
  copyBuSampleInfo,
  createBuSampleParamInfo,
  createBuSampleParamInfoMigModel,
  createChildBuSampleParamInfo,
  createRawMateriaConsingInfo,
  deleteBuSampleInfo,
  deleteBuSampleInfoByIds,
  getBuSampleInfo,
  getBuSampleInfoListByConsignId,
  getBuSampleInfoParams,
  getConsingInfo,
  getTestParameters,
  saveBuSampleInfo,
  type SampleInput,
  type SampleView,
} from '#contract';
import {
  addCement,
  CEMENT,
  CONSISTENCY,
  DENSITY,
  createDraft,
  createSubmittableDraft,
  SETTING_TIME,
  SURFACE,
} from '#harness/consignments/drafts';
import { appendEvents } from '#harness/consignments/record';
import { createConsignmentAt, STATUSES } from '#harness/consignments/stages';
import { newClient, newLaboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

/** 路基压实度 and two parameters of it, 40 and 50 yuan. */
const COMPACTION = '2f852a8c-1317-58f6-bd3b-83fd53c0b812';
const MOISTURE = '58b68616-5161-5dc9-b82d-ca8d3c8abcb2';
const RING_KNIFE = 'a9f8a3a0-c12f-5449-89d8-d0187865ba12';
const NOT_OFFERED = '8f9f0156-f369-570c-8570-4f30c16760dd';

let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());

const readSample = (id: string, caller = client) => caller.do(getBuSampleInfo, { query: { id } });
/** The form as a client would send it back. */
const formOf = ({ buSampleParamPackInfo, ...view }: SampleView): SampleInput => ({
  ...view,
  buSampleParamPackInfo: buSampleParamPackInfo?.packFlag === 1 ? buSampleParamPackInfo : null,
  inputMethod: view.inputMethod === 0 ? 0 : 1,
  tuSampleParamIds: view.tuSampleParamIds.map(({ tuTestParamId, tuTestParamCount, buSampleParamUseBaseStandard }) => ({
    tuTestParamId,
    tuTestParamCount,
    buSampleParamUseBaseStandard,
  })),
});
const saved = async (id: string, changes: Partial<SampleInput>) =>
  client.do(saveBuSampleInfo, { body: { ...formOf(await readSample(id)), ...changes } });

describe('a sample', () => {
  it('SAPI-015 is added from the catalogue and found by its new id', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await client.do(createBuSampleParamInfo, {
      body: {
        consignId,
        bigCategoryId: v4(),
        sampleNameLink: '',
        isMaterial: false,
        tuTestSampleDTO: { id: CEMENT, sampleName: '水泥' },
        tuTestParamDtos: [{ tuTestParamId: DENSITY }],
        buSampleParamPackInfo: { packFlag: 0, packId: '', packJson: '' },
      },
    });
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(await readSample(id)).toMatchObject({
      id,
      consignId,
      testUnitSampleId: CEMENT,
      testUnitSampleName: '水泥',
      tuSampleParamIds: [{ tuTestParamId: DENSITY, tuTestParamName: '密度' }],
      testParamFee: '90.00',
    });
  });

  it('AAPI-016 SAPI-016 SAPI-014 is saved completely and read as it was saved', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId);
    const changes: Partial<SampleInput> = {
      testUnitSampleName: 'P·O 水泥',
      testGroupCount: 3,
      projectOrPurpose: '桥墩',
      sampleNum: '12',
      sampleNumUnit: 'kg',
      delegatesNum: '200',
      delegatesNumUnit: 't',
      memo: '易碎',
      specificationType: 'P·O 42.5',
    };
    await saved(id, {
      ...changes,
      tuSampleParamIds: [{ tuTestParamId: DENSITY, tuTestParamCount: 2 }, { tuTestParamId: SURFACE }],
    });
    const loaded = await readSample(id);
    expect(loaded).toMatchObject({
      ...changes,
      tuSampleParamIds: [
        { tuTestParamId: DENSITY, tuTestParamCount: 2, totalFee: '180.00' },
        { tuTestParamId: SURFACE, totalFee: '100.00' },
      ],
      testParamFee: '840.00',
    });
    expect(await client.do(saveBuSampleInfo, { body: formOf(loaded) })).toEqual(loaded);
    expect((await client.call(getBuSampleInfo, { query: { id: v4() } })).status).toBe(404);
  });

  it('CL-002 stores its parameters and their standards, also as a test item of an appointment', async () => {
    for (const [consignType, sample, parameters] of [
      [1, CEMENT, [DENSITY, SURFACE]],
      [2, COMPACTION, [MOISTURE, RING_KNIFE]],
    ] as const) {
      const { id: consignId } = await createDraft(client, { consignType });
      const id = await client.do(createBuSampleParamInfo, {
        body: { consignId, tuTestSampleDTO: { id: sample, sampleName: '' } },
      });
      const offered = await client.do(getTestParameters, { query: { sampleId: sample } });
      const links = (parameterId: string) => {
        const { standards = [] } = offered.find((parameter) => parameter.id === parameterId) ?? {};
        return (['1', '2'] as const).flatMap((useType) =>
          standards
            .slice(0, 1)
            .map(({ standardId, uniqueKey }) => ({ baBaseStandardId: standardId, limsUniqueKey: uniqueKey, useType })),
        );
      };
      await saved(id, {
        tuSampleParamIds: parameters.map((tuTestParamId) => ({
          tuTestParamId,
          buSampleParamUseBaseStandard: links(tuTestParamId),
        })),
      });
      const { tuSampleParamIds } = await readSample(id);
      expect(
        tuSampleParamIds.map(({ tuTestParamId, buSampleParamUseBaseStandard }) => [
          tuTestParamId,
          buSampleParamUseBaseStandard.map(({ useType }) => useType),
        ]),
      ).toEqual(parameters.map((parameter) => [parameter, ['1', '2']]));
      expect(tuSampleParamIds[0]?.buSampleParamUseBaseStandard[0]?.baseStandardCode).not.toBe('');
      const { samples } = await client.do(getConsingInfo, { query: { id: consignId } });
      expect(samples).toMatchObject([
        {
          id,
          testParams: tuSampleParamIds.map(({ tuTestParamName }) => tuTestParamName).join('、'),
          isInputedTestParam: true,
        },
      ]);
    }
  });

  it('AAPI-017 is created under both names or for a raw material, saved, read, priced, copied, and deleted singly or together', async () => {
    const { id: consignId } = await createDraft(client);
    const body = {
      consignId,
      tuTestSampleDTO: { id: CEMENT, sampleName: '' },
      tuTestParamDtos: [{ tuTestParamId: DENSITY }],
    };
    const [first, second] = [
      await client.do(createBuSampleParamInfo, { body }),
      await client.do(createBuSampleParamInfoMigModel, { body }),
    ];
    const materialSampleId = await client.do(createChildBuSampleParamInfo, {
      body: { ...body, parentSampleId: first },
    });
    expect(await readSample(materialSampleId)).toMatchObject({
      id: materialSampleId,
      consignId,
      isMaterial: true,
      tuSampleParamIds: [{ tuTestParamId: DENSITY }],
    });
    await saved(second, {
      memo: '易碎',
      testGroupCount: 2,
      tuSampleParamIds: [{ tuTestParamId: DENSITY }, { tuTestParamId: SURFACE }],
    });
    const samples = () => client.do(getBuSampleInfoListByConsignId, { query: { consignId } });
    const ids = async () => (await samples()).map(({ id }) => id);
    expect(await samples()).toMatchObject([{ id: first }, { id: second, testGroupCount: 2 }]);
    expect(await readSample(second)).toMatchObject({ memo: '易碎', testParamFee: '380.00' });
    const priced = await client.do(getBuSampleInfoParams, { query: { id: consignId } });
    expect(
      priced.map(({ buSampleParam, totalFee }) => [
        buSampleParam.map((line) => [line.tuTestParamName, line.tuTestParamPrice, line.totalFee]),
        totalFee,
      ]),
    ).toEqual([
      [[['密度', '90.00', '90.00']], '90.00'],
      [
        [
          ['密度', '90.00', '90.00'],
          ['比表面积', '100.00', '100.00'],
        ],
        '380.00',
      ],
    ]);
    const copy = await client.do(copyBuSampleInfo, { query: { id: second } });
    expect({ ...(await readSample(copy)), id: second }).toEqual(await readSample(second));
    expect(await ids()).toEqual([first, second, copy]);
    await client.do(deleteBuSampleInfo, { query: { id: copy } });
    expect(await ids()).toEqual([first, second]);
    const request = { query: { ids: [first, second] }, headers: { 'idempotency-key': v4() } };
    const removed = await client.call(deleteBuSampleInfoByIds, request);
    expect(await ids()).toEqual([]);
    await service.catchUp();
    const repeated = await client.call(deleteBuSampleInfoByIds, request);
    expect([removed.status, repeated.status, repeated.revision]).toEqual([200, 200, removed.revision]);
    expect((await client.call(deleteBuSampleInfo, { query: { id: first, consignId } })).status).toBe(409);
  });

  it('is refused if it is too large for one event', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId);
    const { status, failure } = await client.call(saveBuSampleInfo, {
      body: {
        ...formOf(await readSample(id)),
        buSamplePropertyInfo: Array.from({ length: 100 }, () => ({
          testSamplePropertyDisplayName: '描述',
          value: '规'.repeat(1000),
        })),
      },
    });
    expect([status, failure?.code]).toEqual([413, 'TOO_LARGE']);
  });

  it('is found by its id alone immediately after it was added', async () => {
    const { id: consignId } = await createDraft(client);
    for (let n = 0; n < 5; n++)
      expect((await readSample(await addCement(client, consignId))).consignId).toBe(consignId);
  });

  it('CL-035 is the only one of its consignment if the testing unit accepts one at a time', async () => {
    const single = await newLaboratory(service, { isConsignSingleSample: '1' });
    const { id: consignId } = await createDraft(client, { lab: single });
    const first = await addCement(client, consignId);
    const refusals = [
      await client.call(createBuSampleParamInfo, {
        body: { consignId, tuTestSampleDTO: { id: CEMENT, sampleName: '' } },
      }),
      await client.call(copyBuSampleInfo, { query: { id: first, consignId } }),
    ];
    expect(refusals.map(({ status, failure }) => [status, failure?.message])).toEqual(
      Array.from({ length: 2 }, () => [409, '您不能委托多个样品，因为检测单位已设置一次只能委托一个样品！']),
    );
    expect(await client.do(getBuSampleInfoListByConsignId, { query: { consignId } })).toHaveLength(1);
    const { id: roomy } = await createDraft(client);
    await addCement(client, roomy);
    await addCement(client, roomy);
    expect(await client.do(getBuSampleInfoListByConsignId, { query: { consignId: roomy } })).toHaveLength(2);
  });

  it('can be added only after a testing unit and a qualification have been chosen', async () => {
    const newcomer = await newClient(service);
    const { id: consignId, revision } = await newcomer.do(createRawMateriaConsingInfo);
    const add = async () =>
      (
        await newcomer.call(createBuSampleParamInfo, {
          body: { consignId, tuTestSampleDTO: { id: CEMENT, sampleName: '' } },
        })
      ).failure?.message;
    expect(await add()).toBe('请选择检测机构！');
    await newcomer.do(changeTestingUnit, {
      query: { id: consignId },
      body: { testUnitId: '736e0494-c50f-5fb5-9296-7000562a5e79' },
      headers: { 'if-match': `"${revision}"` },
    });
    expect(await add()).toBe('请选择资质类型！');
  });

  it('must be of the type of its consignment, and its parameters must belong to it and be offered', async () => {
    const { id: consignId } = await createDraft(client);
    const add = async (sample: string, ...parameters: string[]) =>
      (
        await client.call(createBuSampleParamInfo, {
          body: {
            consignId,
            tuTestSampleDTO: { id: sample, sampleName: '' },
            tuTestParamDtos: parameters.map((tuTestParamId) => ({ tuTestParamId })),
          },
        })
      ).failure?.code;
    expect([
      await add(COMPACTION),
      await add(v4()),
      await add(CEMENT, MOISTURE),
      await add(CEMENT, NOT_OFFERED),
    ]).toEqual(['CATALOGUE_SAMPLE_UNKNOWN', 'CATALOGUE_SAMPLE_UNKNOWN', 'PARAMETER_UNKNOWN', 'PARAMETER_NOT_OFFERED']);
  });
});

describe('the fee', () => {
  it('PR-017 is calculated from the catalogue’s prices, whatever the client sends', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId);
    const view = await client.do(saveBuSampleInfo, {
      body: {
        ...formOf(await readSample(id)),
        testParamFee: '0.01',
        tuSampleParamIds: [
          { tuTestParamId: DENSITY, tuTestParamPrice: '0.01', totalFee: '0.01', tuTestParamName: '便宜' },
        ],
      },
    });
    expect(view).toMatchObject({
      testParamFee: '90.00',
      tuSampleParamIds: [{ tuTestParamName: '密度', tuTestParamPrice: '90.00', totalFee: '90.00' }],
    });
    const { estimatedFee, samples } = await client.do(getConsingInfo, { query: { id: consignId } });
    expect([estimatedFee, samples[0]?.totalFee]).toEqual(['90.00', '90.00']);
  });

  it('PR-015 is zero until the laboratory has chosen the parameters', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId, [DENSITY, SURFACE]);
    expect((await readSample(id)).testParamFee).toBe('190.00');
    expect(await saved(id, { isTestUnitConfirmTestParam: true, testReason: '由检测机构确定' })).toMatchObject({
      testParamFee: '0.00',
      tuSampleParamIds: [],
    });
    expect((await client.do(getConsingInfo, { query: { id: consignId } })).estimatedFee).toBe('0.00');
  });

  it('PR-016 API-011 is itemised for each sample, and the items explain its fee', async () => {
    const { id: consignId } = await createDraft(client);
    const id = await addCement(client, consignId, [CONSISTENCY, SETTING_TIME, DENSITY]);
    await saved(id, { testGroupCount: 2 });
    const plainSampleId = await addCement(client, consignId, [DENSITY, SURFACE]);
    const detail = await client.do(getBuSampleInfoParams, { query: { id: consignId } });
    expect(detail).toEqual([
      {
        testUnitSampleName: '普通硅酸盐水泥',
        testUnitSampleId: CEMENT,
        testGroupCount: 2,
        totalFee: '660.00',
        buSampleInfoRefSampleInfo: [],
        buSampleParam: [
          {
            tuTestParamName: '标准稠度用水量',
            tuTestParamPrice: '260.00',
            testParamPriceType: 1,
            tuTestParamCount: 1,
            sharedPrice: '240.00',
            sharedPriceQualifier: '净浆试验',
            totalFee: '260.00',
          },
          {
            tuTestParamName: '凝结时间',
            tuTestParamPrice: '270.00',
            testParamPriceType: 1,
            tuTestParamCount: 1,
            sharedPrice: '240.00',
            sharedPriceQualifier: '净浆试验',
            totalFee: '270.00',
          },
          {
            tuTestParamName: '密度',
            tuTestParamPrice: '90.00',
            testParamPriceType: 1,
            tuTestParamCount: 1,
            sharedPrice: null,
            sharedPriceQualifier: '',
            totalFee: '90.00',
          },
        ],
      },
      expect.objectContaining({
        totalFee: '190.00',
        buSampleParam: [
          expect.objectContaining({ totalFee: '90.00' }),
          expect.objectContaining({ totalFee: '100.00' }),
        ],
      }),
    ]);
    expect([(await readSample(id)).testParamFee, (await readSample(plainSampleId)).testParamFee]).toEqual([
      '660.00',
      '190.00',
    ]);
  });

  it('is hidden from client and laboratory if the testing unit hides it, not from administrator and auditor; the actual fee is visible', async () => {
    const hiding = await newLaboratory(service, { IsConsignHidePrice: '1', IsConsignHideEstimatedCost: '1' });
    const { id } = await createConsignmentAt(service, 20, { lab: hiding });
    await appendEvents(service, id, { type: 'ActualFeeSet', data: { actFee: '88.00' } });
    const feesFor = async (caller: Client) => {
      const { estimatedFee, actFee, samples } = await caller.do(getConsingInfo, { query: { id } });
      const [sample] = samples;
      const form = await caller.do(getBuSampleInfo, { query: { id: sample?.id ?? '' } });
      const [detail] = await caller.do(getBuSampleInfoParams, { query: { id } });
      return [
        estimatedFee,
        actFee,
        sample?.totalFee,
        form.testParamFee,
        form.tuSampleParamIds[0]?.tuTestParamPrice,
        form.tuSampleParamIds[0]?.totalFee,
        detail?.totalFee,
        detail?.buSampleParam[0]?.tuTestParamPrice,
      ];
    };
    const hidden = [null, '88.00', null, null, null, null, null, null];
    const visibleFees = ['90.00', '88.00', '90.00', '90.00', '90.00', '90.00', '90.00', '90.00'];
    expect(await feesFor(client)).toEqual(hidden);
    expect(await feesFor(await service.as(hiding.userName))).toEqual(hidden);
    expect(await feesFor(await service.as('admin'))).toEqual(visibleFees);
    expect(await feesFor(await service.as('auditor'))).toEqual(visibleFees);
  });
});

describe('permission to change a sample', () => {
  it('is given to the client while the consignment is editable', async () => {
    for (const status of STATUSES) {
      const { samples } = await createConsignmentAt(service, status);
      const { status: saveStatus } = await client.call(saveBuSampleInfo, {
        body: { ...formOf(await readSample(samples[0]?.id ?? '')), memo: `在 ${status}` },
      });
      expect(saveStatus).toBe([10, 40, 50, 70, 90].includes(status) ? 200 : 409);
    }
  });

  it('is given to the laboratory in status 20, and only for the parameters of a sample that was left to it', async () => {
    const { id: consignId } = await createDraft(client);
    const uncompletedId = await addCement(client, consignId, [], {
      isTestUnitConfirmTestParam: true,
      testReason: '由检测机构确定',
    });
    const completeId = await addCement(client, consignId);
    await saved(uncompletedId, { testGroupCount: 2, memo: '客户备注' });
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: consignId } })).toBe(true);

    const changes = {
      tuSampleParamIds: [{ tuTestParamId: SURFACE }],
      testGroupCount: 9,
      memo: '改写',
      testUnitSampleName: '改名',
    };
    const completed = await lab.do(saveBuSampleInfo, {
      body: { ...formOf(await readSample(uncompletedId, lab)), ...changes },
    });
    expect(completed).toMatchObject({
      testGroupCount: 2,
      memo: '客户备注',
      testUnitSampleName: '普通硅酸盐水泥',
      testParamFee: '200.00',
      isEditParams: true,
      tuSampleParamIds: [{ tuTestParamId: SURFACE }],
    });
    expect(
      (await lab.call(saveBuSampleInfo, { body: { ...formOf(await readSample(completeId, lab)), ...changes } })).status,
    ).toBe(409);
    expect(
      (
        await (
          await service.as('lab2')
        ).call(saveBuSampleInfo, { body: { ...formOf(await readSample(uncompletedId, lab)), ...changes } })
      ).status,
    ).toBe(403);
  });

  it('is refused to other units, and so is reading it', async () => {
    const { id: consignId, samples } = await createSubmittableDraft(client);
    const id = samples[0]?.id ?? '';
    for (const stranger of [await newClient(service), lab]) {
      const statuses = await Promise.all([
        stranger.call(getBuSampleInfo, { query: { id } }),
        stranger.call(getBuSampleInfoListByConsignId, { query: { consignId } }),
        stranger.call(getBuSampleInfoParams, { query: { id: consignId } }),
        stranger.call(saveBuSampleInfo, { body: formOf(await readSample(id)) }),
        stranger.call(copyBuSampleInfo, { query: { id, consignId } }),
        stranger.call(deleteBuSampleInfo, { query: { id, consignId } }),
      ]);
      expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    }
  });
});

it('test sites of 999 groups are stored in full, and lists contain the beginning of the text', async () => {
  const { id: consignId } = await createDraft(client);
  const id = await addCement(client, consignId);
  const sites = Array.from({ length: 999 }, (_, n) => `K${n}+000 左幅路基𠮷田段填筑面`).join('；');
  await client.do(saveBuSampleInfo, {
    body: { ...formOf(await readSample(id)), testGroupCount: 999, testPart: sites, projectOrPurpose: sites },
  });
  expect(await readSample(id)).toMatchObject({ testPart: sites, projectOrPurpose: sites });
  const [row] = await client.do(getBuSampleInfoListByConsignId, { query: { consignId } });
  const { samples } = await client.do(getConsingInfo, { query: { id: consignId } });
  for (const { testPart, projectOrPurpose } of [row!, samples[0]!])
    for (const text of [testPart, projectOrPurpose]) {
      expect(text.length).toBeLessThanOrEqual(200);
      expect(() => encodeURIComponent(text)).not.toThrow(); // no half of a pair
      expect(sites.startsWith(text.slice(0, -1)) && text.endsWith('…')).toBe(true);
    }
});
