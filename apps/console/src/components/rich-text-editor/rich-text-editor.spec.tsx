import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Editor } from '@tiptap/react';
import { deleteFileByPath, uploadImg } from '#contract';
import { MAX_IMAGE_BYTES } from '#domain/files';
import { chooseLanguage } from '../../i18n/language.js';
import { administrator, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { stubUploads } from '../../testing/stub-uploads.js';
import { RichTextField } from './rich-text-field.js';

// jsdom has no layout, but the editor asks for positions in its text.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const pathOf = (number: number, extension = 'png') =>
  `/RichTextImages/00000000-0000-4000-8000-00000000000${number}.${extension}`;
const picture = (name: string, size = 5) => Object.defineProperty(new File(['bytes'], name), 'size', { value: size });
const uploads = stubUploads();
const user = userEvent.setup({ applyAccept: false, pointerEventsCheck: 0 });
let server: StubServer;
let currentHtml: string;

beforeEach(() => {
  server = stubServer();
  server.respondWith(deleteFileByPath, true);
  currentHtml = '';
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

const show = async (options: { value?: string; height?: number; embeddedPictures?: readonly string[] } = {}) => {
  renderConsole(
    <RichTextField
      label="内容"
      value="<p>正文</p>"
      invalid={false}
      onChange={(html) => {
        currentHtml = html;
      }}
      {...options}
    />,
    { user: administrator },
  );
  return screen.findByRole<HTMLElement & { editor: Editor }>('textbox', { name: '内容' });
};
/** The dialog, opened by its tool. */
const open = async () => {
  await show();
  await user.click(screen.getByRole('button', { name: '图片' }));
  return within(await screen.findByRole('dialog', { name: '上传图片' }));
};
const choose = async (...files: File[]) =>
  user.upload(await screen.findByLabelText('图片', { selector: 'input' }), files);
const expectToast = (text: string) =>
  waitFor(() =>
    expect([...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent)).toEqual([text]),
  );

describe('the rich-text editor', () => {
  it('FI-015 is 360 px high by default, and its picture button opens the dialog', async () => {
    const heightOf = (area: HTMLElement) => area.closest<HTMLElement>('.rich-text-editor')?.style.height;
    expect(heightOf(await show({ height: 200 }))).toBe('200px');
    cleanup();
    expect(heightOf(await show())).toBe('360px');
    await user.click(screen.getByRole('button', { name: '图片' }));
    expect(await screen.findByRole('dialog', { name: '上传图片' })).toBeTruthy();
  });

  it('shows only pictures of the platform’s own store, loads them from the API host and saves only their path', async () => {
    const area = await show({
      value: `<p>一</p><img src="${pathOf(1)}" alt="第一步"><img src="https://evil.example${pathOf(2)}">`,
    });
    expect(
      [...area.querySelectorAll('img:not(.ProseMirror-separator)')].map((image) => [
        image.getAttribute('src'),
        image.getAttribute('alt'),
      ]),
    ).toEqual([[`${location.origin}${pathOf(1)}`, '第一步']]);
    expect(area.editor.getHTML()).toBe(`<p>一</p><img src="${pathOf(1)}" alt="第一步">`);
  });
});

describe('a picture in the rich-text editor', () => {
  const EMBEDDED = 'data:image/svg+xml;base64,PHN2Zy8+';
  const order = () => [...currentHtml.matchAll(/alt="(\w+)"|<p>(\w+)<\/p>/g)].map(([, alt, text]) => alt ?? text);

  it('can be moved up, moved down and removed with buttons that appear while it is selected', async () => {
    const area = await show({ value: `<p>a</p><p>b</p><img src="${pathOf(1)}" alt="one">` });
    expect(screen.queryByRole('button', { name: '图片上移' })).toBeNull();
    act(() => void area.editor.commands.setNodeSelection(6));
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: '图片下移' })).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: '图片上移' }));
    expect(order()).toEqual(['a', 'one', 'b']);
    await user.click(screen.getByRole('button', { name: '图片上移' }));
    expect(order()).toEqual(['one', 'a', 'b']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '图片上移' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: '图片下移' }));
    expect(order()).toEqual(['a', 'one', 'b']);
    await user.click(screen.getByRole('button', { name: '移除图片' }));
    expect(order()).toEqual(['a', 'b']);
  });

  it('stays if it is embedded in the saved text, and other embedded pictures are removed', async () => {
    const area = await show({
      value: `<p>a</p><img src="${EMBEDDED}" alt="one"><img src="data:image/png;base64,AAAA" alt="two">`,
      embeddedPictures: [EMBEDDED],
    });
    expect(area.editor.getHTML()).toBe(`<p>a</p><img src="${EMBEDDED}" alt="one">`);
  });
});

