import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  changeTestingUnit,
  getAllowedActions,
  createBuSampleParamInfo,
  createRawMateriaConsingInfo,
  getBusinessParam,
  getBuSampleInfo,
  getCategoryList,
  getCategorySamples,
  getChosenOrDefaultParameters,
  getConcatRules,
  getConsignDefaultValues,
  getConsingInfo,
  getCustomPropertyConsign,
  getDetectionTypes,
  getDictionary,
  getListByGroupId,
  getMaterials,
  getOtherInfo,
  getParameterList,
  getParameterStandards,
  getParamPack,
  getParamPacks,
  getPreAttachments,
  getPreQualificationList,
  getPrintConsignInfoList,
  getRawMateriaConsignInfoList,
  getSampleExample,
  getSampleProcessMethods,
  getSampleRequirements,
  getSampleTree,
  getStandardList,
  getStandards,
  getTestParameters,
  recordParameterClick,
  saveConsignInfo,
  saveSpecification,
  searchCategorySamples,
  tuTestParamUpdate,
  tuTestSampleGetAll,
  uploadAccessory,
} from '#contract';
import { handle, load } from '#domain/event-sourcing';
import { dashedId } from '#domain/rules';
import { testingUnit, testingUnitProfileOf } from '#domain/units';
import { filledHeader, PROJECT1, createSubmittableDraft } from '#harness/consignments/drafts';
import { newLaboratory, systemContext as administrator, type Laboratory } from '#harness/consignments/units';
import { fileOf } from '#harness/files/files';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { CEMENT, TU001 } from '#harness/catalogue/demo-catalogue';
import {
  addLabCatalogue,
  LAB_BIG_CATEGORY,
  labParameter,
  LAB_PARAMETER,
  LAB_QUALIFICATION,
  LAB_SAMPLE,
  LAB_STANDARD,
} from '#harness/catalogue/lab-catalogue';
import { stubLaboratory, type StubLaboratory } from '#harness/catalogue/stub-laboratory';

/** Longer than any answer takes that comes at all. */
const DEADLINE_MS = 2_000;

/** Where nobody listens. */
const NOBODY = 'http://127.0.0.1:9';

let system: StubLaboratory;
let service: Service;
let client: Client;
let units = 0;

beforeAll(async () => {
  system = await stubLaboratory();
  service = await startService({
    labSystemHosts: [system.host, new URL(NOBODY).host],
    labSystemDeadlineMs: DEADLINE_MS,
  });
  client = await service.as('client1');
});
afterAll(async () => {
  await service.close();
  await system.close();
});

/** A laboratory with a system, asked of for the first time; the codes of no two begin alike. */
const integrated = async (changes: object = {}): Promise<Laboratory & { code: string }> => {
  units += 1;
  const code = `AB${units}_xyz_1`;
  addLabCatalogue(system);
  const lab = await newLaboratory(
    service,
    {},
    { lmisType: 1, lmisurl: system.base, lmisIntegratedCode: code, ...changes },
  );
  system.calls.length = 0;
  return { ...lab, code };
};
const failed = async (lab: Laboratory, language = 'zh') =>
  (
    await client.call(getPreQualificationList, {
      query: { testUnitId: lab.testUnitId },
      headers: { 'accept-language': language },
    })
  ).rawBody;
const sampleId = LAB_SAMPLE;
const form = (lab: Laboratory, changes: object = {}) => ({
  ...filledHeader({ ...lab, tuqualificationId: LAB_QUALIFICATION }),
  projectId: PROJECT1,
  ...changes,
});
/** A saved consignment to the laboratory. */
const consigned = async (lab: Laboratory) => {
  const { id } = await client.do(createRawMateriaConsingInfo);
  await client.do(saveConsignInfo, { body: { ...form(lab), id } });
  return id;
};
const moveToLab = async (testUnitId: string) => {
  const { id, revision } = await client.do(createRawMateriaConsingInfo);
  await client.do(changeTestingUnit, { query: { id }, body: { testUnitId }, headers: { 'if-match': `"${revision}"` } });
  return client.do(getConsingInfo, { query: { id } });
};

