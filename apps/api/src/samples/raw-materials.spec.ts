import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  commitConsignInfo,
  copyBuSampleInfo,
  copyConsignInfo,
  createBuSampleParamInfo,
  createChildBuSampleParamInfo,
  deleteBuSampleInfo,
  getBuSampleInfo,
  getBuSampleInfoListByConsignId,
  getBuSampleInfoParams,
  getConsingInfo,
  getAccessory,
  getHistoryRecord,
  getMaterials,
  getTestParameters,
  passAuditConsignInfo,
  type RawMaterialView,
  saveBuSampleInfo,
  type SampleInput,
  searchCategorySamples,
  type TreeNode,
  type SampleView,
  uploadAccessory,
  uploadFile,
} from '#contract';
import { ORIGIN_PROPERTIES } from '#domain/catalogue';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { addCement, CEMENT, DENSITY, createDraft, PROJECT1, PROJECT2, SURFACE } from '#harness/consignments/drafts';
import { appendEvents } from '#harness/consignments/record';
import { LAB1, newLaboratory } from '#harness/consignments/units';
import { fileOf } from '#harness/files/files';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

/** 水泥混凝土配合比 and two of its raw materials: 普通硅酸盐水泥 (CEMENT) and 天然砂. */
const MIX = 'b987eaf2-1cd6-5760-8862-c69fa1da7dcc';
const SAND = '3ffdb937-c9d1-5bbd-97b8-092e5bc08a22';

let service: Service;
let client: Client;
let lab: Client;
let mixParameter: string;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
  mixParameter =
    (await client.do(getTestParameters, { query: { sampleId: MIX } })).find(({ offered }) => offered)?.id ?? '';
});
afterAll(() => service.close());

type Row = NonNullable<SampleInput['buSampleInfoRefSampleInfo']>[number];

const readSample = (id: string, consignId: string, caller = client) =>
  caller.do(getBuSampleInfo, { query: { id, consignId } });
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
const bodyWith = async (id: string, consignId: string, changes: Partial<SampleInput>): Promise<SampleInput> => ({
  ...formOf(await readSample(id, consignId)),
  ...changes,
});
const save = async (id: string, consignId: string, changes: Partial<SampleInput>, caller = client) =>
  caller.do(saveBuSampleInfo, { body: await bodyWith(id, consignId, changes) });

/** A mix design in a draft of its own. */
const mixDesign = async (by = client, options: Parameters<typeof createDraft>[1] = {}) => {
  const { id: consignId } = await createDraft(by, options);
  const mixId = await by.do(createBuSampleParamInfo, {
    body: {
      consignId,
      tuTestSampleDTO: { id: MIX, sampleName: '' },
      tuTestParamDtos: [{ tuTestParamId: mixParameter }],
    },
  });
  return { consignId, mixId };
};
const begin = (consignId: string, parentSampleId: string, fields: object = {}) =>
  client.do(createChildBuSampleParamInfo, {
    body: {
      consignId,
      parentSampleId,
      tuTestSampleDTO: { id: CEMENT, sampleName: '' },
      tuTestParamDtos: [{ tuTestParamId: DENSITY }],
      ...fields,
    },
  });
/** A submitted consignment with one sample of cement that may be cited. */
const consigned = async (by = client, options: Parameters<typeof createDraft>[1] = {}) => {
  const { id: consignId } = await createDraft(by, options);
  const sampleId = await addCement(by, consignId);
  const view = await by.do(getBuSampleInfo, { query: { id: sampleId, consignId } });
  await by.do(saveBuSampleInfo, {
    body: { ...formOf(view), specificationType: 'P·O 42.5', extractAddress: '2# 拌和站' },
  });
  await by.do(commitConsignInfo, { query: { consignInfoIds: consignId } });
  return { consignId, sampleId, consignCode: (await by.do(getConsingInfo, { query: { id: consignId } })).consignCode };
};
const upload = async (name: string, by = client) =>
  (await by.do(uploadFile, { file: { name, content: fileOf['.pdf'] } })).uploadId;
