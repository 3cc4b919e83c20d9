import { insertProject } from '#contract';
import { CEMENT, createDraft, createInStatus, LAB1, LAB2, readConsignment, SAND } from './support/consignments.js';
import { callsTo, dialog, expect, expectToast, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';

test('CL-030 a change of laboratory removes samples and report count, and is not possible once there is a consignment code', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [CEMENT, SAND] });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await expect(form.number('报告份数')).toHaveValue('3');
  await page.getByRole('button', { name: '更换' }).click();
  const choosing = dialog(page, '选择检测单位');
  await choosing.getByRole('radio', { name: LAB2 }).check();
  await expect(choosing).toContainText('更换检测单位会清空已添加的 2 个样品，报告份数归零。');
  await choosing.getByRole('button', { name: '更换检测单位' }).click();
  await expect(page.getByRole('definition').filter({ hasText: LAB2 })).toBeVisible();
  await expect(page.getByText('还没有样品')).toBeVisible();
  await expect(form.number('报告份数')).toHaveValue('0');
  expect(await readConsignment(api, id)).toMatchObject({ testUnitName: LAB2, samples: [], reportCount: 0 });

  const submittedConsignment = await createInStatus(api, 40);
  await page.goto(formPath(submittedConsignment.id));
  await expect(page.getByText('已有预委托编号，检测单位不能更换')).toBeVisible();
  await expect(page.getByRole('button', { name: '更换' })).toHaveCount(0);
  expect(submittedConsignment.testUnitName).toBe(LAB1);
});

test('DG-001 the laboratory dialog searches, requires a choice and applies it', async ({ api, signedIn }) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1', formPath(id));
  await page.getByRole('button', { name: '更换' }).click();
  const choosing = dialog(page, '选择检测单位');
  await choosing
    .getByRole('button', { name: /检测单位$/ })
    .last()
    .click();
  await expectToast(page, '请选择检测单位');
  await expect(choosing).toBeVisible();

  await choosing.getByRole('combobox', { name: '省份' }).selectOption('安徽省');
  const cities = choosing.getByRole('combobox', { name: '城市' }).getByRole('option');
  await expect(cities.filter({ hasText: '合肥市' })).toHaveCount(1);
  await expect(cities.filter({ hasText: '宁波市' })).toHaveCount(0);
  await choosing.getByRole('combobox', { name: '城市' }).selectOption('合肥市');
  await choosing.getByRole('button', { name: '查询' }).click();
  await expect(choosing.getByRole('radio')).toHaveCount(1);
  await choosing.getByRole('button', { name: '重置' }).click();
  await expect(choosing.getByRole('radio')).toHaveCount(6);
  await expect(choosing.getByRole('combobox', { name: '每页条数' }).getByRole('option')).toHaveText([
    '10 条/页',
    '20 条/页',
    '30 条/页',
    '40 条/页',
  ]);
  await choosing.getByRole('radio', { name: LAB2 }).check();
  await choosing.getByRole('button', { name: '更换检测单位' }).click();
  await expect(choosing).toBeHidden();
  expect(await readConsignment(api, id)).toMatchObject({ testUnitName: LAB2 });
});

test('DG-002 DG-003 the project dialog shows seven projects, requires a choice and adds a project with a name', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [] });
  for (const number of [7, 8]) await api.do('client1', insertProject, { body: { projectName: `县道整治 ${number}` } });
  const page = await signedIn('client1', formPath(id));
  const lists = callsTo(page, 'GetProjectList');
  const inserts = callsTo(page, 'InsertProject');
  await page.getByRole('button', { name: '选择工程项目' }).click();
  const choosing = dialog(page, '选择工程项目');
  await expect(choosing.getByRole('radio')).toHaveCount(7);
  await choosing.getByRole('button', { name: '选择工程项目' }).click();
  await expectToast(page, '请选择工程项目！');
  await choosing.getByText('显示全部').click();
  await expect
    .poll(() => lists.filter((url) => url.includes('getMyProject=false') && url.includes('maxResultCount=7')).length)
    .toBeGreaterThan(0);

  await choosing.getByRole('button', { name: '新增' }).click();
  const adding = dialog(page, '新增工程项目');
  await adding.getByRole('button', { name: '保存项目' }).click();
  await expectToast(page, '请输入工程项目名称');
  expect(inserts).toEqual([]);
  const name = `环城北路改造 ${id.slice(0, 8)}`;
  await adding.getByRole('textbox', { name: '工程项目名称' }).fill(name);
  await adding.getByRole('button', { name: '保存项目' }).click();
  await expect(choosing.getByRole('row').filter({ hasText: name })).toBeVisible();
  expect(inserts).toHaveLength(1);
  await choosing.getByRole('radio', { name }).check();
  await choosing.getByRole('button', { name: '选择工程项目' }).click();
  await expect(page.getByRole('textbox', { name: '工程项目' })).toHaveValue(name);
});