describe('the catalogue of a laboratory with its own system', () => {
  it('UN-021 LAB-001 is requested from that system under the first part of its code, each operation at its own path', async () => {
    const { testUnitId, code } = await integrated();
    const query = { testUnitId };
    const ids = [dashedId(LAB_BIG_CATEGORY), dashedId(LAB_SAMPLE), dashedId(LAB_PARAMETER)] as const;
    const leaf = expect.objectContaining({
      id: ids[1],
      name: '硅灰',
      isLeaf: true,
      parentId: ids[0],
      bigCategoryId: ids[0],
      sampleNameLink: '掺合料 → 硅灰',
    });
    const openedTree = [expect.objectContaining({ id: ids[0], category: true, children: [leaf] })];
    expect((await client.do(getSampleTree, { query: { ...query, id: sampleId } })).sampleTree).toEqual(openedTree);
    expect((await client.do(searchCategorySamples, { query: { ...query, sampleName: '硅' } })).sampleTree).toEqual(
      openedTree,
    );
    expect((await client.do(getCategoryList, { query })).sampleTree).toMatchObject([{ id: ids[0], children: [] }]);
    expect(
      (await client.do(getCategorySamples, { query: { ...query, categoryId: LAB_BIG_CATEGORY } })).sampleTree,
    ).toMatchObject([{ id: ids[1], parentId: ids[0] }]);
    expect(await client.do(getTestParameters, { query: { ...query, sampleId } })).toMatchObject([
      {
        id: ids[2],
        displayName: '活性指数',
        tuTestParamPrice: '321.50',
        defaultSampleDescription: '<p>5 kg</p>',
        offered: true,
      },
    ]);
    expect(await client.do(getChosenOrDefaultParameters, { query: { ...query, sampleId } })).toMatchObject([
      { id: ids[2] },
    ]);
    expect(await client.do(getStandards, { query: { ...query, sampleId } })).toMatchObject([
      { standardId: dashedId(LAB_STANDARD), publishCode: 'LAB 1-2026', executeDate: '2026-01-01', isExpired: false },
    ]);
    expect(await client.do(getParameterStandards, { query: { ...query, sampleId } })).toMatchObject([
      { paramId: ids[2], standards: [{ clauseCode: '5.1', isExpired: false }] },
    ]);
    expect(await client.do(getStandardList, { query })).toMatchObject({
      totalCount: 25,
      items: [{ baseStandardName: '硅灰试验方法', uniqKey: 'lab-1' }],
    });
    expect(await client.do(getParameterList, { query })).toMatchObject({
      totalCount: 1,
      items: [{ id: ids[2], offered: true }],
    });
    expect(await client.do(getParamPacks, { query: { ...query, sampleId } })).toEqual([
      { id: dashedId(LAB_STANDARD), name: '全项', paramCount: 1 },
    ]);
    expect(await client.do(getParamPack, { query: { ...query, id: LAB_STANDARD } })).toMatchObject({
      name: '全项',
      entries: [{ param: { id: ids[2] } }],
    });
    expect(await client.do(getSampleRequirements, { query: { ...query, sampleId, paramIds: LAB_PARAMETER } })).toEqual([
      { id: '', defaultSampleDescription: '<p>取样 5 kg</p>' },
    ]);
    expect(await client.do(getMaterials, { query: { ...query, sampleId } })).toMatchObject([
      { id: ids[1], label: '硅灰' },
    ]);
    expect(await client.do(getOtherInfo, { query: { ...query, sampleId } })).toMatchObject({
      properties: [{ testSamplePropertyDisplayName: '规格', value: 'SF96' }],
      sampleNumUnit: 'kg',
      defaultDelegatesNum: 30,
    });
    expect(await client.do(getSampleExample, { query: { ...query, sampleId } })).toEqual([
      { name: '示例', url: 'data:image/png;base64,AAAA' },
    ]);
    expect(await client.do(getConcatRules, { query: { ...query, sampleId } })).toMatchObject([
      { sampleId: ids[1], configData: [{ displayName: '规格' }] },
    ]);
    expect(await client.do(getDictionary, { query: { ...query, typeCode: 'sampleAmountUnit' } })).toEqual([
      { id: 'u1', typecode: '袋', typename: '袋' },
    ]);
    expect(await client.do(getSampleProcessMethods, { query: { ...query, code: 'sample_process_method' } })).toEqual([
      { id: 'h1', typename: '留样一年' },
    ]);
    expect(new Set(system.calls.map(({ headers }) => headers['unit-code']))).toEqual(new Set([code.split('_')[0]]));
    expect(new Set(system.calls.map(({ method, path }) => `${method} ${path.replace('/lims/api/', '')}`))).toEqual(
      new Set(
        [
          'pre/sample/tree',
          'pre/category/sample',
          'pre/category/list',
          `pre/category/sample/${LAB_BIG_CATEGORY}`,
          'pre/test/param',
          'pre/param-packs',
          `pre/param-pack/${LAB_STANDARD}`,
          'pre/standard',
          'pre/param/standard',
          'pre/standard/list',
          'pre/param/list',
          'pre/requirements',
          'pre/materials',
          'pre/other/info',
          'pre/sample-example',
          'pre/concat-rules',
          'pre/dictionary',
          'dictionaryController/types',
        ].map((path) => `GET ${path}`),
      ),
    );
  });

  it('EM-001 ILIS-013 has the same members as the platform’s own in all eight kinds of data', async () => {
    const lab = await integrated();
    const { testUnitId } = lab;
    const labDraft = await consigned(lab);
    const { id: platformDraft } = await createSubmittableDraft(client);
    const file = { name: '委托书.pdf', content: fileOf['.pdf'] };
    await client.do(uploadAccessory, { body: { foreignKey: platformDraft }, file });
    /** The members of what each call answers; how many there are is the laboratory's business. */
    const shapes = async (unit: string, sample: string, consignId: string) => {
      const query = { testUnitId: unit };
      const lists: unknown[] = [
        await client.do(getPreQualificationList, { query }),
        (await client.do(getSampleTree, { query: { ...query, id: sample } })).sampleTree,
        await client.do(getTestParameters, { query: { ...query, sampleId: sample } }),
        await client.do(getStandards, { query: { ...query, sampleId: sample } }),
        await client.do(getSampleRequirements, { query: { ...query, sampleId: sample } }),
        await client.do(getDictionary, { query: { ...query, typeCode: 'sampleAmountUnit' } }),
        await client.do(getListByGroupId, { query: { ...query, getListByGroupId: '', dictGroupId: 'mailCompanies' } }),
        await client.do(getPreAttachments, { query: { consignId } }),
      ];
      return lists.map((rows) => Object.keys((rows as object[])[0] ?? {}).toSorted());
    };
    const [labShapes, platformShapes] = [
      await shapes(testUnitId, LAB_SAMPLE, labDraft),
      await shapes(TU001, CEMENT, platformDraft),
    ];
    expect(labShapes).toEqual(platformShapes);
    expect(labShapes.every((members) => members.length > 0)).toBe(true);
  });

  it('UN-021 is read from the platform for a laboratory without a system, and no system is called', async () => {
    await integrated();
    expect(
      (await client.do(getTestParameters, { query: { sampleId: CEMENT, testUnitId: TU001 } })).length,
    ).toBeGreaterThan(5);
    expect(
      (await client.do(getPreQualificationList, { query: { testUnitId: TU001 } })).map(({ name }) => name),
    ).not.toContain('检测系统资质');
    expect(system.calls).toEqual([]);
  });

  it('LAB-004 is queried for parameters with ids without dashes, the consignment type, and chosen ids joined by commas', async () => {
    const { testUnitId } = await integrated();
    const [first, second] = [dashedId(LAB_PARAMETER), dashedId(LAB_STANDARD)];
    const ask = (queryScope: 0 | 1) =>
      client.do(getTestParameters, {
        query: {
          testUnitId,
          sampleId: dashedId(LAB_SAMPLE),
          category: dashedId(LAB_BIG_CATEGORY),
          queryScope,
          sampleParamIds: `${first},${second}`,
        },
      });
    await ask(0);
    await ask(1);
    const query = {
      sampleId: LAB_SAMPLE,
      bigCategoryId: LAB_BIG_CATEGORY,
      sampleParamIds: `${LAB_PARAMETER},${LAB_STANDARD}`,
      preConsignShow: 'true',
    };
    expect(system.callsTo('pre/test/param').map(({ query }) => query)).toMatchObject([
      { ...query, isLocaleItem: '0' },
      { ...query, isLocaleItem: '1' },
    ]);
  });

  it('PRE-005 provides its mail companies and its qualifications', async () => {
    const { testUnitId } = await integrated();
    expect(
      await client.do(getListByGroupId, { query: { getListByGroupId: '', dictGroupId: 'mailCompanies', testUnitId } }),
    ).toEqual([{ id: 'm1', typecode: 'LABX', typename: '实验室专送' }]);
    expect(system.calls.map(({ address }) => address)).toEqual([
      '/lims/api/dictionaryController.do?getListByGroupId&dictGroupId=mailCompanies',
    ]);
    expect(await client.do(getPreQualificationList, { query: { testUnitId } })).toEqual([
      { id: dashedId(LAB_QUALIFICATION), name: '检测系统资质', orderIndex: 1 },
    ]);
  });

  it('PRE-013 provides its test categories under its whole code', async () => {
    const { code } = await integrated();
    system.setPayload(`pre/detection/type/${code}`, [{ id: 'd1', typecode: '1', typename: '仲裁检测' }]);
    expect(
      (await client.do(getDetectionTypes, { query: { organizationCode: code } })).map(({ typename }) => typename),
    ).toEqual(['仲裁检测']);
  });

  it('PRE-017 provides defaults of a consignment, and extra fields only with HTTP 200 and code 20000', async () => {
    const lab = await integrated();
    const { testUnitId } = lab;
    expect(await client.do(getConsignDefaultValues, { query: { testUnitId } })).toMatchObject({
      consginTestType: '仲裁检测',
      reportCount: 5,
    });
    await consigned(lab);
    await service.catchUp();
    const { id } = await client.do(createRawMateriaConsingInfo);
    expect(await client.do(getConsingInfo, { query: { id } })).toMatchObject({
      testUnitId,
      consginTestType: '仲裁检测',
      reportCount: 5,
      tuqualificationId: dashedId(LAB_QUALIFICATION),
      tuqualificationName: '检测系统资质',
    });
    expect(await client.do(getCustomPropertyConsign, { query: { testUnitId } })).toMatchObject([
      { id: 'f1', columnName: '#批次', visible: true },
    ]);
    const otherLab = await integrated();
    system.setPayload('pre/customProperty/consign', [{ id: 'f1' }], 20001);
    expect((await client.call(getCustomPropertyConsign, { query: { testUnitId: otherLab.testUnitId } })).status).toBe(
      502,
    );
  });

  it('EM-005 CP-006 provides its business parameters by name', async () => {
    const { testUnitId } = await integrated();
    expect(
      await client.do(getBusinessParam, { query: { testUnitId, keys: 'USING_RECOMMENDED_PARAMETER_STANDARD,OTHER' } }),
    ).toEqual({ USING_RECOMMENDED_PARAMETER_STANDARD: 'Y', OTHER: 'N' });
    expect(system.calls.map(({ address }) => address)).toEqual([
      '/lims/api/pre/business-param?keys=USING_RECOMMENDED_PARAMETER_STANDARD%2COTHER',
    ]);
  });

  it('ILIS-011 stores specification rules and clicks in that system, each sent once', async () => {
    const { testUnitId } = await integrated();
    const line = {
      inputHistory: [],
      isJoinSpecification: 1,
      orderNo: 1,
      displayName: '规格',
      dataType: 5,
      systemFieldName: 'spec',
      infoType: 1,
      customized: 0,
      name: '规格',
      isShowTest: 1,
      attributeId: null,
      value: 'SF96',
    };
    system.setPayload('specification/saveOrUpdate', true);
    await client.do(saveSpecification, {
      query: { testUnitId },
      body: { sampleId: dashedId(LAB_SAMPLE), configData: [line] },
    });
    const [saved] = system.callsTo('specification/saveOrUpdate');
    const form = new URLSearchParams(saved?.body);
    expect([form.get('sampleId'), JSON.parse(form.get('configData') ?? '')]).toEqual([LAB_SAMPLE, [line]]);
    const click = {
      sampleName: '硅灰',
      paramName: '氯离子',
      qualification: '检测系统资质',
      sampleSender: '陈志远',
      consignUnit: '皖江路桥',
    };
    system.setPayload('pre/test/param/click', true, 21000);
    expect((await client.call(recordParameterClick, { query: { testUnitId }, body: click })).rawBody).toEqual({
      code: 21000,
      message: '',
      data: true,
    });
    expect(system.callsTo('pre/test/param/click').map(({ body }) => JSON.parse(body) as unknown)).toEqual([click]);
    system.setHandler('pre/test/param/click', (_, response) => void response.writeHead(503).end());
    expect((await client.call(recordParameterClick, { query: { testUnitId }, body: click })).status).toBe(502);
    expect(system.callsTo('pre/test/param/click')).toHaveLength(2);
  });
});