const rowsOf = async (id: string, consignId: string, caller = client): Promise<RawMaterialView[]> =>
  (await readSample(id, consignId, caller)).buSampleInfoRefSampleInfo;
const refused = async (id: string, consignId: string, row: Row) => {
  const {
    status,
    failure,
    rawBody: responseBody,
  } = await client.call(saveBuSampleInfo, {
    body: await bodyWith(id, consignId, { buSampleInfoRefSampleInfo: [row] }),
  });
  const { validationErrors } = (responseBody as { error: { validationErrors: { members: string[] }[] | null } }).error;
  return [status, failure?.code, validationErrors?.flatMap(({ members }) => members) ?? []];
};

describe('the raw materials of a mix design', () => {
  it('SAPI-008 are offered with id, label, category and path', async () => {
    const offered = await client.do(getMaterials, {
      query: { sampleId: MIX, paramIds: [mixParameter, v4()].join(',') },
    });
    expect(offered.find(({ id }) => id === CEMENT)).toMatchObject({
      id: CEMENT,
      label: '普通硅酸盐水泥',
      categoryId: expect.any(String),
      sampleNameLink: '水泥 → 通用硅酸盐水泥 → 普通硅酸盐水泥',
    });
  });

  it('RM-003 are saved and read under the names of the specification, and names and codes in the request are ignored', async () => {
    const { consignId, mixId } = await mixDesign();
    const {
      buSampleInfoRefSampleInfo: [row],
    } = await save(mixId, consignId, {
      buSampleInfoRefSampleInfo: [
        {
          isTest: false,
          testUnitSampleID: SAND,
          sampleName: '假名',
          consignCode: '假编号',
          specificationType: '中砂',
          produceInfo: '安溪砂场',
          produceBatchNo: 'S1',
          extractAddress: '料场',
          recommendedDosage: 760,
          unitRatio: '2.11',
          dosage: '755.5',
          reportFile: { uploadId: await upload('砂报告.pdf') },
        },
      ],
    });
    expect(row).toMatchObject({
      sampleName: '天然砂（水泥混凝土用）',
      testUnitSampleID: SAND,
      sampleNameLink: expect.stringContaining('集料'),
      isMaterial: true,
      isTest: false,
      isTestUnitConfirmTestParam: false,
      buSampleInfoId: null,
      materialSampleInfoID: null,
      refBuSampleInfoId: null,
      consignCode: '',
      specificationType: '中砂',
      produceInfo: '安溪砂场',
      produceBatchNo: 'S1',
      extractAddress: '料场',
      recommendedDosage: '760',
      unitRatio: '2.11',
      dosage: '755.5',
      reportFile: { name: '砂报告.pdf' },
    });
    expect(row?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await rowsOf(mixId, consignId))[0]).toMatchObject({ id: row?.id, dosage: '755.5' });
  });

  it('VA-013 that lack a report are marked and prevent the submission until the report is uploaded', async () => {
    const { consignId, mixId } = await mixDesign();
    await save(mixId, consignId, {
      buSampleInfoRefSampleInfo: [
        { isTest: false, testUnitSampleID: SAND, reportFile: { uploadId: await upload('砂报告.pdf') } },
      ],
    });
    const { state } = await load(service.engines.eventStore, consignment, consignId);
    const [sample] = state.phase === 'open' ? state.samples : [];
    if (!sample) throw new Error('the mix design was not added');
    // As an older form stored it: today's refuses the row itself (RM-011).
    await appendEvents(service, consignId, {
      type: 'SampleSaved',
      data: {
        sample: {
          ...sample,
          buSampleInfoRefSampleInfo: (sample.buSampleInfoRefSampleInfo ?? []).map((row) => ({
            ...row,
            reportFile: null,
          })),
        },
      },
    });
    const lacks = async () =>
      (await client.do(getConsingInfo, { query: { id: consignId } })).samples.map(
        ({ isLackReportFile_Material: lacking }) => lacking,
      );
    const commit = () => client.do(commitConsignInfo, { query: { consignInfoIds: consignId } });
    expect([await lacks(), await commit()]).toEqual([
      [true],
      `样品“${sample.testUnitSampleName}”的报告文件不完整，请完善后再提交！`,
    ]);
    const [row] = await rowsOf(mixId, consignId);
    await save(mixId, consignId, {
      buSampleInfoRefSampleInfo: [
        {
          id: row?.id ?? '',
          isTest: false,
          testUnitSampleID: SAND,
          reportFile: { uploadId: await upload('砂报告.pdf') },
        },
      ],
    });
    expect([await lacks(), await commit()]).toEqual([[false], true]);
  });

  it('AUX-009 can have samples of their own, which are saved and read like others and whose values appear in the row', async () => {
    const { consignId, mixId } = await mixDesign();
    const ownId = await begin(consignId, mixId, { tuTestParamDtos: [] });
    expect(await client.do(getBuSampleInfo, { query: { id: ownId } })).toMatchObject({
      id: ownId,
      consignId,
      isMaterial: true,
      testUnitSampleId: CEMENT,
      tuSampleParamIds: [],
    });
    const { buSamplePropertyInfo } = await readSample(ownId, consignId);
    const values: Record<string, string> = {
      [ORIGIN_PROPERTIES.produceInfo]: '安溪水泥厂',
      [ORIGIN_PROPERTIES.piHao]: 'B7',
    };
    await save(ownId, consignId, {
      tuSampleParamIds: [{ tuTestParamId: DENSITY }],
      specificationType: 'P·O 42.5',
      buSamplePropertyInfo: buSamplePropertyInfo.map((property) => ({
        ...property,
        value: values[property.testSamplePropertySystemName] ?? property.value,
      })),
    });
    await save(mixId, consignId, {
      buSampleInfoRefSampleInfo: [{ testUnitSampleID: CEMENT, buSampleInfoId: ownId, produceInfo: '别的厂' }],
    });
    const expectedRow = {
      buSampleInfoId: ownId,
      materialSampleInfoID: ownId,
      sampleName: '普通硅酸盐水泥',
      specificationType: 'P·O 42.5',
      produceInfo: '安溪水泥厂',
      produceBatchNo: 'B7',
      testParams: '密度',
      testParamFee: '90.00',
    };
    expect(await rowsOf(mixId, consignId)).toMatchObject([expectedRow]);
    await save(ownId, consignId, {
      tuSampleParamIds: [{ tuTestParamId: DENSITY }, { tuTestParamId: SURFACE }],
      specificationType: 'P·O 52.5',
    });
    expect(await rowsOf(mixId, consignId)).toMatchObject([
      { ...expectedRow, specificationType: 'P·O 52.5', testParams: '密度、比表面积', testParamFee: '190.00' },
    ]);
    expect((await readSample(ownId, consignId)).isMaterial).toBe(true);
  });

  it('can have files of their own', async () => {
    const { consignId, mixId } = await mixDesign();
    const ownId = await begin(consignId, mixId);
    await client.do(uploadAccessory, {
      body: { foreignKey: ownId },
      file: { name: '取样照片.pdf', content: fileOf['.pdf'] },
    });
    expect((await client.do(getAccessory, { query: { foreignKey: ownId } })).map(({ name }) => name)).toEqual([
      '取样照片.pdf',
    ]);
    expect(
      (
        await client.call(uploadAccessory, {
          body: { foreignKey: v4() },
          file: { name: '取样照片.pdf', content: fileOf['.pdf'] },
        })
      ).status,
    ).toBe(404);
  });

  it('RM-008 lose their own sample when their row is removed, and an own sample without a row is deleted too', async () => {
    const { consignId, mixId } = await mixDesign();
    const [keptId, droppedId] = [await begin(consignId, mixId), await begin(consignId, mixId)];
    await save(mixId, consignId, { buSampleInfoRefSampleInfo: [{ buSampleInfoId: keptId }] });
    expect((await client.call(getBuSampleInfo, { query: { id: droppedId, consignId } })).status).toBe(404);
    await save(mixId, consignId, { buSampleInfoRefSampleInfo: [], deleteMaterialSampleInfoIds: [keptId] });
    expect([
      await rowsOf(mixId, consignId),
      (await client.call(getBuSampleInfo, { query: { id: keptId } })).status,
    ]).toEqual([[], 404]);
  });

  it('stay unchanged if a save does not contain them', async () => {
    const { consignId, mixId } = await mixDesign();
    const ownId = await begin(consignId, mixId);
    await save(mixId, consignId, { buSampleInfoRefSampleInfo: [{ buSampleInfoId: ownId, dosage: 360 }] });
    const { buSampleInfoRefSampleInfo: _rows, ...silent } = await bodyWith(mixId, consignId, { memo: '加急' });
    await client.do(saveBuSampleInfo, { body: silent });
    expect(await rowsOf(mixId, consignId)).toMatchObject([{ buSampleInfoId: ownId, dosage: '360' }]);
  });

  it('are refused with the row number if a row is incomplete', async () => {
    const { consignId, mixId } = await mixDesign();
    expect(await refused(mixId, consignId, {})).toEqual([
      400,
      'MATERIAL_SAMPLE_REQUIRED',
      ['buSampleInfoRefSampleInfo.0'],
    ]);
    expect(await refused(mixId, consignId, { testUnitSampleID: CEMENT })).toEqual([
      400,
      'MATERIAL_PARAMETERS_INCOMPLETE',
      ['buSampleInfoRefSampleInfo.0'],
    ]);
    expect(await refused(mixId, consignId, { testUnitSampleID: CEMENT, isTest: false })).toEqual([
      400,
      'MATERIAL_REPORT_REQUIRED',
      ['buSampleInfoRefSampleInfo.0'],
    ]);
    expect(await rowsOf(mixId, consignId)).toEqual([]);
  });

  it('cannot have raw materials themselves, and cannot be copied or deleted by the operations for samples', async () => {
    const { consignId, mixId } = await mixDesign();
    const ownId = await begin(consignId, mixId);
    const nested = await client.call(createChildBuSampleParamInfo, {
      body: { consignId, parentSampleId: ownId, tuTestSampleDTO: { id: CEMENT, sampleName: '' } },
    });
    expect([nested.status, nested.failure?.code]).toEqual([404, 'NO_SUCH_SAMPLE']);
    await save(ownId, consignId, { buSampleInfoRefSampleInfo: [{ testUnitSampleID: CEMENT, isTest: false }] });
    expect(await rowsOf(ownId, consignId)).toEqual([]);
    expect((await client.call(copyBuSampleInfo, { query: { id: ownId, consignId } })).status).toBe(404);
    expect((await client.call(deleteBuSampleInfo, { query: { id: ownId, consignId } })).status).toBe(404);
  });
});

