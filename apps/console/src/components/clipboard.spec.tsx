import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import '../i18n/language.js';
import { renderConsole } from '../testing/render.js';
import { CopyButton } from './code-block.js';

const user = userEvent.setup({ pointerEventsCheck: 0 });
const setClipboard = (value: unknown) => Object.defineProperty(navigator, 'clipboard', { configurable: true, value });

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'clipboard');
});

const copyByButton = async () => {
  renderConsole(<CopyButton text="whsec_1" />);
  await user.click(screen.getByRole('button', { name: '复制' }));
};

describe('a button that copies', () => {
  it('copies the text and says so', async () => {
    const copied: string[] = [];
    setClipboard({ writeText: (text: string) => Promise.resolve(void copied.push(text)) });
    await copyByButton();
    expect(await screen.findByText('复制成功')).toBeTruthy();
    expect(copied).toEqual(['whsec_1']);
  });

  it.each([
    ['the browser refuses', { writeText: () => Promise.reject(new Error('NotAllowedError')) }],
    ['the page is not loaded over https', undefined],
  ])('asks to copy by hand if %s', async (_, clipboard) => {
    setClipboard(clipboard);
    await copyByButton();
    expect(await screen.findByText('浏览器不允许复制，请选中后手动复制')).toBeTruthy();
    expect(screen.queryByText('复制成功')).toBeNull();
  });
});
