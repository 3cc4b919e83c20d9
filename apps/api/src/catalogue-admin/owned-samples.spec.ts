import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  addSampleLevel,
  deleteSampleLevel,
  getAllStandard,
  getQuoteList,
  getSampleChanges,
  getSampleLevels,
  getTestParameters,
  sysTestSampleCreate,
  sysTestSampleDelete,
  sysTestSampleGet,
  sysTestSampleGetAll,
  sysTestSampleGetTree,
  sysTestSampleUpdate,
  tuTestParamCreate,
  tuTestParamDelete,
  tuTestParamGetAll,
  tuTestParamUpdate,
  tuTestSampleCopy,
  tuTestSampleCreate,
  tuTestSampleDelete,
  tuTestSampleGet,
  tuTestSampleGetAll,
  tuTestSampleGetTree,
  tuTestSampleImport,
  tuTestSampleResetTemplate,
  tuTestSampleUpdate,
  type TreeNode,
} from '#contract';
import { CEMENT } from '#harness/consignments/drafts';
import { newLaboratory, type Laboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { leafNodes } from '#harness/catalogue/leaves';

let service: Service;
let admin: Client;
let client: Client;
beforeAll(async () => {
  service = await startService({ now: () => new Date('2026-03-02T01:00:00.000Z'), repeatsCommands: true });
  [admin, client] = [await service.as('admin'), await service.as('client1')];
});
afterAll(() => service.close());

const newLab = async (): Promise<{ lab: Laboratory; staff: Client }> => {
  const lab = await newLaboratory(service, {});
  return { lab, staff: await service.as(lab.userName) };
};
const code = () => `N-${v4().slice(0, 8)}`;
/** Prices as the form shows them of a unit's cement. */
const offered = async (testUnitId: string, sampleId = CEMENT) =>
  new Map(
    (await client.do(getTestParameters, { query: { sampleId, testUnitId } })).map(
      ({ code: paramCode, tuTestParamPrice }) => [paramCode, tuTestParamPrice],
    ),
  );

describe('the system template', () => {
  it('CAT-002 is created, listed, changed and deleted by the administrator', async () => {
    const levels = await admin.do(getSampleLevels);
    expect(levels[0]).toMatchObject({
      sampleLevelId: expect.any(String),
      name: expect.any(String),
      levelCode: '01',
      displayName: expect.any(String),
      isdeleted: false,
      sysTestItemId: expect.any(String),
    });
    const parent = levels.find(({ levelCode }) => levelCode.length > 2);
    const body = {
      sampleName: '新型胶凝材料',
      sampleCode: code(),
      parentId: parent?.sampleLevelId ?? '',
      description: '试用',
    };
    const added = await admin.do(sysTestSampleCreate, { body });
    expect(added).toMatchObject({
      ...body,
      testUnitId: null,
      origin: 'template',
      paramCount: 0,
      sampleNameLink: `${parent?.displayName} → 新型胶凝材料`,
      bigCategoryId: parent?.sysTestItemId,
    });
    expect((await admin.do(sysTestSampleGetAll, { query: { search: body.sampleCode } })).items).toEqual([added]);
    expect(
      leafNodes((await admin.do(sysTestSampleGetTree, { query: { id: added.id } })).sampleTree).map(({ id }) => id),
    ).toContain(added.id);
    expect(
      await admin.do(sysTestSampleUpdate, {
        body: { id: added.id, sampleName: '胶凝材料' },
        headers: { 'if-match': `"${added.revision}"` },
      }),
    ).toMatchObject({
      sampleName: '胶凝材料',
      description: '试用',
      sampleNameLink: `${parent?.displayName} → 胶凝材料`,
    });
    expect(
      (
        await admin.call(sysTestSampleUpdate, {
          body: { id: added.id, sampleName: '晚了' },
          headers: { 'if-match': `"${added.revision}"` },
        })
      ).status,
    ).toBe(412);
    expect((await admin.call(sysTestSampleCreate, { body })).failure).toMatchObject({ code: 'SAMPLE_CODE_TAKEN' });
    expect(
      (await admin.call(sysTestSampleCreate, { body: { ...body, sampleCode: code(), parentId: v4() } })).failure,
    ).toMatchObject({ code: 'CATEGORY_UNKNOWN' });
    expect(await admin.do(sysTestSampleDelete, { query: { id: added.id, reason: '误建' } })).toBe(true);
    expect((await admin.do(sysTestSampleGetAll, { query: { search: body.sampleCode } })).items).toEqual([]);
    expect((await admin.call(sysTestSampleGet, { query: { id: added.id } })).status).toBe(404);
  });
});

describe('levels of the tree', () => {
  it('CAT-006 are listed with their fields, and can be deleted only when empty', async () => {
    const big = await admin.do(addSampleLevel, { body: { name: `新材料 ${code()}` } });
    const under = await admin.do(addSampleLevel, { body: { name: '纤维', parentId: big.sampleLevelId } });
    expect(under).toEqual({
      sampleLevelId: expect.any(String),
      name: '纤维',
      levelCode: `${big.levelCode}01`,
      displayName: `${big.name} → 纤维`,
      isdeleted: false,
      sysTestItemId: big.sampleLevelId,
      parentId: big.sampleLevelId,
      orderNum: 1,
    });
    expect(await admin.do(getSampleLevels)).toEqual(expect.arrayContaining([big, under]));
    expect(
      (await admin.call(deleteSampleLevel, { query: { id: big.sampleLevelId, reason: '误建' } })).failure,
    ).toMatchObject({ code: 'CATEGORY_IN_USE' });
    const sample = await admin.do(sysTestSampleCreate, {
      body: { sampleName: '玄武岩纤维', sampleCode: code(), parentId: under.sampleLevelId },
    });
    expect(
      (await admin.call(deleteSampleLevel, { query: { id: under.sampleLevelId, reason: '误建' } })).failure,
    ).toMatchObject({ code: 'CATEGORY_IN_USE' });
    await admin.do(sysTestSampleDelete, { query: { id: sample.id, reason: '误建' } });
    expect(await admin.do(deleteSampleLevel, { query: { id: under.sampleLevelId, reason: '误建' } })).toBe(true);
    expect((await admin.do(getSampleLevels)).map(({ sampleLevelId }) => sampleLevelId)).not.toContain(
      under.sampleLevelId,
    );
    expect(
      (await admin.call(addSampleLevel, { body: { name: '甲', parentId: under.sampleLevelId } })).failure,
    ).toMatchObject({ code: 'NO_SUCH_CATEGORY' });
    expect((await admin.call(addSampleLevel, { body: { name: ' ' } })).failure).toMatchObject({
      code: 'CATALOGUE_TEXT_REQUIRED',
    });
  });
});

describe('a testing unit’s samples', () => {
  it('CAT-002 follow the template until the unit changes one, and can be copied, imported, reset and listed in a tree', async () => {
    const { lab, staff } = await newLab();
    const { sampleTree, expandedKey, selectedKey } = await staff.do(tuTestSampleGetTree, { query: { id: CEMENT } });
    expect([selectedKey, expandedKey.length]).toEqual([CEMENT, 2]);
    expect(leafNodes(sampleTree).map(({ id }) => id)).toContain(CEMENT);
    const first = await staff.do(tuTestSampleGet, { query: { id: CEMENT } });
    expect(first).toMatchObject({ origin: 'template', revision: null, testUnitId: lab.testUnitId });

    const copy = await staff.do(tuTestSampleCopy, { body: { id: CEMENT, sampleCode: code(), sampleName: '本院水泥' } });
    expect(copy).toMatchObject({ origin: 'own', sampleName: '本院水泥', paramCount: first.paramCount });
    const [labParameters, templateParameters] = [
      await staff.do(tuTestParamGetAll, { query: { testSampleId: CEMENT } }),
      await staff.do(tuTestParamGetAll, { query: { testSampleId: copy.id } }),
    ];
    expect(templateParameters.map(({ testParamCode, price }) => [testParamCode, price])).toEqual(
      labParameters.map(({ testParamCode, price }) => [testParamCode, price]),
    );
    expect(templateParameters.filter(({ id }) => labParameters.some((each) => each.id === id))).toEqual([]);
    expect(
      (await staff.call(tuTestSampleResetTemplate, { body: { id: copy.id, reason: '还原' } })).failure,
    ).toMatchObject({ code: 'NO_TEMPLATE' });

    const changed = await staff.do(tuTestSampleUpdate, { body: { id: CEMENT, sampleName: '水泥（本院）' } });
    expect(changed).toMatchObject({ origin: 'copy', revision: 0, sampleName: '水泥（本院）' });
    expect(
      (await staff.do(tuTestSampleGetAll, { query: { state: 'own' } })).items
        .map(({ sampleName }) => sampleName)
        .toSorted(),
    ).toEqual(['本院水泥', '水泥（本院）'].toSorted());
    // What the administrator changes of the template passes the copy by, and nobody else sees the copy.
    expect((await admin.do(sysTestSampleGet, { query: { id: CEMENT } })).sampleName).toBe(first.sampleName);
    const reset = await staff.do(tuTestSampleResetTemplate, { body: { id: CEMENT, reason: '用回模板' } });
    expect(reset).toMatchObject({ origin: 'template', sampleName: first.sampleName });

    await staff.do(tuTestSampleDelete, { query: { id: CEMENT, reason: '设备检修' } });
    await service.catchUp();
    expect(leafNodes((await staff.do(tuTestSampleGetTree)).sampleTree).map(({ id }) => id)).not.toContain(CEMENT);
    expect(
      (await staff.do(tuTestSampleGetAll, { query: { state: 'withdrawn' } })).items.map(({ id, isDeleted }) => [
        id,
        isDeleted,
      ]),
    ).toEqual([[CEMENT, true]]);
    expect(
      (await client.call(getTestParameters, { query: { sampleId: CEMENT, testUnitId: lab.testUnitId } })).status,
    ).toBe(404);
    expect((await staff.call(tuTestSampleUpdate, { body: { id: CEMENT, sampleName: '水泥' } })).failure).toMatchObject({
      code: 'SAMPLE_NOT_OFFERED',
    });
    const request = { body: { ids: [CEMENT] }, headers: { 'idempotency-key': v4() } };
    expect(await staff.do(tuTestSampleImport, request)).toEqual({ imported: 1 });
    expect(await staff.do(tuTestSampleImport, request)).toEqual({ imported: 1 });
    expect(await staff.do(tuTestSampleImport, { body: { ids: [CEMENT] } })).toEqual({ imported: 0 });
    await service.catchUp();
    expect((await offered(lab.testUnitId)).size).toBe(first.paramCount);
  });

  it('CAT-006 store requirements and standards as sent, without unsafe markup', async () => {
    const { lab, staff } = await newLab();
    const [standardA, standardB] = (await staff.do(getAllStandard, { query: { maxResultCount: 2 } })).items;
    const standards = [
      { sysBaseStandardId: standardA?.id ?? '', utype: '1' as const },
      { sysBaseStandardId: standardB?.id ?? '', utype: '3' as const },
    ];
    const parent = (await staff.do(tuTestSampleGet, { query: { id: CEMENT } })).parentId;
    const body = {
      sampleName: '自建样品',
      sampleCode: code(),
      levelCode: '0101',
      parentId: parent,
      description: '说明',
      orderIndex: 7,
      countRequire: '不少于12kg',
      sampleStatusRequire: '干燥',
      defaultSampleDescription: '<p>按GB/T 12573取样</p>',
      otherRequire: '密封',
    };
    const { id } = await staff.do(tuTestSampleCreate, { body: { ...body, standards } });
    const read = await staff.do(tuTestSampleGet, { query: { id } });
    expect(read).toMatchObject({ ...body, testUnitId: lab.testUnitId, sysTestSampleId: id, origin: 'own' });
    expect(read.standards).toEqual(
      [standardA, standardB].map((standard, at) => ({
        sysBaseStandardId: standard?.id,
        name: standard?.baseStandardName,
        printsCode: standard?.printsManCode,
        utype: standards[at]?.utype,
      })),
    );
    expect(
      (await staff.call(tuTestSampleUpdate, { body: { id, standards: [{ sysBaseStandardId: v4(), utype: '1' }] } }))
        .failure,
    ).toMatchObject({ code: 'STANDARD_UNKNOWN' });
    const cleaned = await staff.do(tuTestSampleUpdate, {
      body: {
        id,
        defaultSampleDescription:
          '<p onclick="x()">取样<script>x()</script><img src="https://elsewhere.example/p.png"><img src="data:image/png;base64,AA=="></p>',
      },
    });
    expect(cleaned.defaultSampleDescription).toBe('<p>取样</p>');
  });

  it('CAT-003 have parameters that the unit adds, prices and deletes, which the form offers only to its clients', async () => {
    const [{ lab, staff }, otherLab] = [await newLab(), await newLab()];
    const [standard] = (await staff.do(getAllStandard, { query: { state: 'valid' } })).items;
    const body = {
      testParamCode: 'SN01-X1',
      name: '氯离子含量',
      displayName: '氯离子',
      description: '快速法',
      price: '120.5',
      num: 3,
      paramWorkDay: 4,
      testQuantity: 0.5,
      unitMeasure: 'kg',
      standards: [{ standardId: standard?.id ?? '', useType: '3' as const, isDefault: true }],
    };
    const added = await staff.do(tuTestParamCreate, { body: { testSampleId: CEMENT, ...body } });
    expect(added).toMatchObject({
      ...body,
      testSampleId: CEMENT,
      edit: true,
      offered: true,
      revision: 0,
      standards: [{ standardId: standard?.id, publishCode: standard?.printsManCode, useType: '3', isExpired: false }],
    });
    expect(
      (await staff.do(tuTestParamGetAll, { query: { testSampleId: CEMENT } })).find(({ id }) => id === added.id),
    ).toEqual(added);
    await service.catchUp();
    expect((await offered(lab.testUnitId)).get('SN01-X1')).toBe('120.50');
    expect((await offered(otherLab.lab.testUnitId)).has('SN01-X1')).toBe(false);

    expect((await staff.call(tuTestParamCreate, { body: { testSampleId: CEMENT, ...body } })).failure).toMatchObject({
      code: 'PARAMETER_CODE_TAKEN',
    });
    expect(
      (await staff.call(tuTestParamUpdate, { body: { testSampleId: CEMENT, testParamId: added.id, price: '十元' } }))
        .failure,
    ).toMatchObject({ code: 'PRICE_INVALID' });
    const repriced = await staff.do(tuTestParamUpdate, {
      body: { testSampleId: CEMENT, testParamId: added.id, price: '99' },
      headers: { 'if-match': '"0"' },
    });
    expect(repriced).toMatchObject({ ...body, price: '99', revision: 1 });
    await service.catchUp();
    expect((await offered(lab.testUnitId)).get('SN01-X1')).toBe('99.00');
    expect(
      (await staff.do(getQuoteList)).find(({ sampleId, paramName }) => sampleId === CEMENT && paramName === '氯离子'),
    ).toEqual({
      sampleNo: 'SN01',
      sampleId: CEMENT,
      sampleName: '普通硅酸盐水泥',
      paramName: '氯离子',
      price: '99.00',
      description: '快速法',
    });

    expect(
      await staff.do(tuTestParamDelete, { query: { testSampleId: CEMENT, testParamId: added.id, reason: '不再开展' } }),
    ).toBe(true);
    await service.catchUp();
    expect((await offered(lab.testUnitId)).has('SN01-X1')).toBe(false);
    expect(
      (await staff.call(tuTestParamUpdate, { body: { testSampleId: CEMENT, testParamId: added.id, price: '1' } }))
        .status,
    ).toBe(404);

    const [removed, priced, created, ...template] = await staff.do(getSampleChanges, { query: { sampleId: CEMENT } });
    expect(removed).toMatchObject({
      action: 'UnitSampleKept',
      reason: '不再开展',
      by: '检测员',
      changes: [{ field: 'parameters', about: '氯离子含量', new: '' }],
    });
    expect(priced?.changes).toEqual([
      { field: 'parameters', about: '氯离子含量', member: 'price', old: '120.5', new: '99' },
    ]);
    expect(created?.changes).toMatchObject([{ field: 'parameters', about: '氯离子含量', old: '' }]);
    expect(template.map(({ action }) => action)).toEqual(['SampleListed']);
  });

  it('CAT-007 are returned in trees and quotes of the specified form', async () => {
    const { staff } = await newLab();
    const { sampleTree, expandedKey, selectedKey } = await staff.do(tuTestSampleGetTree, { query: { id: CEMENT } });
    expect(sampleTree[0]).toMatchObject({
      id: expect.any(String),
      label: expect.any(String),
      children: expect.any(Array),
      parentId: null,
      category: true,
    });
    const ids: string[] = [];
    const walk = (nodes: TreeNode[]) =>
      nodes.forEach(({ id, children }) => {
        ids.push(id);
        walk(children);
      });
    walk(sampleTree);
    expect(ids).toEqual(expect.arrayContaining([...expandedKey, selectedKey]));
    const quotes = await staff.do(getQuoteList);
    expect(Object.keys(quotes[0] ?? {}).toSorted()).toEqual([
      'description',
      'paramName',
      'price',
      'sampleId',
      'sampleName',
      'sampleNo',
    ]);
    expect(new Set(quotes.map(({ sampleId, paramName }) => `${sampleId}/${paramName}`)).size).toBe(quotes.length);
  });

  it('can be accessed only by their own unit and the administrator', async () => {
    const [{ lab, staff }, otherLab] = [await newLab(), await newLab()];
    const foreign = { testUnitId: otherLab.lab.testUnitId };
    for (const reply of [
      await staff.call(tuTestSampleGetAll, { query: foreign }),
      await staff.call(tuTestSampleGetTree, { query: foreign }),
      await staff.call(tuTestSampleGet, { query: { ...foreign, id: CEMENT } }),
      await staff.call(tuTestSampleCreate, {
        body: { ...foreign, sampleName: '甲', sampleCode: code(), parentId: v4() },
      }),
      await staff.call(tuTestSampleUpdate, { body: { ...foreign, id: CEMENT, sampleName: '甲' } }),
      await staff.call(tuTestSampleCopy, { body: { ...foreign, id: CEMENT } }),
      await staff.call(tuTestSampleDelete, { query: { ...foreign, id: CEMENT, reason: '甲' } }),
      await staff.call(tuTestSampleImport, { body: { ...foreign, ids: [CEMENT] } }),
      await staff.call(tuTestSampleResetTemplate, { body: { ...foreign, id: CEMENT, reason: '甲' } }),
      await staff.call(getQuoteList, { query: foreign }),
      await staff.call(tuTestParamGetAll, { query: { ...foreign, testSampleId: CEMENT } }),
      await staff.call(tuTestParamCreate, {
        body: { ...foreign, testSampleId: CEMENT, name: '甲', testParamCode: 'X' },
      }),
      await staff.call(tuTestParamUpdate, { body: { ...foreign, testSampleId: CEMENT, testParamId: v4() } }),
      await staff.call(tuTestParamDelete, {
        query: { ...foreign, testSampleId: CEMENT, testParamId: v4(), reason: '甲' },
      }),
      await staff.call(getSampleChanges, { query: { ...foreign, sampleId: CEMENT } }),
    ])
      expect(reply.status).toBe(403);
    expect(
      await admin.do(tuTestSampleUpdate, { body: { testUnitId: lab.testUnitId, id: CEMENT, description: '平台代改' } }),
    ).toMatchObject({ origin: 'copy', testUnitId: lab.testUnitId });
    expect((await otherLab.staff.do(tuTestSampleGet, { query: { id: CEMENT } })).origin).toBe('template');
    expect((await admin.call(tuTestSampleGetAll, { query: { testUnitId: v4() } })).status).toBe(404);
    expect((await admin.call(tuTestSampleGetAll)).status).toBe(400);
  });
});
