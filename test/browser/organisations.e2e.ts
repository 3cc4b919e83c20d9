import { expect, test } from './support/console.js';

const LIST = '/TestingOrgSearch/TestingOrgList';

test('a client finds a laboratory by its city, reads its details and starts a consignment with it', async ({
  signedIn,
}) => {
  const page = await signedIn('client1', LIST);
  const list = page.getByRole('table', { name: '检测机构列表' });
  await expect(list.getByRole('row')).toHaveCount(7);
  await page.getByLabel('省份').selectOption('安徽省');
  await page.getByLabel('城市').selectOption('合肥市');
  await page.getByRole('button', { name: '查询' }).click();
  await expect(list.getByRole('row')).toHaveCount(2);
  await list.getByRole('link', { name: /查看详情/ }).click();
  await expect(page).toHaveURL(/TestingOrgDetail\/ddac291b/);
  await expect(page.getByRole('table', { name: '资质', exact: true })).toContainText('公路工程综合甲级');
  await page.getByRole('button', { name: '在此机构新建委托' }).click();
  await expect(page).toHaveURL(/addConsignInfo\?id=/);
  await expect(page.locator('[data-section=organisation]')).toContainText('江淮公路试验检测研究院');
  await page.goBack();
  await page.goBack();
  await expect(page.getByLabel('城市')).toHaveValue('合肥市');
});