describe('citing a submitted sample', () => {
  it('RC-008 stores the ids of both samples, the cited consignment code and the data of the cited sample', async () => {
    const [{ consignId, mixId }, cited] = [await mixDesign(), await consigned()];
    await save(mixId, consignId, {
      buSampleInfoRefSampleInfo: [
        { isTest: false, refBuSampleInfoId: cited.sampleId, consignCode: '别的编号', dosage: '360' },
      ],
    });
    expect(await rowsOf(mixId, consignId)).toMatchObject([
      {
        isTest: false,
        refBuSampleInfoId: cited.sampleId,
        beRefSampleId: cited.sampleId,
        refSampleId: mixId,
        consignCode: cited.consignCode,
        buSampleInfoId: null,
        sampleName: '普通硅酸盐水泥',
        testUnitSampleID: CEMENT,
        specificationType: 'P·O 42.5',
        extractAddress: '2# 拌和站',
        dosage: '360',
      },
    ]);
  });

  it('refuses samples of another unit and project, of drafts and of the same consignment, and unknown ids', async () => {
    const { consignId, mixId } = await mixDesign(client, { projectId: PROJECT1 });
    const otherClient = await service.as('client2');
    const [otherUnitSample, otherMix] = [
      await consigned(otherClient, { projectId: PROJECT2 }),
      await mixDesign(client),
    ];
    const unsent = await addCement(client, otherMix.consignId);
    const itself = await addCement(client, consignId);
    for (const refBuSampleInfoId of [otherUnitSample.sampleId, unsent, itself, mixId, v4()])
      expect(await refused(mixId, consignId, { isTest: false, refBuSampleInfoId })).toEqual([
        400,
        'CITED_SAMPLE_UNKNOWN',
        ['buSampleInfoRefSampleInfo.0'],
      ]);
  });
});

