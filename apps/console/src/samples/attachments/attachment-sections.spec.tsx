import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type Accessory,
  type AccessoryTypeView,
  type ConsignmentView,
  deleteAccessory,
  getAccessory,
  getAccessoryTypes,
  getConsignSignAccessoryList,
  getLimsConsignAttachments,
  uploadAccessory,
} from '#contract';
import { ATTACHMENT_LIMIT, MAX_FILE_BYTES, UPLOAD_LIMIT } from '#domain/files';
import { chooseLanguage } from '../../i18n/language.js';
import { queryClient } from '../../lib/queries.js';
import { consignmentWith } from '../../testing/consignment.js';
import { renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { stubUploads } from '../../testing/stub-uploads.js';
import { AttachmentSections } from './attachment-sections.js';
import { useAttachments } from './use-attachments.js';

const uploads = stubUploads();
const user = userEvent.setup({ pointerEventsCheck: 0 });
let server: StubServer;
let storedFiles: Accessory[];

const accessory = (some: Partial<Accessory> = {}): Accessory => ({
  id: crypto.randomUUID(),
  name: 'a.pdf',
  size: 34_816,
  creationTime: '2026-11-20T08:42:00.000Z',
  url: '/api/v1/documents/ticket',
  foreignTable: 'BU_ConsignInfo',
  foreignKey: '',
  accessoryType: '',
  accessoryTypeID: '',
  readonly: false,
  isReplace: false,
  ...some,
});

beforeEach(() => {
  storedFiles = [accessory()];
  server = stubServer();
  server.respondWith(getAccessory, () => storedFiles);
  server.respondWith(getAccessoryTypes, []);
  server.respondWith(getLimsConsignAttachments, { attachments: [], sampleAttachments: [] });
  server.respondWith(getConsignSignAccessoryList, []);
  server.respondWith(deleteAccessory, ({ query }) => {
    storedFiles = storedFiles.filter(({ id }) => id !== query['id']);
    return true as const;
  });
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

const show = (view: ConsignmentView, editable = false, onChanged = () => Promise.resolve()) =>
  renderConsole(<AttachmentSections view={view} editable={editable} onChanged={onChanged} />);
const section = (name: string) =>
  within(document.querySelector<HTMLElement>(`[data-section="${name}"]`) ?? document.body);

describe('the attachment sections of a consignment', () => {
  it('show the name of a file without a link when the current role may not see the file', async () => {
    storedFiles = [accessory({ url: '' })];
    show(consignmentWith({}));
    expect(await section('attachments').findByText('a.pdf')).toBeTruthy();
    expect(section('attachments').getByText('不向当前角色显示')).toBeTruthy();
    expect(section('attachments').queryByRole('link')).toBeNull();
  });

  it('CF-005 FI-014 show attachments, external attachments and signatures in separate sections, with a text in each empty one', async () => {
    const view = consignmentWith({
      linkPerson: '陈志远',
      needWitnessUnit: true,
      jhperson: '王建国|李敏',
      jzphone: '13900000001|13900000002',
      jzcardNo: '|',
      buConsignInfoSign: [],
    });
    server.respondWith(getLimsConsignAttachments, {
      attachments: [{ id: 'x', attachmentName: '原始记录.xlsx', url: '/lims/x' }],
      sampleAttachments: [],
    });
    server.respondWith(getConsignSignAccessoryList, [
      { id: 's1', signType: 1, url: '/api/v1/documents/sign-1', signedAt: '2026-11-20T08:42:00.000Z' },
      { id: 's3', signType: 3, url: '/api/v1/documents/sign-3', signedAt: null },
    ]);
    show(view);
    const link = await section('attachments').findByRole('link', { name: 'a.pdf，在新标签页打开' });
    expect([
      link.getAttribute('href'),
      link.getAttribute('target'),
      section('attachments').getByText('34 KB').textContent,
    ]).toEqual(['/api/v1/documents/ticket', '_blank', '34 KB']);
    expect(
      section('externalAttachments')
        .getByRole('link', { name: /原始记录.xlsx/ })
        .getAttribute('href'),
    ).toBe('/lims/x');
    expect(
      section('signatures')
        .getAllByRole<HTMLImageElement>('img')
        .map((image) => [image.getAttribute('src'), image.alt]),
    ).toEqual([
      ['/api/v1/documents/sign-1', '陈志远的签名'],
      ['/api/v1/documents/sign-3', '王建国、李敏的签名'],
    ]);
    expect(section('attachments').queryByRole('button')).toBeNull();
    cleanup();

    storedFiles = [];
    server.respondWith(getLimsConsignAttachments, { attachments: [], sampleAttachments: [] });
    server.respondWith(getConsignSignAccessoryList, []);
    show(consignmentWith(), true);
    expect(await section('attachments').findByText('还没有委托附件。')).toBeTruthy();
    expect([
      section('externalAttachments').getByText('没有外部系统附件。'),
      section('signatures').getByText('还没有签名图片。'),
    ]).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('FI-014 VA-024 delete an attachment only after confirmation, report the deletion and stay empty when opened again', async () => {
    const view = consignmentWith();
    let changes = 0;
    show(view, true, async () => {
      changes += 1;
    });
    const remove = await section('attachments').findByRole('button', { name: '删除附件 a.pdf' });
    await user.click(remove);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }));
    expect(server.requestsTo(deleteAccessory)).toEqual([]);
    expect(section('attachments').getByText('a.pdf')).toBeTruthy();

    const [{ id } = accessory()] = storedFiles;
    await user.click(remove);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除附件' }));
    expect(await screen.findByText('文件a.pdf已删除')).toBeTruthy();
    expect(server.requestsTo(deleteAccessory).map(({ query }) => query)).toEqual([{ id, consignId: view.id }]);
    expect(await section('attachments').findByText('还没有委托附件。')).toBeTruthy();
    expect(changes).toBe(1);
    cleanup();
    show(view, true);
    expect(await section('attachments').findByText('还没有委托附件。')).toBeTruthy();
  });

  it('FI-019 mark required kinds, show example pictures of kinds that have them, and upload a file with the chosen kind', async () => {
    const kind = (some: Partial<AccessoryTypeView>): AccessoryTypeView => ({
      id: crypto.randomUUID(),
      name: '',
      type: 0,
      enable: true,
      isRequire: false,
      testUnitId: null,
      exampleImages: [],
      ...some,
    });
    const [order, proof] = [
      kind({
        name: '委托书',
        isRequire: true,
        exampleImages: ['data:image/svg+xml;base64,PHN2Zy8+', 'data:image/svg+xml;base64,PHN2ZyAvPg=='],
      }),
      kind({ name: '质量证明书' }),
    ];
    server.respondWith(getAccessoryTypes, [order, proof, kind({ name: '停用的', enable: false })]);
    const view = consignmentWith();
    uploads.respondWith(uploadAccessory, ({ file, fields }) => {
      const added = accessory({ name: file.name, accessoryTypeID: fields['accessoryTypeID'] ?? '' });
      storedFiles = [...storedFiles, added];
      return added;
    });
    show(view, true);
    await section('attachments').findByText('a.pdf');
    const choice = await section('attachments').findByRole('radio', { name: '质量证明书' });
    expect(
      section('attachments')
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent),
    ).toEqual(['不指定', '委托书*', '质量证明书']);
    expect(server.requestsTo(getAccessoryTypes).map(({ query }) => query)).toEqual([
      { type: '0', containsIsDeleted: 'false', testUnitId: view.testUnitId },
    ]);
    expect(section('attachments').getAllByRole('button', { name: /填写示例/ })).toHaveLength(1);
    await user.click(section('attachments').getByRole('button', { name: '填写示例：委托书' }));
    const example = within(await screen.findByRole('dialog', { name: '填写示例：委托书' }));
    expect(example.getAllByRole<HTMLImageElement>('img').map(({ src, alt }) => [src, alt])).toEqual([
      [order?.exampleImages[0], '委托书的示例图 1'],
      [order?.exampleImages[1], '委托书的示例图 2'],
    ]);
    expect(screen.getByRole('dialog', { name: '填写示例：委托书' }).style.width).toBe('900px');
    await user.click(example.getByRole('button', { name: '关闭' }));

    await user.click(choice);
    await user.upload(
      section('attachments').getByLabelText('委托附件', { selector: 'input' }),
      new File(['x'], '证明.pdf'),
    );
    expect(await section('attachments').findByRole('link', { name: /证明.pdf/ })).toBeTruthy();
    expect(uploads.received.at(-1)?.fields).toMatchObject({ accessoryTypeID: proof?.id });
    const added = section('attachments')
      .getAllByRole('listitem')
      .find((item) => item.textContent?.includes('证明.pdf'));
    expect(added?.textContent).toContain('质量证明书');
  });

  it('FI-006 disable the delete button of a read-only file', async () => {
    storedFiles = [accessory({ readonly: true })];
    show(consignmentWith(), true);
    expect(
      (await section('attachments').findByRole<HTMLButtonElement>('button', { name: '删除附件 a.pdf' })).disabled,
    ).toBe(true);
  });

  it('upload a file for the consignment, list it, and report one change of the consignment', async () => {
    const view = consignmentWith();
    let changes = 0;
    uploads.respondWith(uploadAccessory, ({ file, fields }) => {
      const added = accessory({ name: file.name, foreignKey: fields['foreignKey'] ?? '' });
      storedFiles = [...storedFiles, added];
      return added;
    });
    show(view, true, async () => {
      changes += 1;
    });
    await section('attachments').findByText('a.pdf');
    await user.upload(
      section('attachments').getByLabelText('委托附件', { selector: 'input' }),
      new File(['x'], '取样照片.jpg'),
    );
    expect(await section('attachments').findByRole('link', { name: /取样照片.jpg/ })).toBeTruthy();
    expect(uploads.received.map(({ fields }) => fields)).toEqual([
      { foreignKey: view.id, foreignTable: 'BU_ConsignInfo', accessoryType: view.id, isReplace: 'true' },
    ]);
    expect(changes).toBe(1);
  });

  it('show the error of a failed list in its own section with a retry, while the other sections still load', async () => {
    server.refuse(getAccessory, { status: 409, message: '暂时不能读取' });
    show(consignmentWith(), true);
    expect((await section('attachments').findByRole('alert')).textContent).toContain(
      '委托附件没有加载出来：暂时不能读取',
    );
    await act(() => chooseLanguage('en'));
    expect(section('attachments').getByRole('alert').textContent).toContain('could not be loaded: 暂时不能读取');
    await act(() => chooseLanguage('zh'));
    expect(section('signatures').getByText('还没有签名图片。')).toBeTruthy();
    expect(section('attachments').getByRole<HTMLButtonElement>('button', { name: '选择文件 委托附件' }).disabled).toBe(
      true,
    );
    server.respondWith(getAccessory, () => storedFiles);
    await user.click(section('attachments').getByRole('button', { name: '重试' }));
    expect(await section('attachments').findByText('a.pdf')).toBeTruthy();
  });
});

describe('the loading of attachments', () => {
  const Probe = ({ id }: { id: string }) => {
    const { files, load } = useAttachments(id);
    return (
      <button type="button" onClick={load}>
        {files.data?.length ?? 'none'}
      </button>
    );
  };
  const probe = (id: string) => (
    <QueryClientProvider client={queryClient}>
      <Probe id={id} />
    </QueryClientProvider>
  );

  it('K-006 sends one request for five quick triggers; the limits are 10 attachments, 10 MB a file and 1 file an upload', async () => {
    queryClient.clear();
    render(probe(crypto.randomUUID()));
    const button = screen.getByRole('button');
    for (let press = 0; press < 5; press += 1) button.click();
    await waitFor(() => expect(button.textContent).toBe('1'));
    expect(server.requestsTo(getAccessory)).toHaveLength(1);
    expect([ATTACHMENT_LIMIT, MAX_FILE_BYTES, UPLOAD_LIMIT]).toEqual([10, 10_485_760, 1]);
    storedFiles = [accessory(), accessory()];
    for (let press = 0; press < 5; press += 1) button.click();
    await waitFor(() => expect(button.textContent).toBe('2'));
    expect(server.requestsTo(getAccessory)).toHaveLength(2);
  });

  it('requests only the last consignment when the id changes five times in a row', async () => {
    queryClient.clear();
    const ids = Array.from({ length: 5 }, () => crypto.randomUUID());
    const { rerender } = render(probe(''));
    for (const id of ids) rerender(probe(id));
    await waitFor(() =>
      expect(server.requestsTo(getAccessory).map(({ query }) => query['foreignKey'])).toEqual([ids.at(-1)]),
    );
  });
});
