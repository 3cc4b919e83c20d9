import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  deleteAccessory,
  getAccessory,
  getAccessoryTypes,
  getLimsConsignAttachments,
  uploadAccessory,
} from '#contract';
import { MAX_FILE_BYTES } from '#domain/files';
import { SampleForm } from '../../../app/sample-form.js';
import { chooseLanguage } from '../../../i18n/language.js';
import { accessoryWith, kindWith, renderSamplePage } from '../../../testing/sample-page.js';
import { stubUploads } from '../../../testing/stub-uploads.js';

const uploads = stubUploads();
const page = renderSamplePage(SampleForm);
const section = () => within(page.section('attachments') as HTMLElement);
const kindItems = () =>
  section()
    .getAllByRole('listitem')
    .filter((item) => item.className.includes('kind-place'));
const kindItem = (name: string) =>
  within(kindItems().find((item) => item.textContent?.startsWith(name)) as HTMLElement);
const choose = async (name: string, file: File) =>
  page.user.upload(section().getByLabelText(name, { selector: 'input' }), file);
beforeEach(() => chooseLanguage('zh'));

describe('the attachments of a sample', () => {
  it('AT-001 AT-002 have a place for each enabled kind and one for others, in a grid; required kinds are marked', async () => {
    page.kinds = [
      kindWith({ name: 'A', isRequire: true }),
      kindWith({ name: 'B', enable: false }),
      kindWith({ name: 'C' }),
      kindWith({ name: 'D' }),
      kindWith({ name: 'E' }),
    ];
    await page.open();
    await waitFor(() =>
      expect(kindItems().map((item) => item.querySelector('b')?.textContent)).toEqual(['A', 'C', 'D', 'E', '其他']),
    );
    expect([kindItem('A').getByLabelText('必传').textContent, kindItem('C').queryByLabelText('必传')]).toEqual([
      '*',
      null,
    ]);
    expect(section().getByRole('list', { name: '附件' }).className).toBe('kind-grid');
    expect(page.server.requestsTo(getAccessoryTypes).map(({ query }) => query)).toEqual([
      { type: '0', containsIsDeleted: 'false', testUnitId: expect.any(String) },
    ]);
    expect(section().queryByText('检测系统附件')).toBeNull();
    cleanup();
    await page.open({}, { host: { consignType: 2 } });
    await waitFor(() => expect(page.server.requestsTo(getAccessoryTypes).at(-1)?.query).toMatchObject({ type: '1' }));
  });

  it('AT-011 from the laboratory system have a place of their own when there are any', async () => {
    page.server.respondWith(getLimsConsignAttachments, ({ query: { consignId } }) => ({
      attachments: [],
      sampleAttachments: consignId
        ? [
            {
              sampleId: page.sample.id.replaceAll('-', ''),
              attachments: [{ id: 'x', attachmentName: 'a.pdf', url: '/lims/a' }],
            },
          ]
        : [],
    }));
    await page.open();
    const link = await section().findByRole('link', { name: /a\.pdf/ });
    expect([link.getAttribute('href'), kindItem('检测系统附件').getAllByRole('link')]).toEqual(['/lims/a', [link]]);
  });

  it('are uploaded with five form fields and listed after the upload', async () => {
    const kind = kindWith({ name: '取样照片' });
    page.kinds = [kind];
    await page.open();
    await section().findByText('取样照片');
    await waitFor(() =>
      expect(section().getByRole<HTMLButtonElement>('button', { name: '选择文件 取样照片' }).disabled).toBe(false),
    );
    await choose('取样照片', new File(['x'], '现场.png'));
    await waitFor(() => expect(uploads.received).toHaveLength(1));
    const [upload] = uploads.received;
    expect([upload?.path, upload?.fields, upload?.file.name]).toEqual([
      uploadAccessory.path,
      {
        foreignKey: page.sample.id,
        foreignTable: 'BU_ConsignInfo',
        accessoryType: page.sample.consignId,
        accessoryTypeID: kind.id,
        isReplace: 'true',
      },
      '现场.png',
    ]);
    act(() => upload?.progress(0.4));
    expect(await section().findByText('40%')).toBeTruthy();
    page.files = [accessoryWith({ name: '现场.png', foreignKey: page.sample.id, accessoryTypeID: kind.id })];
    act(() => upload?.respond(page.files[0]));
    expect(await kindItem('取样照片').findByRole('link', { name: /现场\.png/ })).toBeTruthy();
  });

  it.each([
    ['zh', '附件没有加载出来：暂时不能读取'],
    ['en', 'attachments could not be loaded: 暂时不能读取'],
  ] as const)('show in %s that they could not be loaded, and why', async (language, text) => {
    await chooseLanguage(language);
    page.server.refuse(getAccessory, { status: 409, message: '暂时不能读取' });
    await page.open();
    expect((await section().findByText(/暂时不能读取/)).textContent).toBe(text);
  });

  it('SERR-008 show why a file was refused, and a file refused in the browser is not sent', async () => {
    await chooseLanguage('en');
    await page.open();
    await waitFor(() =>
      expect(section().getByRole<HTMLButtonElement>('button', { name: 'Choose file Other' }).disabled).toBe(false),
    );
    const large = new File(['x'], 'a.pdf');
    Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 });
    await choose('Other', large);
    expect((await section().findByRole('alert')).textContent).toBe('file size cannot exceed 10M');
    await choose('Other', new File(['x'], 'a.exe'));
    expect((await section().findByRole('alert')).textContent).toContain('“a.exe” is not supported');
    expect(uploads.received).toEqual([]);
    for (const refusal of [
      (at: number) => uploads.received[at]?.refuse(500, 'broken'),
      (at: number) => uploads.received[at]?.refuse(200, 'no'),
    ]) {
      const at = uploads.received.length;
      await choose('Other', new File(['x'], `${at}.pdf`));
      await waitFor(() => expect(uploads.received).toHaveLength(at + 1));
      act(() => refusal(at));
      await waitFor(() => expect(section().getAllByRole('alert').at(-1)?.textContent).toContain('upload failed'));
    }
    expect(section().queryByRole('link')).toBeNull();
  });

  it('AT-005 of exactly 10 MB are sent, and refused when one byte larger', async () => {
    await page.open();
    await waitFor(() =>
      expect(section().getByRole<HTMLButtonElement>('button', { name: '选择文件 其他' }).disabled).toBe(false),
    );
    const sized = (name: string, size: number) => Object.defineProperty(new File(['x'], name), 'size', { value: size });
    await choose('其他', sized('多.pdf', MAX_FILE_BYTES + 1));
    expect((await section().findByRole('alert')).textContent).toBe('文件大小不能超过10M');
    await choose('其他', sized('正好.pdf', MAX_FILE_BYTES));
    await waitFor(() => expect(uploads.received.map(({ file }) => file.name)).toEqual(['正好.pdf']));
  });

  it('AT-006 are deleted only after confirmation', async () => {
    const open = page.open();
    await open;
    page.files = [accessoryWith({ foreignKey: page.sample.id })];
    cleanup();
    const { sample } = page;
    await page.open({ id: sample.id, consignId: sample.consignId });
    const remove = await section().findByRole('button', { name: '删除附件 a.pdf' });
    await page.user.click(remove);
    await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }));
    expect([page.server.requestsTo(deleteAccessory), section().getByText('a.pdf')]).toHaveLength(2);
    expect(page.server.requestsTo(deleteAccessory)).toEqual([]);
    const [{ id } = accessoryWith()] = page.files;
    await page.user.click(remove);
    await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除附件' }));
    await waitFor(() =>
      expect(page.server.requestsTo(deleteAccessory).map(({ query }) => query)).toEqual([
        { id, consignId: sample.consignId },
      ]),
    );
    await waitFor(() => expect(section().queryByText('a.pdf')).toBeNull());
  });

  it('AK-006 AT-009 SK-004 are requested once for several changes within half a second', async () => {
    await page.open();
    await waitFor(() =>
      expect(section().getByRole<HTMLButtonElement>('button', { name: '选择文件 其他' }).disabled).toBe(false),
    );
    const initialCount = page.server.requestsTo(getAccessory).length;
    uploads.respondWith(uploadAccessory, ({ file }) => accessoryWith({ name: file.name, foreignKey: page.sample.id }));
    for (const name of ['1.pdf', '2.pdf', '3.pdf'])
      fireEvent.change(section().getByLabelText('其他', { selector: 'input' }), {
        target: { files: [new File(['x'], name)] },
      });
    await waitFor(() => expect(uploads.received).toHaveLength(3));
    await waitFor(() => expect(page.server.requestsTo(getAccessory).length).toBeGreaterThan(initialCount));
    expect(page.server.requestsTo(getAccessory)).toHaveLength(initialCount + 1);
  });

  it('AT-010 show example pictures 900 px wide for kinds that have them, and no link for other kinds', async () => {
    page.kinds = [
      kindWith({
        name: '见证取样单',
        exampleImages: ['data:image/svg+xml;base64,PHN2Zy8+', 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4='],
      }),
      kindWith({ name: '施工记录' }),
    ];
    await page.open();
    await page.user.click(await section().findByRole('button', { name: '填写示例：见证取样单' }));
    const dialog = await screen.findByRole('dialog', { name: '填写示例：见证取样单' });
    expect(
      within(dialog)
        .getAllByRole<HTMLImageElement>('img')
        .map(({ src }) => src),
    ).toEqual(page.kinds[0]?.exampleImages);
    expect(dialog.style.width || getComputedStyle(dialog).width).toBe('900px');
    expect(section().queryByRole('button', { name: '填写示例：施工记录' })).toBeNull();
  });

  it('AT-003 SERR-008 block saving while a required kind is missing, and name it', async () => {
    await chooseLanguage('en');
    const [first, second] = [kindWith({ name: 'A', isRequire: true }), kindWith({ name: 'B', isRequire: true })];
    page.kinds = [first, second];
    await page.open();
    const { sample } = page;
    cleanup();
    page.files = [accessoryWith({ name: 'whole.pdf', foreignKey: sample.consignId, accessoryTypeID: first.id })];
    await page.open({ id: sample.id, consignId: sample.consignId });
    await section().findByText('1 in the consignment');
    await page.user.click(screen.getByRole('button', { name: 'Save sample' }));
    await page.expectToast('please upload attachments: B');
    expect(page.saved()).toEqual([]);
  });
});

it('a read-only sample shows its attachments without places for more files', async () => {
  page.kinds = [kindWith({ name: '取样照片' })];
  await page.open({}, { readOnly: true });
  expect(await section().findByText('没有样品附件。')).toBeTruthy();
  expect(section().queryByRole('button')).toBeNull();
});
