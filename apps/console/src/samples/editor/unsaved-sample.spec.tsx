import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import 'fake-indexeddb/auto';
import type { SampleView } from '#contract';
import '../../i18n/language.js';
import { countUnsavedWork } from '../../lib/unsaved-work.js';
import { client } from '../../testing/render.js';
import { renderSamplePage } from '../../testing/sample-page.js';
import { SampleEditor } from './sample-editor.js';

const page = renderSamplePage(SampleEditor);

/** Each user has a browser. */
const somebody = () => ({ ...client, userId: crypto.randomUUID() });
const waitForUnsavedWork = (user: { userId: string }, count = 1) =>
  waitFor(async () => expect(await countUnsavedWork(user.userId)).toBe(count));
const samplingPlace = () => screen.getByLabelText<HTMLInputElement>(/^取样地点/);
const retype = async (text: string) => {
  await page.user.clear(samplingPlace());
  await page.user.type(samplingPlace(), text);
};
/** The user types 3 号料仓 over `stood` and leaves without saving. */
const leaveUnsaved = async (stood: string) => {
  const user = somebody();
  await page.open({ extractAddress: stood }, { account: user });
  await retype('3 号料仓');
  cleanup();
  await waitForUnsavedWork(user);
  return user;
};
/** Opens the form again, with the sample of the service. */
const reopen = async (user: typeof client, some: Partial<SampleView> = {}) => {
  const { id } = page.sample;
  cleanup();
  await page.open({ id, ...some }, { account: user });
};

describe('unsaved input in a sample', () => {
  it('is stored when the form is left without saving, and restored only when the user chooses to restore it', async () => {
    const user = await leaveUnsaved('1 号料仓');
    expect(page.saved()).toEqual([]);
    await reopen(user, { extractAddress: '1 号料仓' });
    expect(await screen.findByText(/未保存的填写/)).toBeTruthy();
    expect(samplingPlace().value).toBe('1 号料仓');
    await page.press('恢复');
    expect(samplingPlace().value).toBe('3 号料仓');
    expect(screen.queryByText(/未保存的填写/)).toBeNull();
    await page.save();
    await page.expectToast('保存成功');
    expect(page.saved()).toMatchObject([{ extractAddress: '3 号料仓' }]);
    cleanup();
    await waitForUnsavedWork(user, 0);
  });

  it('is deleted when the user discards it', async () => {
    const user = await leaveUnsaved('');
    await reopen(user, { extractAddress: '' });
    await screen.findByText(/未保存的填写/);
    await page.press('放弃');
    await waitForUnsavedWork(user, 0);
    expect(samplingPlace().value).toBe('');
  });

  it('is dropped if another user has saved the sample since', async () => {
    const user = await leaveUnsaved('1 号料仓');
    await reopen(user, { extractAddress: '2 号料仓' });
    await waitForUnsavedWork(user, 0);
    expect(screen.queryByText(/未保存的填写/)).toBeNull();
    expect(samplingPlace().value).toBe('2 号料仓');
  });

  it('is not shown to other users', async () => {
    const user = await leaveUnsaved('');
    await reopen(somebody(), { extractAddress: '' });
    expect(screen.queryByText(/未保存的填写/)).toBeNull();
    await reopen(user, { extractAddress: '' });
    expect(await screen.findByText(/未保存的填写/)).toBeTruthy();
  });
});