describe('the picture dialog', () => {
  it('FI-016 AK-008 accepts png, jpg and ico below 100 MB, and reports every other file as refused', async () => {
    const dialog = await open();
    const refusals = () => dialog.queryAllByRole('alert').map(({ textContent }) => textContent);
    uploads.respondWith(uploadImg, ({ file }) => pathOf(uploads.received.length, file.name.slice(-3)));
    await choose(picture('a.gif'));
    expect(refusals()).toEqual(['上传文件只能是 png、jpg、ico 格式']);
    await choose(picture('b.png', 102_400 * 1024));
    expect([refusals(), MAX_IMAGE_BYTES]).toEqual([['文件大小不能超过100M'], 102_400 * 1024 - 1]);
    expect(uploads.received).toEqual([]);
    await choose(picture('c.png', 102_400 * 1024 - 1), picture('d.jpg'), picture('e.ico'));
    expect(await dialog.findByRole('button', { name: '删除 e.ico' })).toBeTruthy();
    expect(refusals()).toEqual([]);
    expect(uploads.received.map(({ path, fields, file }) => [path, fields['directory'], file.name])).toEqual(
      ['c.png', 'd.jpg', 'e.ico'].map((name) => [uploadImg.path, 'RichTextImages', name]),
    );
  });

  it('AERR-008 shows its messages in the user’s language', async () => {
    await act(() => chooseLanguage('en'));
    await show();
    await user.click(screen.getByRole('button', { name: 'Picture' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload pictures' }));
    const input = await screen.findByLabelText('Picture', { selector: 'input' });
    await user.upload(input, picture('a.gif'));
    expect(dialog.getByRole('alert').textContent).toBe('uploaded file can only be png, jpg, ico format');
    await user.upload(input, picture('a.png', 102_400 * 1024));
    expect(dialog.getByRole('alert').textContent).toBe('file size cannot exceed 100M');
    await user.upload(input, picture('a.png'));
    await user.click(dialog.getByRole('button', { name: 'Insert pictures' }));
    await expectToast('please wait for all images to upload, or a network problem occurred, refresh and re-upload');
    act(() => uploads.received[0]?.refuse(500, ''));
    expect((await dialog.findByRole('alert')).textContent).toContain('upload failed');
  });

  it('FI-017 waits for all uploads, then inserts the pictures with their descriptions', async () => {
    const dialog = await open();
    await choose(picture('一.png'), picture('二.png'));
    await waitFor(() => expect(uploads.received).toHaveLength(1));
    act(() => uploads.received[0]?.respond(pathOf(1)));
    await waitFor(() => expect(uploads.received).toHaveLength(2));
    await user.click(dialog.getByRole('button', { name: '插入图片' }));
    await expectToast('请等待所有图片上传成功 或 出现了网络问题，请刷新页面重新上传！');
    expect([screen.queryByRole('dialog', { name: '上传图片' }) !== null, currentHtml]).toEqual([true, '']);
    act(() => uploads.received[1]?.respond(pathOf(2)));
    const alt = await dialog.findByLabelText('“二.png”的说明');
    await user.clear(alt);
    await user.type(alt, '第二步');
    await user.click(dialog.getByRole('button', { name: '插入图片' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentHtml).toContain(`<img src="${pathOf(1)}" alt="一"><img src="${pathOf(2)}" alt="第二步">`);
    expect(server.requestsTo(deleteFileByPath)).toEqual([]);
  });

  it('FI-017 treats a failed picture as not uploaded until a retry succeeds', async () => {
    const dialog = await open();
    await choose(picture('一.png'));
    await waitFor(() => expect(uploads.received).toHaveLength(1));
    act(() => uploads.received[0]?.refuse(500, '服务器内部错误'));
    expect((await dialog.findByRole('alert')).textContent).toContain('上传失败');
    expect(dialog.queryByRole('list', { name: '已上传的图片' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: '插入图片' }));
    await expectToast('请等待所有图片上传成功 或 出现了网络问题，请刷新页面重新上传！');
    await user.click(dialog.getByRole('button', { name: '重新上传 一.png' }));
    await waitFor(() => expect(uploads.received).toHaveLength(2));
    act(() => uploads.received[1]?.respond(pathOf(1)));
    await dialog.findByRole('button', { name: '删除 一.png' });
    await user.click(dialog.getByRole('button', { name: '插入图片' }));
    await waitFor(() => expect(currentHtml).toContain(pathOf(1)));
  });

  it('FI-017 deletes a picture by its path after confirmation, and keeps it when the user cancels', async () => {
    uploads.respondWith(uploadImg, () => pathOf(uploads.received.length));
    const dialog = await open();
    await choose(picture('一.png'));
    const press = async (name: string) => {
      await user.click(await dialog.findByRole('button', { name: '删除 一.png' }));
      await user.click(
        within(await screen.findByRole('alertdialog', { name: '删除图片' })).getByRole('button', { name }),
      );
    };
    await press('取消');
    expect(dialog.getByRole('button', { name: '删除 一.png' })).toBeTruthy();
    expect(server.requestsTo(deleteFileByPath)).toEqual([]);
    await press('删除图片');
    await waitFor(() => expect(dialog.queryByRole('button', { name: '删除 一.png' })).toBeNull());
    expect(server.requestsTo(deleteFileByPath).map(({ query }) => query)).toEqual([{ path: pathOf(1) }]);
  });

  it('deletes the uploaded pictures when it is closed without inserting them', async () => {
    uploads.respondWith(uploadImg, () => pathOf(uploads.received.length));
    const dialog = await open();
    await choose(picture('一.png'));
    await dialog.findByRole('button', { name: '删除 一.png' });
    await user.click(dialog.getByRole('button', { name: '取消' }));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: '放弃图片' })).getByRole('button', { name: '放弃图片' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '上传图片' })).toBeNull());
    expect([server.requestsTo(deleteFileByPath).map(({ query }) => query), currentHtml]).toEqual([
      [{ path: pathOf(1) }],
      '',
    ]);
  });
});