it('a sample that is not among the raw materials of a mix design cannot be cited for it', async () => {
  const { consignId, mixId } = await mixDesign();
  const { id: otherId } = await createDraft(client);
  const { sampleTree } = await client.do(searchCategorySamples, {
    query: { sampleName: '钢筋', testUnitId: LAB1.testUnitId },
  });
  const leafOf = (nodes: readonly TreeNode[]): string =>
    nodes.map(({ id, category, children }) => (category ? leafOf(children) : id)).find(Boolean) ?? '';
  const steel = leafOf(sampleTree);
  const [parameter] = await client.do(getTestParameters, { query: { sampleId: steel, testUnitId: LAB1.testUnitId } });
  const refBuSampleInfoId = await client.do(createBuSampleParamInfo, {
    body: {
      consignId: otherId,
      tuTestSampleDTO: { id: steel, sampleName: '' },
      tuTestParamDtos: [{ tuTestParamId: parameter?.id ?? '' }],
    },
  });
  const view = await client.do(getBuSampleInfo, { query: { id: refBuSampleInfoId, consignId: otherId } });
  await client.do(saveBuSampleInfo, { body: formOf(view) });
  expect(await client.do(commitConsignInfo, { query: { consignInfoIds: otherId } })).toBe(true);
  expect(await refused(mixId, consignId, { isTest: false, refBuSampleInfoId })).toEqual([
    400,
    'CITED_SAMPLE_NO_MATERIAL',
    ['buSampleInfoRefSampleInfo.0'],
  ]);
});