describe('the platform’s own catalogue of a laboratory with its own system', () => {
  it('UN-021 cannot be edited by laboratory or administrator, and the message names the system that manages it', async () => {
    const lab = await integrated();
    const [staff, admin] = [await service.as(lab.userName), await service.as('admin')];
    const sample = { testSampleId: CEMENT, testParamId: LAB_PARAMETER, price: '95' };
    for (const reply of [
      await staff.call(tuTestParamUpdate, { body: sample }),
      await admin.call(tuTestParamUpdate, { body: { ...sample, testUnitId: lab.testUnitId } }),
      await staff.call(tuTestSampleGetAll),
    ])
      expect(reply).toMatchObject({
        status: 409,
        failure: {
          code: 'CATALOGUE_IN_LAB_SYSTEM',
          message: `该检测单位的样品目录由其检测系统（${lab.code}）维护，请在检测系统中修改`,
        },
      });
    expect((await admin.call(tuTestSampleGetAll, { query: { testUnitId: TU001 } })).status).toBe(200);
  });
});

describe('a consignment to a laboratory with its own system', () => {
  /** Its address leads to nobody from now on. */
  const goesDown = async ({ testUnitId }: Laboratory) => {
    const { eventStore } = service.engines;
    const { state: unit } = await load(eventStore, testingUnit, testUnitId);
    if (!unit) throw new Error('no such laboratory');
    await handle(
      eventStore,
      testingUnit,
      testUnitId,
      { type: 'ChangeTestingUnit', unit: { ...testingUnitProfileOf(unit), lmisurl: NOBODY } },
      administrator(),
    );
    await service.catchUp();
  };
  const added = (consignId: string) =>
    client.do(createBuSampleParamInfo, {
      body: {
        consignId,
        tuTestSampleDTO: { id: LAB_SAMPLE, sampleName: '' },
        tuTestParamDtos: [{ tuTestParamId: LAB_PARAMETER }],
      },
    });

  it('stores samples with that system’s prices and standards, and prints its requirement', async () => {
    const lab = await integrated();
    const consignId = await consigned(lab);
    expect(await client.do(getConsingInfo, { query: { id: consignId } })).toMatchObject({
      tuqualificationId: dashedId(LAB_QUALIFICATION),
      tuqualificationName: '检测系统资质',
    });
    const id = await added(consignId);
    const sample = await client.do(getBuSampleInfo, { query: { id, consignId } });
    expect(sample).toMatchObject({
      testUnitSampleName: '硅灰',
      sampleNameLink: '掺合料 → 硅灰',
      testParamFee: '321.50',
      delegatesNumUnit: 't',
    });
    expect(JSON.stringify(sample)).toContain('LAB 1-2026');
    expect(await client.do(getPrintConsignInfoList, { query: { ids: [consignId] } })).toMatchObject([
      { samples: [{ receivingRequirement: '取样 5 kg' }] },
    ]);
    expect(await client.do(getPreAttachments, { query: { consignId } })).toEqual([
      { id: 'a1', attachmentName: '实验室附件.pdf' },
    ]);
    expect(
      (
        await client.call(createBuSampleParamInfo, {
          body: { consignId, tuTestSampleDTO: { id: CEMENT, sampleName: '' }, tuTestParamDtos: [] },
        })
      ).failure?.code,
    ).toBe('CATALOGUE_SAMPLE_UNKNOWN');
  });

  it('ILIS-012 can be read, saved and printed while the system is down, except with data that only the system has', async () => {
    const lab = await integrated();
    const consignId = await consigned(lab);
    await added(consignId);
    const foretold = async () =>
      (await client.do(getAllowedActions, { query: { id: consignId } })).actions.find(
        ({ action }) => action === 'submit',
      )?.reason ?? null;
    expect(await foretold()).toBeNull();
    await goesDown(lab);
    expect(await foretold()).toBeNull();
    await service.catchUp();
    const { items } = await client.do(getRawMateriaConsignInfoList, { query: { maxResultCount: 100 } });
    expect(items.map(({ id }) => id)).toContain(consignId);
    expect(await client.do(saveConsignInfo, { body: { ...form(lab, { memo: '加急' }), id: consignId } })).toMatchObject(
      { memo: '加急', tuqualificationName: '检测系统资质' },
    );
    expect((await client.do(getConsingInfo, { query: { id: consignId } })).samples).toMatchObject([
      { testUnitSampleName: '硅灰' },
    ]);
    expect(await client.do(getPrintConsignInfoList, { query: { ids: [consignId] } })).toMatchObject([
      { samples: [{ receivingRequirement: '' }] },
    ]);
    const reply = await client.call(saveConsignInfo, {
      body: { ...form(lab), tuqualificationId: LAB_SAMPLE, id: consignId },
    });
    expect([reply.status, reply.failure?.code]).toEqual([502, 'LAB_SYSTEM_AWAY']);
    expect(
      (
        await client.call(createBuSampleParamInfo, {
          body: { consignId, tuTestSampleDTO: { id: LAB_SAMPLE, sampleName: '' }, tuTestParamDtos: [] },
        })
      ).failure?.code,
    ).toBe('LAB_SYSTEM_AWAY');
  });

  it('starts without suggested defaults if the system does not respond', async () => {
    const { testUnitId } = await integrated();
    system.setHandler('pre/consignDefaultValues', (_, response) => void response.writeHead(500).end());
    expect(await moveToLab(testUnitId)).toMatchObject({
      testUnitId,
      consginTestType: '委托检测',
      tuqualificationId: null,
    });
    expect(system.callsTo('pre/consignDefaultValues').length).toBeGreaterThan(0);
  });
});

