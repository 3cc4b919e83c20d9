import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { uploadFile as storeFile, type UploadedFile } from '#contract';
import { ATTACHMENT_EXTENSIONS, MAX_FILE_BYTES } from '#domain/files';
import { chooseLanguage } from '../i18n/language.js';
import { uploadFile } from '../lib/upload.js';
import { renderConsole } from '../testing/render.js';
import { stubUploads } from '../testing/stub-uploads.js';
import { FilePicker, type FilePickerProps } from './file-picker.js';

const uploads = stubUploads();
const user = userEvent.setup({ pointerEventsCheck: 0, applyAccept: false });
let arrivedFiles: UploadedFile[];

beforeEach(() => {
  arrivedFiles = [];
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

const show = (props: Partial<FilePickerProps> = {}) =>
  renderConsole(
    <FilePicker
      label="委托附件"
      extensions={ATTACHMENT_EXTENSIONS}
      limit={10}
      send={async (file, options) => {
        arrivedFiles.push(await uploadFile(file, options));
      }}
      {...props}
    />,
  );
const file = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name);
const choose = (...files: File[]) => user.upload(screen.getByLabelText('委托附件'), files);
const refused = async () => (await screen.findByRole('alert')).textContent;
const upload = (at = 0) => {
  const uploadedFile = uploads.received[at];
  if (!uploadedFile) throw new Error(`upload ${at} was not sent`);
  return uploadedFile;
};

describe('the upload control', () => {
  it('VA-022 FI-011 accepts listed extensions in any case, and only as many files as the limit allows', async () => {
    show({ existingCount: 9 });
    for (const name of ['照片.png', '安装.exe']) {
      await choose(file(name));
      expect(await refused()).toBe(`不支持文件“${name}”的格式，仅支持：.rar .zip .doc .docx .xls .xlsx .pdf .jpg`);
    }
    await choose(file('1.pdf'), file('2.pdf'));
    expect(await refused()).toBe('当前限制选择 10 个文件，本次选择了 2 个文件，共选择了 11 个文件');
    expect(uploads.received).toEqual([]);
    await choose(file('照片.JPG'));
    await waitFor(() =>
      expect(uploads.received.map(({ file: uploadedFile }) => uploadedFile.name)).toEqual(['照片.JPG']),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();

    renderConsole(
      <FilePicker label="委托附件" extensions={ATTACHMENT_EXTENSIONS} send={() => new Promise(() => undefined)} />,
    );
    await choose(file('1.pdf'));
    expect(await screen.findByText('1.pdf')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '选择文件 委托附件' }).disabled).toBe(true);
  });

  it('VA-023 FI-009 sends a file of 10485760 bytes and refuses one that is a byte larger', async () => {
    show();
    await choose(file('大.pdf', MAX_FILE_BYTES + 1));
    expect(await refused()).toBe('文件大小不能超过10M');
    expect(uploads.received).toEqual([]);
    await choose(file('正好.pdf', MAX_FILE_BYTES));
    await waitFor(() => expect(upload().file.size).toBe(10_485_760));
  });

  it('FI-013 refuses two more files when one of one is present, with the counts 1, 2 and 3', () => {
    show({ limit: 1, existingCount: 1 });
    fireEvent.drop(screen.getByText('已达 1 个上限，移除后才能再传'), {
      dataTransfer: { files: [file('1.pdf'), file('2.pdf')] },
    });
    expect(screen.getByRole('alert').textContent).toBe('当前限制选择 1 个文件，本次选择了 2 个文件，共选择了 3 个文件');
    expect(uploads.received).toEqual([]);
  });

  it('shows the progress of each file, uploads them one by one, and removes a finished file from its list', async () => {
    show();
    await choose(file('1.pdf'), file('2.pdf'));
    const bar = await screen.findByRole('progressbar', { name: '正在上传 1.pdf' });
    expect(screen.getByText('等待上传')).toBeTruthy();
    act(() => upload().progress(0.4));
    expect(await screen.findByText('40%')).toBeTruthy();
    expect(bar.getAttribute('aria-valuenow')).toBe('40');
    expect([upload().path, upload().headers['Accept-Language']]).toEqual([storeFile.path, 'zh']);
    upload().respond({ uploadId: 'u-1', name: '1.pdf', size: 3 });
    await screen.findByRole('progressbar', { name: '正在上传 2.pdf' });
    expect([screen.queryByText('1.pdf'), arrivedFiles]).toEqual([null, [{ uploadId: 'u-1', name: '1.pdf', size: 3 }]]);
  });

  it('uploads a dropped file', async () => {
    show();
    fireEvent.drop(screen.getByText(/或拖到这里/), { dataTransfer: { files: [file('照片.jpg')] } });
    await waitFor(() => expect(upload().file.name).toBe('照片.jpg'));
  });

  it('cancels a file that is uploading or waiting', async () => {
    show();
    await choose(file('1.pdf'), file('2.pdf'), file('3.pdf'));
    await user.click(await screen.findByRole('button', { name: '取消上传 2.pdf' }));
    await user.click(screen.getByRole('button', { name: '取消上传 1.pdf' }));
    await screen.findByRole('progressbar', { name: '正在上传 3.pdf' });
    expect([
      upload().isCancelled(),
      uploads.received.map(({ file: uploadedFile }) => uploadedFile.name),
      screen.queryByRole('alert'),
    ]).toEqual([true, ['1.pdf', '3.pdf'], null]);
  });

  it('FI-018 shows why an upload failed, and sends the same file again on request', async () => {
    show();
    await choose(file('1.pdf'));
    await waitFor(() => upload());
    upload().refuse(500, '服务器内部错误');
    expect(await refused()).toBe('上传失败：服务器内部错误');
    await act(() => chooseLanguage('en'));
    expect(await refused()).toBe('upload failed: 服务器内部错误');
    await act(() => chooseLanguage('zh'));
    expect(arrivedFiles).toEqual([]);
    await user.click(screen.getByRole('button', { name: '重新上传 1.pdf' }));
    await waitFor(() => upload(1).respond({ uploadId: 'u-1', name: '1.pdf', size: 3 }));
    await waitFor(() => expect(arrivedFiles).toHaveLength(1));
    expect(screen.queryByText('1.pdf')).toBeNull();
  });

  it('cancels a running upload when it leaves the screen', async () => {
    show();
    await choose(file('1.pdf'));
    await waitFor(() => upload());
    cleanup();
    expect(upload().isCancelled()).toBe(true);
  });
});