describe('the report of a raw material', () => {
  it('can be opened by client and laboratory but not by an auditor, and stays if a save brings no new one', async () => {
    const { consignId, mixId } = await mixDesign();
    const {
      buSampleInfoRefSampleInfo: [row],
    } = await save(mixId, consignId, {
      buSampleInfoRefSampleInfo: [
        { isTest: false, testUnitSampleID: SAND, reportFile: { uploadId: await upload('砂报告.pdf') } },
      ],
    });
    const file = await fetch(new URL(row?.reportFile?.url ?? '', service.url));
    expect([file.status, file.headers.get('content-type'), (await file.arrayBuffer()).byteLength]).toEqual([
      200,
      'application/pdf',
      fileOf['.pdf'].byteLength,
    ]);
    await save(mixId, consignId, { memo: '再存一次' });
    await client.do(commitConsignInfo, { query: { consignInfoIds: consignId } });
    const [labRow] = await rowsOf(mixId, consignId, lab);
    expect((await fetch(new URL(labRow?.reportFile?.url ?? '', service.url))).status).toBe(200);
    const [auditorRow] = await rowsOf(mixId, consignId, await service.as('auditor'));
    expect(auditorRow?.reportFile).toEqual({ name: '砂报告.pdf', url: '' });
  });

  it('can be opened from each row if two rows have the same material', async () => {
    const { consignId, mixId } = await mixDesign();
    const row = async (name: string) => ({
      isTest: false,
      testUnitSampleID: SAND,
      reportFile: { uploadId: await upload(name) },
    });
    await save(mixId, consignId, { buSampleInfoRefSampleInfo: [await row('甲.pdf'), await row('乙.pdf')] });
    const rows = await rowsOf(mixId, consignId);
    expect(rows.map(({ reportFile }) => reportFile?.name)).toEqual(['甲.pdf', '乙.pdf']);
    for (const { reportFile } of rows)
      expect((await fetch(new URL(reportFile?.url ?? '', service.url))).status).toBe(200);
  });

  it('is accepted only from the user who uploaded it', async () => {
    const { consignId, mixId } = await mixDesign();
    const uploadId = await upload('砂报告.pdf', lab);
    expect(
      await refused(mixId, consignId, { isTest: false, testUnitSampleID: SAND, reportFile: { uploadId } }),
    ).toEqual([400, 'UPLOAD_UNKNOWN', ['uploadId']]);
  });

  it('RM-012 is refused in an unsupported format', async () => {
    const { status, failure } = await client.call(uploadFile, { file: { name: '报告.exe', content: fileOf['.pdf'] } });
    expect([status, failure?.code]).toEqual([400, 'FILE_TYPE_UNSUPPORTED']);
  });
});