describe('a laboratory system that fails', () => {
  const AWAY = {
    zh: '检测单位的检测系统没有应答，暂时读取不到其目录，请稍后再试',
    en: 'The testing unit’s laboratory system does not answer, so its catalogue cannot be read now; please try again later',
  };

  it('is called once more for a read, and the second response is used', async () => {
    const lab = await integrated();
    let requestCount = 0;
    system.setHandler(
      'pre/qualification/list',
      (_, response) =>
        void ((requestCount += 1) === 1
          ? response.writeHead(503).end()
          : response.end(JSON.stringify({ code: 20000, data: [{ id: LAB_QUALIFICATION, name: '第二次' }] }))),
    );
    expect(await failed(lab)).toMatchObject({ code: 20000, data: [{ name: '第二次' }] });
    expect(system.callsTo('pre/qualification/list')).toHaveLength(2);
  });

  it('permanently is reported in the caller’s language, and the platform’s own catalogue is not used instead', async () => {
    const lab = await integrated();
    system.setHandler('pre/qualification/list', (_, response) => void response.destroy());
    expect(await failed(lab)).toEqual({ code: 50200, message: AWAY.zh, data: null, reason: 'LAB_SYSTEM_AWAY' });
    expect(await failed(lab, 'en')).toMatchObject({ message: AWAY.en });
  });

  it('to respond is given up at the deadline', async () => {
    const lab = await integrated();
    system.setHandler('pre/qualification/list', () => undefined);
    const startedAt = Date.now();
    expect(await failed(lab)).toMatchObject({ reason: 'LAB_SYSTEM_AWAY' });
    expect(Date.now() - startedAt).toBeGreaterThan(DEADLINE_MS - 100);
    expect(system.callsTo('pre/qualification/list')).toHaveLength(1);
  });

  it.each([
    ['something that is no JSON', 'text', 'LAB_SYSTEM_UNREADABLE'],
    ['rows of another shape', '{"code":20000,"data":[{"title":"x"}]}', 'LAB_SYSTEM_UNREADABLE'],
    ['more than can be a list', `{"code":20000,"data":"${'x'.repeat(6 * 1024 * 1024)}"}`, 'LAB_SYSTEM_AWAY'],
  ])('by sending %s is reported without a crash', async (_what, body, reason) => {
    const lab = await integrated();
    system.setHandler('pre/qualification/list', (_, response) => void response.end(body));
    expect(await failed(lab)).toMatchObject({ code: 50200, reason });
  });

  it('by sending an invalid price is reported as unreadable', async () => {
    const { testUnitId } = await integrated();
    system.setPayload('pre/test/param', [labParameter({ prices: [{ type: 1, price: '-5' }] })]);
    expect((await client.call(getTestParameters, { query: { testUnitId, sampleId } })).rawBody).toMatchObject({
      reason: 'LAB_SYSTEM_UNREADABLE',
    });
  });

  it('with a message of its own is quoted', async () => {
    const lab = await integrated();
    system.setHandler(
      'pre/qualification/list',
      (_, response) => void response.end(JSON.stringify({ code: 50000, message: '正在升级', data: null })),
    );
    expect(await failed(lab)).toEqual({ code: 50200, message: '正在升级', data: null, reason: 'LAB_SYSTEM_REFUSED' });
  });

  it('with a redirect is reported, and the redirect is not followed', async () => {
    const lab = await integrated();
    system.setHandler(
      'pre/qualification/list',
      (_, response) => void response.writeHead(302, { location: `${system.base}/api/pre/elsewhere` }).end(),
    );
    expect(await failed(lab)).toMatchObject({ code: 50200 });
    expect(system.callsTo('pre/elsewhere')).toEqual([]);
  });

  it.each([
    'http://127.0.0.1:8',
    'http://localhost:9',
    'http://[::1]:9',
    'http://169.254.169.254',
    'http://user:secret@127.0.0.1',
  ])('at %s is not called, because the address is not public', async (lmisurl) => {
    const lab = await integrated({ lmisurl });
    expect(await failed(lab)).toMatchObject({ code: 50200, reason: 'LAB_SYSTEM_ADDRESS' });
  });
});
