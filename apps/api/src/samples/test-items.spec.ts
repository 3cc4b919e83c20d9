import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  commitConsignInfo,
  copyBuSampleInfo,
  createBuSampleParamInfo,
  deleteBuSampleInfo,
  getBuSampleInfo,
  getConsingInfo,
  getCreatePreSiteConsign,
  getPreConsignInfoLinkSample,
  getSitePreConsignInfoList,
  saveBuSampleInfo,
  searchCategorySamples,
  getTestParameters,
  updatePreSiteConsign,
  type TreeNode,
} from '#contract';
import { filledHeader, PROJECT1, CEMENT } from '#harness/consignments/drafts';
import { LAB1 } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let client: Client;
let bridge: { id: string; name: string; parameters: string[] };

const leaves = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => (node.category ? leaves(node.children) : [node]));

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  client = await service.as('client1');
  const { sampleTree } = await client.do(searchCategorySamples, {
    query: { sampleName: '桥梁静载试验', queryScope: 1, testUnitId: LAB1.testUnitId },
  });
  const [leaf] = leaves(sampleTree);
  if (!leaf) throw new Error('the catalogue has no 桥梁静载试验');
  const offered = await client.do(getTestParameters, {
    query: { sampleId: leaf.id, queryScope: 1, testUnitId: LAB1.testUnitId },
  });
  bridge = {
    id: leaf.id,
    name: leaf.name,
    parameters: offered.filter((parameter) => parameter.offered).map(({ id }) => id),
  };
});
afterAll(() => service.close());

const appointment = async (consignType: 2 | 3) => {
  const { id } = await client.do(getCreatePreSiteConsign, { query: { consignType } });
  return client.do(updatePreSiteConsign, { body: { ...filledHeader(LAB1, consignType), projectId: PROJECT1, id } });
};
const addItem = (consignId: string, parameters = bridge.parameters.slice(0, 2)) =>
  client.do(createBuSampleParamInfo, {
    body: {
      consignId,
      tuTestSampleDTO: { id: bridge.id, sampleName: '' },
      tuTestParamDtos: parameters.map((tuTestParamId) => ({ tuTestParamId })),
    },
  });

describe('test items of an appointment', () => {
  it.each([2, 3] as const)(
    'of type %s are added, named by their structure, copied and deleted',
    async (consignType) => {
      const { id: consignId } = await appointment(consignType);
      const itemId = await addItem(consignId);
      const added = await client.do(getBuSampleInfo, { query: { id: itemId } });
      expect(added).toMatchObject({
        testUnitSampleName: bridge.name,
        projectUnit: bridge.name,
        sampleNum: '',
        delegatesNum: '',
      });

      await client.do(saveBuSampleInfo, {
        body: {
          ...added,
          buSampleParamPackInfo: null,
          testUnitSampleName: 'K12+300 云溪大桥',
          testPart: '第 3 跨跨中',
        },
      });
      const [row] = await client.do(getPreConsignInfoLinkSample, { query: { id: consignId } });
      expect(row).toMatchObject({ projectUnit: 'K12+300 云溪大桥', testPart: '第 3 跨跨中', isInputedTestParam: true });
      expect([row?.paramText.split('、').length, Number(row?.totalFee) > 0]).toEqual([2, true]);

      const copyId = await client.do(copyBuSampleInfo, { query: { id: itemId } });
      expect((await client.do(getConsingInfo, { query: { id: consignId } })).samples).toMatchObject([
        { id: itemId, projectUnit: 'K12+300 云溪大桥' },
        { id: copyId, projectUnit: 'K12+300 云溪大桥', testPart: '第 3 跨跨中' },
      ]);
      await client.do(deleteBuSampleInfo, { query: { id: itemId } });
      expect((await client.do(getConsingInfo, { query: { id: consignId } })).samples.map(({ id }) => id)).toEqual([
        copyId,
      ]);
    },
  );

  it('appear in the list with the name of the test, not of the structure', async () => {
    const { id: consignId } = await appointment(2);
    const itemId = await addItem(consignId);
    await client.do(saveBuSampleInfo, {
      body: {
        ...(await client.do(getBuSampleInfo, { query: { id: itemId } })),
        buSampleParamPackInfo: null,
        testUnitSampleName: 'K12+300 云溪大桥',
      },
    });
    const { items } = await client.do(getSitePreConsignInfoList, { query: { type: 2, maxResultCount: 100 } });
    expect(items.find(({ id }) => id === consignId)?.testContent).toBe(bridge.name);
  });

  it('must come from the on-site part of the catalogue, and at least one is required for submission', async () => {
    const { id: consignId } = await appointment(2);
    const refused = await client.call(createBuSampleParamInfo, {
      body: { consignId, tuTestSampleDTO: { id: CEMENT, sampleName: '' } },
    });
    expect([refused.status, refused.failure?.code]).toEqual([400, 'CATALOGUE_SAMPLE_UNKNOWN']);
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: consignId } })).toBe('请添加检测项目!');
    await addItem(consignId);
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: consignId } })).toBe(true);
  });
});
