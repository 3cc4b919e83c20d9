import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  createBuSampleParamInfo,
  createChildBuSampleParamInfo,
  getAccessory,
  getBuSampleInfo,
  getCategorySamples,
  getMaterials,
  getOtherInfo,
  getParamPack,
  getParamPacks,
  getSampleTree,
  getTestParameters,
  saveBuSampleInfo,
  uploadAccessory,
  uploadFile,
  type SampleInput,
  type SampleView,
  type TreeNode,
} from '#contract';
import { CEMENT, createDraft } from '#harness/consignments/drafts';
import { LAB1 } from '#harness/consignments/units';
import { fileOf } from '#harness/files/files';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const MIX = '水泥混凝土配合比';
const testUnitId = LAB1.testUnitId;

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService();
  client = await service.as('client1');
});
afterAll(() => service.close());

const categoriesOf = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => (node.category ? [node, ...categoriesOf(node.children)] : []));

it('SF-002 every step of the form, from the catalogue tree to the files, is read back as it was entered', async () => {
  const { id: consignId } = await createDraft(client);
  // The sample, from the tree of categories.
  const { sampleTree } = await client.do(getSampleTree, { query: { type: 0, testUnitId } });
  const categories = await Promise.all(
    categoriesOf(sampleTree).map(({ id: categoryId }) =>
      client.do(getCategorySamples, { query: { categoryId, testUnitId } }),
    ),
  );
  const leaf = categories.flatMap((each) => each.sampleTree).find(({ label }) => label === MIX);
  const sampleId = leaf?.id ?? '';
  expect(leaf).toMatchObject({ label: MIX, category: false });
  // Parameters one by one, each with a test basis and an evaluation standard of those offered.
  const parameter = (await client.do(getTestParameters, { query: { sampleId, testUnitId } })).find(
    ({ offered }) => offered,
  );
  const linked = (useType: '1' | '2') => ({
    baBaseStandardId:
      parameter?.standards.find((each) => each.useType === useType || each.useType === '3')?.standardId ?? '',
    useType,
  });
  const paramIds = parameter?.id ?? '';
  const id = await client.do(createBuSampleParamInfo, {
    body: {
      consignId,
      tuTestSampleDTO: { id: sampleId, sampleName: '' },
      tuTestParamDtos: [{ tuTestParamId: paramIds }],
    },
  });
  // An own sample of its cement, through a pack.
  const [packRow] = await client.do(getParamPacks, { query: { sampleId: CEMENT, testUnitId } });
  const pack = await client.do(getParamPack, { query: { id: packRow?.id ?? '', testUnitId } });
  const ownId = await client.do(createChildBuSampleParamInfo, {
    body: {
      consignId,
      parentSampleId: id,
      tuTestSampleDTO: { id: CEMENT, sampleName: '' },
      tuTestParamDtos: pack.entries.map(({ param }) => ({ tuTestParamId: param.id })),
      buSampleParamPackInfo: { packFlag: 1, packId: pack.id, packJson: pack.packJson },
    },
  });
  // Everything else.
  const info = await client.do(getOtherInfo, { query: { sampleId, paramIds, testUnitId } });
  const offered = await client.do(getMaterials, { query: { sampleId, paramIds, testUnitId } });
  const [cement, otherSample] = [
    offered.find((each) => each.id === CEMENT),
    offered.find((each) => each.id !== CEMENT),
  ];
  const { uploadId } = await client.do(uploadFile, { file: { name: '砂报告.pdf', content: fileOf['.pdf'] } });
  const current: SampleView = await client.do(getBuSampleInfo, { query: { id, consignId } });
  const enteredFields: Pick<
    SampleInput,
    'testPart' | 'projectOrPurpose' | 'specificationType' | 'memo' | 'testSampleDescription' | 'extractAddress'
  > = {
    testPart: '1#墩;2#墩',
    projectOrPurpose: '云溪大桥',
    specificationType: 'C50',
    memo: '急',
    testSampleDescription: '完好',
    extractAddress: '2# 拌和站',
  };
  const entered: SampleInput = {
    ...current,
    buSampleParamPackInfo: null,
    inputMethod: 1,
    ...enteredFields,
    testGroupCount: 2,
    testPointCount: 3,
    afterTestOperate: '检毕由检测机构处理',
    sampleNum: '3',
    sampleNumUnit: '组',
    delegatesNum: '200',
    delegatesNumUnit: 'm³',
    tuSampleParamIds: [
      { tuTestParamId: paramIds, tuTestParamCount: 2, buSampleParamUseBaseStandard: [linked('1'), linked('2')] },
    ],
    buSamplePropertyInfo: info.properties.map((property) => ({
      ...property,
      value: property.testSamplePropertyType === 1 ? '已填' : property.value,
    })),
    buSampleChild: [
      { buTestSampleId: '', sampleName: 'S-1', ageBeginTime: '2026-11-01', ageWaitTime: 28, descrition: '标养' },
    ],
    buSampleInfoRefSampleInfo: [
      { isTest: true, testUnitSampleID: cement?.id ?? '', buSampleInfoId: ownId, unitRatio: '1', dosage: '360' },
      {
        isTest: false,
        testUnitSampleID: otherSample?.id ?? '',
        produceInfo: '安溪料场',
        unitRatio: '2.11',
        dosage: '760',
        reportFile: { uploadId },
      },
    ],
  };
  await client.do(saveBuSampleInfo, { body: entered });
  await client.do(uploadAccessory, {
    body: { foreignKey: id, foreignTable: 'BU_ConsignInfo', accessoryType: consignId, isReplace: 'true' },
    file: { name: '委托书.pdf', content: fileOf['.pdf'] },
  });

  const read = await client.do(getBuSampleInfo, { query: { id, consignId } });
  expect(read).toMatchObject({
    ...enteredFields,
    testUnitSampleId: sampleId,
    testUnitSampleName: MIX,
    testGroupCount: 2,
    testPointCount: 3,
    afterTestOperate: '检毕由检测机构处理',
    sampleNum: '3',
    sampleNumUnit: '组',
    delegatesNum: '200',
    delegatesNumUnit: 'm³',
  });
  expect(read.tuSampleParamIds).toMatchObject([
    { tuTestParamId: paramIds, tuTestParamCount: 2, buSampleParamUseBaseStandard: [linked('1'), linked('2')] },
  ]);
  expect(read.buSamplePropertyInfo.map(({ testSamplePropertyId, value }) => [testSamplePropertyId, value])).toEqual(
    entered.buSamplePropertyInfo?.map(({ testSamplePropertyId, value }) => [testSamplePropertyId, value]),
  );
  expect(read.buSamplePropertyInfo.filter(({ value }) => value === '已填').length).toBeGreaterThan(0);
  expect(read.buSampleChild).toMatchObject([
    { sampleName: 'S-1', ageBeginTime: '2026-11-01', ageWaitTime: 28, descrition: '标养' },
  ]);
  expect(read.buSampleInfoRefSampleInfo).toMatchObject([
    { sampleName: cement?.label, buSampleInfoId: ownId, isTest: true, unitRatio: '1', dosage: '360' },
    {
      sampleName: otherSample?.label,
      produceInfo: '安溪料场',
      isTest: false,
      dosage: '760',
      reportFile: { name: '砂报告.pdf' },
    },
  ]);
  const materialSample = await client.do(getBuSampleInfo, { query: { id: ownId, consignId } });
  expect(materialSample.tuSampleParamIds.map(({ tuTestParamId }) => tuTestParamId)).toEqual(
    pack.entries.map(({ param }) => param.id),
  );
  expect(materialSample.buSampleParamPackInfo).toMatchObject({ packId: pack.id });
  expect(await client.do(getAccessory, { query: { foreignTable: 'BU_ConsignInfo', foreignKey: id } })).toMatchObject([
    { name: '委托书.pdf' },
  ]);
});
