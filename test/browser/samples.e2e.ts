import { getBuSampleInfoParams, insertProject } from '#contract';
import { CEMENT, draft, inStatus, LAB1, LAB2, read, SAND, SHARED_CEMENT } from './support/consignments.js';
import { callsTo, dialog, expect, expectSaid, test, toast } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { SampleForm } from './support/sample-dialog.js';

test('CL-030 another testing organisation takes away samples and report count; one with a number keeps its own', async ({ api, signedIn }) => {
  const { id } = await draft(api, { samples: [CEMENT, SAND] });
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
  expect(await read(api, id)).toMatchObject({ testUnitName: LAB2, samples: [], reportCount: 0 });

  const coded = await inStatus(api, 40);
  await page.goto(formPath(coded.id));
  await expect(page.getByText('已有预委托编号，检测单位不能更换')).toBeVisible();
  await expect(page.getByRole('button', { name: '更换' })).toHaveCount(0);
  expect(coded.testUnitName).toBe(LAB1);
});

test('DG-001 the organisation dialog searches, insists on a choice and takes it over', async ({ api, signedIn }) => {
  const { id } = await draft(api, { samples: [] });
  const page = await signedIn('client1', formPath(id));
  await page.getByRole('button', { name: '更换' }).click();
  const choosing = dialog(page, '选择检测单位');
  await choosing.getByRole('button', { name: /检测单位$/ }).last().click();
  await expectSaid(page, '请选择检测单位');
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
  await expect(choosing.getByRole('combobox', { name: '每页条数' }).getByRole('option')).toHaveText(['10 条/页', '20 条/页', '30 条/页', '40 条/页']);
  await choosing.getByRole('radio', { name: LAB2 }).check();
  await choosing.getByRole('button', { name: '更换检测单位' }).click();
  await expect(choosing).toBeHidden();
  expect(await read(api, id)).toMatchObject({ testUnitName: LAB2 });
});

test('DG-002 DG-003 the project dialog shows seven, asks for a choice, and adds a project with a name', async ({ api, signedIn }) => {
  const { id } = await draft(api, { samples: [] });
  for (const number of [7, 8]) await api.do('client1', insertProject, { body: { projectName: `县道整治 ${number}` } });
  const page = await signedIn('client1', formPath(id));
  const lists = callsTo(page, 'GetProjectList');
  const inserts = callsTo(page, 'InsertProject');
  await page.getByRole('button', { name: '选择工程项目' }).click();
  const choosing = dialog(page, '选择工程项目');
  await expect(choosing.getByRole('radio')).toHaveCount(7);
  await choosing.getByRole('button', { name: '选择工程项目' }).click();
  await expectSaid(page, '请选择工程项目！');
  await choosing.getByText('显示全部').click();
  await expect.poll(() => lists.filter((url) => url.includes('getMyProject=false') && url.includes('maxResultCount=7')).length).toBeGreaterThan(0);

  await choosing.getByRole('button', { name: '新增' }).click();
  const adding = dialog(page, '新增工程项目');
  await adding.getByRole('button', { name: '保存项目' }).click();
  await expectSaid(page, '请输入工程项目名称');
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

test('CF-024 a sample is copied with its data and deleted for good', async ({ api, signedIn }) => {
  const { id } = await draft(api, { samples: [CEMENT, SAND] });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await form.selectSample(SAND.name);
  await form.button('复制样品').click();
  await expectSaid(page, '已复制样品');
  await expect(form.sample(SAND.name)).toHaveCount(2);
  const { samples } = await read(api, id);
  expect(new Set(samples.map((sample) => sample.id)).size).toBe(3);
  expect(samples[2]).toMatchObject({ testUnitSampleName: SAND.name, testParams: samples[1]?.testParams, totalFee: samples[1]?.totalFee });

  await form.selectSample(CEMENT.name);
  await form.button('删除样品').click();
  await dialog(page, '删除样品').getByRole('button', { name: '删除样品' }).click();
  await expectSaid(page, '删除成功');
  await page.reload();
  await expect(form.sample(SAND.name)).toHaveCount(2);
  await expect(form.sample(CEMENT.name)).toHaveCount(0);
});

test('the price detail adds up, with what a shared price covers counted once', async ({ api, signedIn }) => {
  const { id } = await draft(api, { samples: [SHARED_CEMENT, SAND] });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await form.sample(SHARED_CEMENT.name).getByRole('button', { name: '编辑' }).click();
  const editor = new SampleForm(page);
  await editor.groups.fill('2');
  await editor.save();
  await expectSaid(page, '保存成功');

  const answer = await api.do('client1', getBuSampleInfoParams, { query: { id } });
  const [cement, sand] = answer;
  // 90 for the density, 240 once for two parameters of one mix; twice, for two groups.
  expect(cement).toMatchObject({ testGroupCount: 2, totalFee: '660.00' });
  const total = (Number(cement?.totalFee) + Number(sand?.totalFee)).toFixed(2);

  await page.getByRole('button', { name: '费用明细' }).click();
  const detail = dialog(page, '费用明细');
  await expect(detail.getByRole('table', { name: SHARED_CEMENT.name }).getByRole('row')).toHaveText([/检测参数单价数量金额/, /密度90\.00190\.00/, /标准稠度用水量80\.001.*共享价.*240\.00/, /凝结时间120\.001同组，不另计/]);
  await expect(detail).toContainText('330.00 × 2 组 = 660.00');
  await expect(detail).toContainText(`合计${total}元`);
  await detail.getByRole('button', { name: '关闭' }).last().click();
  await expect(page.getByText(`预估费用合计${total}元`)).toBeVisible();
});

test('ERR-009 what cannot be loaded says so in the specification’s words', async ({ api, signedIn }) => {
  const { id } = await draft(api);
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  const dead = async (pattern: string, message: string, open: () => Promise<void>) => {
    await page.route(pattern, (route) => route.abort());
    await open();
    await expect(page.getByText(message).first()).toBeVisible();
    await page.unrouteAll();
    await page.goto(formPath(id));
  };
  await dead('**/GetBuSampleInfoParams?**', '获取价格明细失败', () => page.getByRole('button', { name: '费用明细' }).click());
  await dead('**/GetPrintList?**', '获取委托单PDF信息失败', () => page.getByRole('button', { name: '打印预览' }).click());
  await dead('**/test/param?**', '获取参数失败！', async () => {
    const choosing = await form.openSampleDialog();
    await choosing.chooseSample(CEMENT.name, false);
  });
  await dead('**/GetBuSampleInfo?**', '获取样品失败！', () => form.sample(CEMENT.name).getByRole('button', { name: '编辑' }).click());
  await expect(toast(page)).toHaveCount(0);
});

test('DG-004 the receiving requirements of each sample can be copied', async ({ api, signedIn }) => {
  const { id } = await draft(api, { samples: [CEMENT, SAND] });
  const page = await signedIn('client1', formPath(id), { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: '收样要求' }).click();
  const requirements = dialog(page, '收样要求');
  for (const { name } of [CEMENT, SAND]) await expect(requirements.getByRole('button', { name, exact: true })).toBeVisible();
  const sand = requirements.getByRole('button', { name: SAND.name, exact: true });
  await expect(sand).toHaveAttribute('aria-expanded', 'false');
  await sand.click();
  await expect(sand).toHaveAttribute('aria-expanded', 'true');
  await requirements.getByRole('button', { name: '复制' }).nth(1).click();
  await expectSaid(page, '复制成功');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(SAND.name);
});
