import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { SampleView } from '#contract';
import '../../i18n/language.js';
import {
  sampleLeftToLab,
  openEditor,
  pasteInto,
  replaceText,
  alertText,
  sampleServer,
  user,
} from '../testing/open-editor.js';

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => undefined;
});
afterEach(cleanup);

const open = async (some: Partial<SampleView>) => {
  const sample = sampleLeftToLab({ testGroupCount: 3, ...some });
  sampleServer(sample);
  await openEditor(sample);
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const groups = () => screen.getByLabelText<HTMLInputElement>(/检测组数/);
const dialog = async () => {
  await user.click(field('检测部位'));
  return within(await screen.findByRole('dialog', { name: '设置检测部位' }));
};
type SitesDialog = Awaited<ReturnType<typeof dialog>>;
const sites = (sitesDialog: SitesDialog): HTMLInputElement[] => sitesDialog.getAllByRole<HTMLInputElement>('textbox');
const values = (sitesDialog: SitesDialog) => sites(sitesDialog).map(({ value }) => value);
const texts = () => [field('检测部位').value, field('工程部位／用途').value];

describe('test sites', () => {
  it('TS-001 are set in a dialog 400 px wide with a row for each group, at most 500 px high, for raw material only', async () => {
    await open({ testPart: 'A;B' });
    const sitesDialog = await dialog();
    expect([values(sitesDialog), screen.getByRole('dialog').style.width]).toEqual([['A', 'B', ''], '400px']);
    expect(document.querySelector('.test-sites table')).not.toBeNull();
    expect(readFileSync(new URL('./test-sites.css', import.meta.url), 'utf8')).toMatch(
      /\.test-sites \{[^}]*max-height: 500px/,
    );
    cleanup();
    const item = sampleLeftToLab();
    sampleServer(item);
    await openEditor(item, { consignType: 2 });
    await user.click(screen.getByLabelText('桩号／检测部位'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('TS-002 are joined by semicolons and copied to an empty purpose, but a typed purpose stays', async () => {
    await open({});
    const sitesDialog = await dialog();
    await user.type(sites(sitesDialog)[0] as HTMLElement, 'A');
    await user.type(sites(sitesDialog)[2] as HTMLElement, 'B');
    await user.click(sitesDialog.getByRole('button', { name: '确定' }));
    expect(texts()).toEqual(['A;B', 'A;B']);
    await replaceText(field('工程部位／用途'), 'X');
    const reopened = await dialog();
    expect(values(reopened)).toEqual(['A', 'B', '']);
    await replaceText(sites(reopened)[0] as HTMLElement, 'C');
    await user.click(reopened.getByRole('button', { name: '确定' }));
    expect(texts()).toEqual(['C;B', 'X']);
  });

  it('TS-003 are cut when the group count is reduced, and the purpose is cut too unless it was typed', async () => {
    await open({ testPart: 'A;B;C', projectOrPurpose: 'A;B;C' });
    await replaceText(groups(), '2');
    expect(texts()).toEqual(['A;B', 'A;B']);
    await replaceText(field('工程部位／用途'), '桥墩');
    await replaceText(groups(), '1');
    expect(texts()).toEqual(['A', '桥墩']);
  });

  it('are restored when a smaller group count was only part of typing a larger one', async () => {
    await open({ testPart: 'A;B;C', projectOrPurpose: '桥墩' });
    await replaceText(groups(), '1');
    expect(texts()).toEqual(['A', '桥墩']);
    await user.type(groups(), '2');
    expect(texts()).toEqual(['A;B;C', '桥墩']);
  });

  it('are pasted as a column from a spreadsheet, starting at the focused row', async () => {
    await open({});
    const sitesDialog = await dialog();
    await pasteInto(sites(sitesDialog)[1] as HTMLElement, '2# 墩\r\n3# 墩\r\n4# 墩\r\n');
    expect(values(sitesDialog)).toEqual(['', '2# 墩', '3# 墩']);
    await waitFor(() => expect(alertText()).toEqual(['粘贴内容超出检测组数，后 1 处未填入']));
    await pasteInto(sites(sitesDialog)[0] as HTMLElement, '1# 墩');
    expect(values(sitesDialog)[0]).toBe('1# 墩');
    await user.keyboard('{Enter}');
    expect(sites(sitesDialog)[1]).toBe(document.activeElement);
  });
});
