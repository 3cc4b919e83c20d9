import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { type SampleView, saveBuSampleInfo } from '#contract';
import type { PreparedPiece } from '#events';
import '../../i18n/language.js';
import {
  sampleLeftToLab,
  openEditor,
  pasteInto,
  replaceText,
  alertText,
  sampleServer,
  lastSentBody,
  user,
} from '../testing/open-editor.js';

afterEach(cleanup);

const piece = (some: Partial<PreparedPiece> = {}): PreparedPiece => ({
  buTestSampleId: '',
  sampleName: '混凝土',
  ageBeginTime: null,
  ageWaitTime: null,
  descrition: '',
  ...some,
});
const open = async (some: Partial<SampleView> = {}, options: Parameters<typeof openEditor>[1] = {}) => {
  const sample = sampleLeftToLab({ testUnitSampleName: '混凝土', testGroupCount: 2, ...some });
  const server = sampleServer(sample);
  await openEditor(sample, options);
  return server;
};
const table = () => screen.getByRole('table', { name: '制件信息' });
const rows = () => within(table()).getAllByRole('row').slice(1);
const cell = (row: number, column: string) => screen.getByLabelText<HTMLInputElement>(`第 ${row} 行${column}`);
const save = () => user.click(screen.getByRole('button', { name: '保存样品' }));
const savedPieces = async (server: Awaited<ReturnType<typeof open>>) => {
  await save();
  await waitFor(() => expect(server.requestsTo(saveBuSampleInfo)).not.toEqual([]));
  return lastSentBody<{ buSampleChild: PreparedPiece[] }>(server).buSampleChild;
};
const groups = () => screen.getByLabelText<HTMLInputElement>(/检测组数/);

describe('prepared pieces', () => {
  it('PP-001 are a section for raw material with a row for each group and five columns', async () => {
    await open();
    expect(screen.getByRole('heading', { name: '制件信息' })).toBeTruthy();
    expect(
      within(table())
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['序号', '样品名称', '成型日期', '龄期（天）', '试件描述']);
    expect([rows().length, cell(1, '样品名称').value, cell(2, '成型日期').type]).toEqual([2, '混凝土', 'date']);
    cleanup();
    await open({}, { consignType: 2 });
    expect(screen.queryByRole('heading', { name: '制件信息' })).toBeNull();
  });

  it('PP-002 are saved with the member names of the specification', async () => {
    const server = await open();
    await user.type(cell(1, '成型日期'), '2024-05-01');
    await user.type(cell(1, '龄期（天）'), '28');
    await user.type(cell(1, '试件描述'), '标养');
    expect(await savedPieces(server)).toEqual([
      piece({ ageBeginTime: '2024-05-01', ageWaitTime: 28, descrition: '标养' }),
    ]);
  });

  it('PP-003 require an age that is a whole number from 0, and 0 is saved as no age', async () => {
    const server = await open();
    for (const wrongAge of ['-1', '1.5']) {
      await replaceText(cell(2, '龄期（天）'), wrongAge);
      expect(cell(2, '龄期（天）').getAttribute('aria-invalid')).toBe('true');
      await save();
      await waitFor(() => expect(alertText()).toEqual(['制件信息第 2 行的龄期须为不小于 0 的整数']));
    }
    expect(server.requestsTo(saveBuSampleInfo)).toEqual([]);
    await replaceText(cell(2, '龄期（天）'), '0');
    await user.type(cell(2, '试件描述'), '同养');
    await replaceText(cell(1, '龄期（天）'), '28');
    expect((await savedPieces(server)).map(({ ageWaitTime }) => ageWaitTime)).toEqual([28, null]);
  });

  it('PP-004 follow the group count, and the first rows keep their input', async () => {
    await open({ buSampleChild: [piece({ ageWaitTime: 7 }), piece({ ageWaitTime: 28 })] });
    await replaceText(groups(), '4');
    expect([rows().length, cell(2, '龄期（天）').value, cell(4, '龄期（天）').value]).toEqual([4, '28', '']);
    await replaceText(groups(), '1');
    expect([rows().length, cell(1, '龄期（天）').value]).toEqual([1, '7']);
  });

  it('PP-005 are saved without empty rows and without rows beyond the group count', async () => {
    const server = await open({ testGroupCount: 3 });
    await user.type(cell(2, '试件描述'), '标养');
    await user.type(cell(3, '龄期（天）'), '0');
    expect((await savedPieces(server)).map(({ descrition }) => descrition)).toEqual(['标养']);
    cleanup();
    const otherServer = await open({
      testGroupCount: 1,
      buSampleChild: [piece({ ageWaitTime: 7 }), piece({ ageWaitTime: 28 })],
    });
    expect((await savedPieces(otherServer)).map(({ ageWaitTime }) => ageWaitTime)).toEqual([7]);
  });

  it('are pasted as a block from a spreadsheet at any cell, with a warning about what does not fit', async () => {
    await open();
    await pasteInto(cell(1, '成型日期'), '2024/5/1\t28\t标养\n2024年5月2日\t七\t同养\n');
    expect(
      [1, 2].map((row) => [cell(row, '成型日期').value, cell(row, '龄期（天）').value, cell(row, '试件描述').value]),
    ).toEqual([
      ['2024-05-01', '28', '标养'],
      ['2024-05-02', '', '同养'],
    ]);
    await waitFor(() => expect(alertText()).toEqual(['有 1 格不是日期或整数，未填入']));
    await pasteInto(cell(2, '龄期（天）'), '7\n14\n');
    expect(cell(2, '龄期（天）').value).toBe('7');
    await waitFor(() => expect(alertText()).toEqual(['粘贴内容超出检测组数，后 1 行未填入']));
  });

  it('are shown as a plain table in a read-only form, or as a text when there are none', async () => {
    await open({ buSampleChild: [piece({ ageBeginTime: '2024-05-01', ageWaitTime: 28 })] }, { readOnly: true });
    expect(rows().map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['1', '混凝土', '2024-05-01', '28', '—'],
    ]);
    cleanup();
    await open({}, { readOnly: true });
    expect(screen.getByText('没有填写制件信息')).toBeTruthy();
  });
});