describe('the cost of raw materials', () => {
  it('PR-016 is listed in the price detail next to the fee of the sample, and is part of the total', async () => {
    const { consignId, mixId } = await mixDesign();
    const ownId = await begin(consignId, mixId);
    await save(mixId, consignId, { buSampleInfoRefSampleInfo: [{ buSampleInfoId: ownId }] });
    const { testParamFee } = await readSample(mixId, consignId);
    const [priced] = await client.do(getBuSampleInfoParams, { query: { id: consignId } });
    expect(priced).toMatchObject({
      testUnitSampleId: MIX,
      testGroupCount: 1,
      totalFee: testParamFee,
      buSampleParam: [{ tuTestParamCount: 1 }],
      buSampleInfoRefSampleInfo: [
        {
          buSampleInfoId: ownId,
          totalFee: '90.00',
          buSampleParam: [
            {
              tuTestParamName: '密度',
              tuTestParamPrice: '90.00',
              tuTestParamCount: 1,
              totalFee: '90.00',
              sharedPrice: null,
              sharedPriceQualifier: '',
            },
          ],
        },
      ],
    });
    const both = (Number(testParamFee) + 90).toFixed(2);
    const view = await client.do(getConsingInfo, { query: { id: consignId } });
    expect([view.estimatedFee, view.samples[0]?.totalFee]).toEqual([both, both]);
  });

  it('is hidden together with the prices of the unit, in the history too', async () => {
    const { consignId, mixId } = await mixDesign(client, {
      lab: await newLaboratory(service, { IsConsignHidePrice: '1', IsConsignHideEstimatedCost: '1' }),
    });
    const ownId = await begin(consignId, mixId);
    await save(mixId, consignId, { buSampleInfoRefSampleInfo: [{ buSampleInfoId: ownId }] });
    expect(await rowsOf(mixId, consignId)).toMatchObject([{ testParams: '密度', testParamFee: null }]);
    expect(
      (await client.do(getBuSampleInfoParams, { query: { id: consignId } }))[0]?.buSampleInfoRefSampleInfo,
    ).toMatchObject([{ totalFee: null, buSampleParam: [{ tuTestParamPrice: null, totalFee: null }] }]);
    const { revision } = await client.do(getConsingInfo, { query: { id: consignId } });
    const { data } = await client.do(getHistoryRecord, { query: { id: consignId, revision: String(revision) } });
    expect([JSON.stringify(data).includes(ownId), /"90(\.00)?"/.test(JSON.stringify(data))]).toEqual([true, false]);
  });
});

