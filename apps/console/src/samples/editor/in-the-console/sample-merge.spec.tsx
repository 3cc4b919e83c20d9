import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  getBuSampleInfo,
  getConsignmentChanges,
  getDictionary,
  getParamPacks,
  getSampleProcessMethods,
  getStandards,
  getTestParameters,
  type SampleView,
  saveBuSampleInfo,
} from '#contract';
import ConsignmentFormScreen from '../../../app/consignment-form.screen.js';
import '../../../i18n/language.js';
import { sampleRowWith, sampleViewWith } from '../../../testing/consignment.js';
import { renderFormPage } from '../../../testing/form-page.js';

const page = renderFormPage(<ConsignmentFormScreen />);

const memo = () => screen.getByLabelText<HTMLInputElement>('备注');
const row = sampleRowWith();

/** The form of a sample that a colleague saves while it is open: the first save is stale. */
const colleagueSaved = async (change: Partial<SampleView>) => {
  let sample = sampleViewWith({
    id: row.id,
    memo: '原来',
    isTestUnitConfirmTestParam: true,
    testReason: '验证进场材料',
  });
  page.server.respondWith(getBuSampleInfo, () => sample);
  for (const list of [
    getTestParameters,
    getParamPacks,
    getStandards,
    getDictionary,
    getSampleProcessMethods,
    getConsignmentChanges,
  ])
    page.server.respondWith(list, []);
  await page.show({ samples: [row] });
  await page.pressFirst(row.testUnitSampleName);
  await screen.findByRole('button', { name: '保存样品' });
  await page.user.clear(memo());
  await page.user.type(memo(), '我的');
  sample = { ...sample, ...change };
  page.view = { ...page.view, revision: page.view.revision + 1 };
  page.server.handle(saveBuSampleInfo, ({ headers, body }) => {
    if (headers['If-Match'] !== `"${page.view.revision}"`) return { status: 412, message: 'stale' };
    sample = { ...sample, ...(body as Partial<SampleView>) };
    return sample;
  });
  await page.press('保存样品');
};
const question = async () => within(await screen.findByRole('alertdialog', { name: '样品已被修改' }));

it('a user’s changes replace those that a colleague saved meanwhile only after the user chooses to keep them', async () => {
  await colleagueSaved({ memo: '同事的' });
  await page.user.click((await question()).getByRole('button', { name: '保留我的' }));
  await page.expectToast('已载入最新内容，请再操作一次');
  expect([memo().value, page.server.requestsTo(saveBuSampleInfo).length]).toEqual(['我的', 1]);
  await page.press('保存样品');
  await page.expectToast('保存成功');
  expect(page.server.requestsTo(saveBuSampleInfo).at(-1)?.body).toMatchObject({ memo: '我的' });
});

it('a user can load the values that a colleague saved meanwhile', async () => {
  await colleagueSaved({ memo: '同事的' });
  await page.user.click((await question()).getByRole('button', { name: '载入对方的' }));
  await waitFor(() => expect(memo().value).toBe('同事的'));
});

it('no question is shown when the colleague changed nothing in this sample, and the typed text stays', async () => {
  await colleagueSaved({});
  await page.expectToast('已载入最新内容，请再操作一次');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(memo().value).toBe('我的');
});
