import { randomUUID } from 'node:crypto';
import {
  commitConsignInfo,
  createBuSampleParamInfo,
  getAllUnit,
  getCreatePreSiteConsign,
  getProjectList,
  getTestParameters,
  searchCategorySamples,
  updatePreSiteConsign,
  type TreeNode,
} from '#contract';
import type { Api } from './support/api.js';
import { createInStatus, LAB1, PROJECT, readConsignment } from './support/consignments.js';
import { expect, requireValue, test } from './support/console.js';
import { ConsignmentList, INCOMING_LIST } from './support/list.js';

const SITE_LIST = '/onlineConsign/sitePreConsignInfo';
const HANDOVER_LIST = '/onlineConsign/payCompletionPreConsignInfo';

const leafOf = (node: TreeNode): TreeNode => (node.children[0] ? leafOf(node.children[0]) : node);

/** The first item of the on-site catalogue with its first parameter. */
const addItem = async (api: Api, consignId: string, testUnitId: string): Promise<void> => {
  const { sampleTree } = await api.do('client1', searchCategorySamples, {
    query: { sampleName: '桥梁静载试验', queryScope: 1, testUnitId },
  });
  const item = leafOf(requireValue(sampleTree[0]));
  const parameter = requireValue(
    (await api.do('client1', getTestParameters, { query: { sampleId: item.id, queryScope: 1, testUnitId } }))[0],
  );
  await api.do('client1', createBuSampleParamInfo, {
    body: {
      consignId,
      bigCategoryId: item.bigCategoryId,
      sampleNameLink: item.sampleNameLink,
      tuTestSampleDTO: { id: item.id, sampleName: item.name },
      tuTestParamDtos: [{ tuTestParamId: parameter.id }],
    },
  });
};

/** An appointment of client1 at lab1, with an item or without. */
const appointment = async (
  api: Api,
  consignType: 2 | 3,
  linkPerson: string,
  submitted: boolean,
): Promise<{ id: string; consignCode: string }> => {
  const { id } = await api.do('client1', getCreatePreSiteConsign, { query: { consignType } });
  const unit = requireValue((await api.do('client1', getAllUnit, { query: { nameKey: LAB1 } })).items[0]);
  const project = requireValue(
    (await api.do('client1', getProjectList, { query: { search: PROJECT, getMyProject: 'true' } })).items[0],
  );
  await api.do('client1', updatePreSiteConsign, {
    body: {
      id,
      testUnitId: unit.id,
      tuqualificationId: requireValue(unit.tuQualification[0]).id,
      projectId: project.id,
      linkPerson,
      linkPersonPhone: '13800000001',
      reportCount: 3,
      expectTestTime: '2030-12-01T09:00',
    },
  });
  if (submitted) {
    await addItem(api, id, unit.id);
    expect(await api.do('client1', commitConsignInfo, { query: { consignInfoIds: id, description: '请审核' } })).toBe(
      true,
    );
  }
  return readConsignment(api, id);
};

test('LS-005 LS-006 a client finds appointments by type, and the laboratory finds submitted consignments of every type in one list', async ({
  api,
  signedIn,
}) => {
  const linkPerson = `沈${randomUUID().slice(0, 8)}`;
  const [site, handover, rawMaterial] = [
    await appointment(api, 2, linkPerson, true),
    await appointment(api, 3, linkPerson, false),
    await createInStatus(api, 20, { changes: { linkPerson } }),
  ];

  const client = await signedIn('client1', `${SITE_LIST}?linkPerson=${linkPerson}`);
  await expect(client.getByText('共 1 条')).toBeVisible();
  await expect(new ConsignmentList(client).row(site.consignCode)).toContainText('2030-12-01');
  await client.goto(`${HANDOVER_LIST}?linkPerson=${linkPerson}`);
  await client.getByRole('row').filter({ hasText: linkPerson }).getByRole('button', { name: '编辑' }).click();
  await expect(client).toHaveURL(new RegExp(`addSitePreConsignInfo\\?id=${handover.id}&consignType=3&pageSource=1`));

  const lab = await signedIn('lab1', `${INCOMING_LIST}?linkPerson=${linkPerson}`);
  const list = new ConsignmentList(lab);
  await expect(lab.getByText('共 2 条')).toBeVisible();
  await lab.getByRole('button', { name: /^需处理/ }).click();
  await expect(lab).toHaveURL(/status=20%2C30.*order=asc/);
  await expect(list.row(rawMaterial.consignCode)).toBeVisible();
  await lab.getByRole('combobox', { name: '类型' }).selectOption('现场检测预约');
  await expect(list.row(rawMaterial.consignCode)).toHaveCount(0);
  await list.row(site.consignCode).getByRole('button', { name: '审核' }).click();
  await expect(lab).toHaveURL(new RegExp(`auditSitePreConsignInfo\\?id=${site.id}&consignType=2&pageSource=4`));
  await expect(lab.getByRole('button', { name: '审核通过' })).toBeVisible();
});

test('/preconsign-management opens without a login but shows no data, and shows a client its own consignments', async ({
  page,
  signedIn,
}) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname));
  await page.goto('/preconsign-management');
  await expect(page.getByText('登录后才能查看，数据不对外公开。', { exact: false })).toBeVisible();
  await expect(page).toHaveURL(/\/preconsign-management$/);
  expect(
    requestedUrls.filter((path) => /onsign/.test(path) && path.startsWith('/api/') && !path.includes('ConsignPlat')),
  ).toEqual([]);
  expect((await page.request.get('/api/v1/consignments')).status()).toBe(401);

  const client = await signedIn('client1', '/preconsign-management');
  await expect(client.getByText(/^共 \d+ 条/)).toBeVisible();
  await client.getByRole('table', { name: '委托列表' }).getByRole('link').first().click();
  await expect(client).toHaveURL(/\/preconsign-management\/detail\?id=/);
});
