import { getViewOperations } from '#contract';
import { dialog, expect, expectToast, test } from './support/console.js';

test('an operator rebuilds a view beside the live one, compares both, switches to the new one and back', async ({
  api,
  signedIn,
}) => {
  const page = await signedIn('operator', '/operations/projections');
  const row = page.getByRole('table', { name: '视图' }).getByRole('row', { name: /字典/ });
  await expect(row).toContainText('实时');
  const confirm = async (action: string) => {
    const confirmDialog = dialog(page, action);
    await confirmDialog.getByRole('textbox', { name: '原因' }).fill('字典显示不全，重新生成');
    await confirmDialog.getByRole('button', { name: action, exact: true }).click();
    await expectToast(page, '已记录，投影程序随即执行');
  };

  await row.getByRole('button', { name: '重建 字典' }).click();
  await confirm('重建视图');
  await expect(page.getByText('完全一致')).toBeVisible();
  await expect(row).toContainText('等待切换');
  await page.getByRole('button', { name: '切换到新版' }).click();
  await confirm('切换到新版');
  await expect(row).toContainText('保留旧版');
  await page.getByRole('button', { name: '切回旧版' }).click();
  await confirm('切回旧版');

  await row.getByRole('button', { name: '查看 字典' }).click();
  const panel = page.getByRole('complementary', { name: '视图详情' });
  await expect(panel).toContainText('切换到新版');
  await expect(panel).toContainText('字典显示不全，重新生成');
  const { items } = await api.do('operator', getViewOperations, { query: { view: 'referenceLists' } });
  expect(items.map(({ type }) => type)).toEqual([
    'SwitchedBack',
    'BuildSwitched',
    'BuildsCompared',
    'RebuildRequested',
  ]);
});
