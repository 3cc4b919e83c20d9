import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import '../i18n/language.js';
import { renderConsole } from '../testing/render.js';
import { openRemarkDialog, type Remark } from './remark-dialog.js';

afterEach(cleanup);

const openDialog = async (options: { verdict?: 0 | 1 } = {}) => {
  renderConsole(<div />);
  const results: (Remark | null)[] = [];
  act(
    () =>
      void openRemarkDialog({ title: '提交委托', label: '提交说明', action: '提交', ...options }).then((result) =>
        results.push(result),
      ),
  );
  const text = await screen.findByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(text));
  return { results, text };
};

describe('the remark dialog', () => {
  it('SH-017 DG-007 keeps 50 of 60 characters, counts them and is 400 px wide', async () => {
    const { text } = await openDialog();
    await userEvent.type(text, '字'.repeat(60));
    expect((text as HTMLTextAreaElement).value).toHaveLength(50);
    expect(screen.getByText('50/50')).toBeTruthy();
    expect(screen.getByRole('dialog').style.width).toBe('400px');
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('SH-017 DG-007 offers a verdict only when requested, and returns 0 for not passed', async () => {
    const { results, text } = await openDialog({ verdict: 1 });
    await userEvent.click(screen.getByRole('radio', { name: '不通过' }));
    await userEvent.type(text, '参数与用途不符');
    await userEvent.click(screen.getByRole('button', { name: '提交' }));
    await waitFor(() => expect(results).toEqual([{ text: '参数与用途不符', verdict: 0 }]));
  });

  it('SH-017 DG-008 warns of an empty text and stays open', async () => {
    const { results, text } = await openDialog();
    await userEvent.type(text, '   ');
    await userEvent.click(screen.getByRole('button', { name: '提交' }));
    expect((await screen.findAllByText('输入内容不能为空')).length).toBeGreaterThan(0);
    expect(results).toEqual([]);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it.each([
    ['cancel', () => userEvent.click(screen.getByRole('button', { name: '取消' }))],
    ['the X', () => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '关闭对话框' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('SH-017 DG-008 returns no remark and closes on %s', async (_way, leave) => {
    const { results } = await openDialog();
    await leave();
    await waitFor(() => expect(results).toEqual([null]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