describe('copies', () => {
  it('of a sample and of a consignment have separate raw materials with separate own samples', async () => {
    const { consignId, mixId } = await mixDesign();
    const ownId = await begin(consignId, mixId);
    await begin(consignId, mixId);
    const {
      buSampleInfoRefSampleInfo: [row],
    } = await save(mixId, consignId, { buSampleInfoRefSampleInfo: [{ buSampleInfoId: ownId, dosage: 360 }] });
    const copyId = await client.do(copyBuSampleInfo, { query: { id: mixId, consignId } });
    const [copied] = await rowsOf(copyId, consignId);
    expect([copied?.sampleName, copied?.dosage, copied?.id === row?.id, copied?.buSampleInfoId === ownId]).toEqual([
      '普通硅酸盐水泥',
      '360',
      false,
      false,
    ]);
    await save(copied?.buSampleInfoId ?? '', consignId, { tuSampleParamIds: [{ tuTestParamId: SURFACE }] });
    expect((await readSample(ownId, consignId)).tuSampleParamIds.map(({ tuTestParamId }) => tuTestParamId)).toEqual([
      DENSITY,
    ]);
    const { id: copiedId } = await client.do(copyConsignInfo, { query: { id: consignId } });
    const samples = await client.do(getBuSampleInfoListByConsignId, { query: { consignId: copiedId } });
    const rows = await Promise.all(samples.map(({ id }) => rowsOf(id, copiedId)));
    expect(rows.map(([only]) => only?.testParams)).toEqual(['密度', '比表面积']);
    expect(new Set([ownId, copied?.buSampleInfoId, ...rows.map(([only]) => only?.buSampleInfoId)]).size).toBe(4);
  });
});

describe('submission and audit', () => {
  it('VA-012 submission is refused while an own sample has no parameters, and the message names the sample that uses it', async () => {
    const { consignId, mixId } = await mixDesign();
    const ownId = await begin(consignId, mixId, { tuTestParamDtos: [] });
    await save(mixId, consignId, { buSampleInfoRefSampleInfo: [{ buSampleInfoId: ownId }] });
    const {
      samples: [sample],
    } = await client.do(getConsingInfo, { query: { id: consignId } });
    expect([sample?.isLackTestParam_Material, sample?.isLackReportFile_Material]).toEqual([true, false]);
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: consignId } })).toBe(
      '样品“水泥混凝土配合比”的原材料信息不完整，请完善后再提交！',
    );
    await save(ownId, consignId, { tuSampleParamIds: [{ tuTestParamId: DENSITY }] });
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: consignId } })).toBe(true);
  });

  it('TID-009 the laboratory must complete an own sample that was left to it before it can pass the audit', async () => {
    const { consignId, mixId } = await mixDesign();
    const ownId = await begin(consignId, mixId, {
      tuTestParamDtos: [],
      isTestUnitConfirmTestParam: true,
      testReason: '配合比设计',
    });
    await save(mixId, consignId, { buSampleInfoRefSampleInfo: [{ buSampleInfoId: ownId }] });
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: consignId } })).toBe(true);
    expect((await lab.call(passAuditConsignInfo, { body: { ids: [consignId] } })).failure?.message).toBe(
      '请完善样品“水泥混凝土配合比”的参数信息后再进行审核操作！',
    );
    const [row] = await rowsOf(mixId, consignId, lab);
    expect(row).toMatchObject({ isTestUnitConfirmTestParam: true, testParams: '' });
    const view = await readSample(ownId, consignId, lab);
    expect(view.isEditParams).toBe(true);
    await lab.do(saveBuSampleInfo, { body: { ...formOf(view), tuSampleParamIds: [{ tuTestParamId: DENSITY }] } });
    expect(await rowsOf(mixId, consignId, lab)).toMatchObject([{ testParams: '密度' }]);
    expect((await client.call(saveBuSampleInfo, { body: formOf(view) })).status).toBe(409);
    expect((await lab.call(passAuditConsignInfo, { body: { ids: [consignId] } })).failure).toBeNull();
  });
});
