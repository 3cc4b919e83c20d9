import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { deflateRawSync } from 'node:zlib';
import { v4 } from 'uuid';
import {
  deleteAccessory,
  downloadFileByAccessoryId,
  getAccessory,
  getAccessoryTypes,
  getLimsConsignAttachments,
  getPreAttachments,
  uploadAccessory,
  uploadFile,
  type Accessory,
} from '#contract';
import { handle, load } from '#domain/event-sourcing';
import { ATTACHMENT_EXTENSIONS } from '#domain/files';
import { testingUnit, testingUnitProfileOf } from '#domain/units';
import { createDraft, startConsignment } from '#harness/consignments/drafts';
import { createConsignmentAt, readConsignment } from '#harness/consignments/stages';
import { newLaboratory, systemContext } from '#harness/consignments/units';
import type { Client, UploadedFilePart } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import {
  fileOf,
  largestPdf,
  zipWithFalseSizes,
  pdfOf,
  executableBytes,
  tooLargePdf,
  zipOf,
} from '#harness/files/files';

let service: Service;
let client: Client;
/** Two kinds of attachments that are offered. */
let photos: string;
let plans: string;
let clock = Date.parse('2026-11-21T08:00:00.000Z');

beforeAll(async () => {
  service = await startService({ now: () => new Date(clock), repeatsCommands: true });
  client = await service.as('client1');
  [photos = '', plans = ''] = (await client.do(getAccessoryTypes, { query: { type: 0 } })).map(({ id }) => id);
});
afterAll(() => service.close());

const pdf: UploadedFilePart = { name: '委托书.pdf', content: fileOf['.pdf'] };
const attach = (id: string, file: UploadedFilePart, fields: object = {}, headers = {}) =>
  client.call(uploadAccessory, {
    body: { foreignKey: id, foreignTable: 'BU_ConsignInfo', accessoryType: id, ...fields },
    file,
    headers,
  });
const attached = async (id: string, file: UploadedFilePart = pdf, fields: object = {}): Promise<Accessory> => {
  const { result, failure } = await attach(id, file, fields);
  if (failure) throw new Error(JSON.stringify(failure));
  return result;
};
const listed = (id: string, asker = client, query: object = {}) =>
  asker.do(getAccessory, { query: { foreignKey: id, ...query } });
const openUrl = (url: string) => fetch(service.url + url);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const failuresByLanguage = async (id: string, file: UploadedFilePart) =>
  Promise.all(
    ['zh-CN', 'en', 'es'].map(
      async (language) => (await attach(id, file, {}, { 'accept-language': language })).failure?.message,
    ),
  );

/** Hashes of all files the service was given while something ran. */
const storedWhile = async (run: () => Promise<unknown>): Promise<number> => {
  const put = jest.spyOn(service.engines.files, 'put');
  await run();
  const { length } = put.mock.calls;
  put.mockRestore();
  return length;
};

describe('an uploaded file', () => {
  it('is stored for its uploader in every supported file type', async () => {
    const { result } = await client.call(uploadFile, { file: pdf });
    expect(result).toEqual({
      uploadId: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
      name: '委托书.pdf',
      size: pdf.content.length,
    });
    for (const [extension, content] of Object.entries(fileOf))
      expect((await client.call(uploadFile, { file: { name: `a${extension.toUpperCase()}`, content } })).status).toBe(
        200,
      );
  });

  it('is refused if it is a disguised program, missing, too large or one of several, and nothing is stored', async () => {
    const lab = await service.as('lab1');
    const stored = await storedWhile(async () => {
      expect(
        (await lab.call(uploadFile, { file: { name: '检测报告.pdf', content: executableBytes } })).failure,
      ).toMatchObject({
        code: 'FILE_CONTENT_DIFFERS',
        message: '文件“检测报告.pdf”的内容与扩展名不符',
      });
      expect((await lab.call(uploadFile)).failure).toMatchObject({ code: 'FILE_MISSING' });
      expect(
        (await lab.call(uploadFile, { file: { name: '检测报告.pdf', content: tooLargePdf() } })).failure,
      ).toMatchObject({ code: 'FILE_TOO_LARGE' });
      const form = new FormData();
      for (const name of ['a.pdf', 'b.pdf']) form.append('file', new Blob([Uint8Array.from(fileOf['.pdf'])]), name);
      const several = await fetch(service.url + uploadFile.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${lab.token ?? ''}` },
        body: form,
      });
      expect([several.status, ((await several.json()) as { error: { code: string } }).error.code]).toEqual([
        400,
        'ONE_FILE_ONLY',
      ]);
      const jsonResponse = await fetch(service.url + uploadFile.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${lab.token ?? ''}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(jsonResponse.status).toBe(400);
    });
    expect(stored).toBe(0);
  });
});

describe('attachments', () => {
  it('FI-006 are added, listed for both units and the administrator, and downloaded with the same bytes and name', async () => {
    const { id } = await createConsignmentAt(service, 90);
    const name = '现场见证取样记录（第 1 批）.docx';
    const attachment = await attached(
      id,
      { name, content: fileOf['.docx'] },
      { accessoryTypeID: photos, readonly: true },
    );
    expect(attachment).toMatchObject({
      name,
      size: fileOf['.docx'].length,
      creationTime: '2026-11-21T08:00:00.000Z',
      foreignTable: 'BU_ConsignInfo',
      foreignKey: id,
      accessoryType: id,
      accessoryTypeID: photos,
      readonly: true,
    });

    for (const userName of ['client1', 'lab1', 'admin']) {
      const reader = await service.as(userName);
      const [listedFile] = await listed(id, reader);
      expect(listedFile).toMatchObject({ id: attachment.id, name });
      const response = await openUrl(listedFile?.url ?? '');
      expect(await bytesOf(response)).toEqual(fileOf['.docx']);
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      );
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const { rawBody: downloaded } = await reader.call(downloadFileByAccessoryId, { query: { id: attachment.id } });
      expect(Buffer.from(downloaded as Uint8Array)).toEqual(fileOf['.docx']);
    }
  });

  it('are listed for an auditor but cannot be opened, because they may contain personal data', async () => {
    const { id } = await createConsignmentAt(service, 90);
    const attachment = await attached(id);
    const auditor = await service.as('auditor');
    expect(await listed(id, auditor)).toEqual([{ ...attachment, url: '' }]);
    expect(await auditor.call(downloadFileByAccessoryId, { query: { id: attachment.id } })).toMatchObject({
      status: 403,
      failure: { code: 'FILE_WITHHELD', message: '文件含有姓名、电话等个人信息，不向当前角色显示' },
    });
  });

  it('are shown in the browser if it can display them, and are saved otherwise', async () => {
    const { id } = await createDraft(client);
    for (const [name, disposition] of [
      ['a.pdf', 'inline'],
      ['b.jpg', 'inline'],
      ['c.zip', 'attachment'],
      ['d.xls', 'attachment'],
    ] as const) {
      const { url } = await attached(id, { name, content: fileOf[`.${name.slice(2)}` as '.pdf'] });
      expect((await openUrl(url)).headers.get('content-disposition')).toBe(`${disposition}; filename*=UTF-8''${name}`);
    }
  });

  it('can be opened for five minutes after they were listed, and only under their own address', async () => {
    const { id } = await createDraft(client);
    const { url } = await attached(id);
    expect((await openUrl(url)).status).toBe(200);
    expect((await openUrl(`${url}x`)).status).toBe(404);
    const { result } = await client.call(uploadFile, { file: pdf });
    expect((await openUrl(`/api/v1/documents/${result.uploadId}`)).status).toBe(404);
    clock += 5 * 60 * 1000;
    expect((await openUrl(url)).status).toBe(404);
    expect((await openUrl((await listed(id))[0]?.url ?? '')).status).toBe(200);
  });

  it('FI-012 are accepted in the eight file types, with extensions in upper case too', async () => {
    const { id } = await createDraft(client);
    for (const extension of ATTACHMENT_EXTENSIONS)
      expect((await attach(id, { name: `委托${extension.toUpperCase()}`, content: fileOf[extension] })).status).toBe(
        200,
      );
    for (const name of ['a.png', 'a.exe'])
      expect((await attach(id, { name, content: fileOf['.png'] })).failure).toMatchObject({
        code: 'FILE_TYPE_UNSUPPORTED',
        message: `不支持文件“${name}”的格式，仅支持：${ATTACHMENT_EXTENSIONS.join(' ')}`,
      });
  });

  it('VA-023 of 10485760 bytes are accepted; one byte more is refused in the caller’s language and not stored', async () => {
    const { id } = await createDraft(client);
    expect((await attach(id, { name: '竣工图.pdf', content: largestPdf() })).status).toBe(200);
    const stored = await storedWhile(async () =>
      expect(await failuresByLanguage(id, { name: '竣工图.pdf', content: tooLargePdf() })).toEqual([
        '文件大小不能超过10M',
        'file size cannot exceed 10M',
        'el tamaño del archivo no puede superar 10M',
      ]),
    );
    expect(stored).toBe(0);
    expect(await listed(id)).toHaveLength(1);
  });

  it('FI-010 are refused if disguised, too large, of a wrong type or named with a path, and nothing is stored', async () => {
    const { id, revision } = await createDraft(client);
    const refused: [string, Buffer, string][] = [
      ['安装说明.pdf', executableBytes, 'FILE_CONTENT_DIFFERS'],
      ['安装说明.docx', zipOf('setup.exe'), 'FILE_CONTENT_DIFFERS'],
      ['照片.jpg', fileOf['.png'], 'FILE_CONTENT_DIFFERS'],
      ['空.pdf', Buffer.alloc(0), 'FILE_EMPTY'],
      ['a.pdf.exe', executableBytes, 'FILE_TYPE_UNSUPPORTED'],
      ['../../a.pdf', fileOf['.pdf'], 'FILE_NAME_INVALID'],
      ['C:\\a.pdf', fileOf['.pdf'], 'FILE_NAME_INVALID'],
      ['大.pdf', tooLargePdf(), 'FILE_TOO_LARGE'],
    ];
    const stored = await storedWhile(async () => {
      for (const [name, content, code] of refused)
        expect([name, (await attach(id, { name, content })).failure?.code]).toEqual([name, code]);
    });
    expect([stored, await listed(id), (await readConsignment(client, id)).revision]).toEqual([0, [], revision]);
  });

  it('that are archives are unpacked to measure them, and one that is too large despite its stated sizes is refused', async () => {
    const { id } = await createDraft(client);
    const zeros = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));
    const stored = await storedWhile(async () =>
      expect(
        (await attach(id, { name: '资料.zip', content: zipWithFalseSizes(...Array<Buffer>(9).fill(zeros)) })).failure,
      ).toMatchObject({ code: 'FILE_UNPACKS_BADLY' }),
    );
    expect([stored, await listed(id)]).toEqual([0, []]);
    expect((await attached(id, { name: '资料.zip', content: zipWithFalseSizes(zeros) })).name).toBe('资料.zip');
  });

  it('FI-012 are limited to ten for each attachment type, and the eleventh is refused before it is stored', async () => {
    const { id } = await startConsignment(client);
    for (let n = 1; n <= 10; n += 1) await attached(id, { name: `${n}.pdf`, content: fileOf['.pdf'] });
    const stored = await storedWhile(async () =>
      expect((await attach(id, { name: '11.pdf', content: fileOf['.pdf'] })).failure).toMatchObject({
        code: 'TOO_MANY_FILES',
        message: '当前限制选择 10 个文件，本次选择了 1 个文件，共选择了 11 个文件',
      }),
    );
    expect(stored).toBe(0);
    expect((await attach(id, { name: '11.pdf', content: fileOf['.pdf'] }, { accessoryTypeID: photos })).status).toBe(
      200,
    );
  });

  it('AT-001 have an attachment type that is offered for the consignment type, or none', async () => {
    const { id } = await createDraft(client);
    const [appointmentType] = (await client.do(getAccessoryTypes, { query: { type: 1 } })).filter(
      (kind) => kind.id !== photos && kind.id !== plans,
    );
    const stored = await storedWhile(async () => {
      for (const accessoryTypeID of [v4(), 'photos', appointmentType?.id])
        expect((await attach(id, pdf, { accessoryTypeID })).failure).toMatchObject({
          code: 'ACCESSORY_TYPE_UNKNOWN',
          message: '附件类型不存在或已停用，请重新选择',
        });
    });
    expect([stored, await listed(id)]).toEqual([0, []]);
    expect((await attached(id, pdf, { accessoryTypeID: '' })).accessoryTypeID).toBe('');
  });

  it('FI-003 are filtered by attachment type only if the filter is forced', async () => {
    const { id } = await createDraft(client);
    await attached(id, pdf, { accessoryTypeID: photos });
    await attached(id, { ...pdf, name: '照片.pdf' }, { accessoryTypeID: plans });
    const names = async (query: object) => (await listed(id, client, query)).map(({ name }) => name);
    expect(await names({ accessoryTypeID: plans, forceFilterAccessoryTypeID: 'true' })).toEqual(['照片.pdf']);
    expect(await names({ accessoryTypeID: plans, forceFilterAccessoryTypeID: 'false' })).toEqual([
      '委托书.pdf',
      '照片.pdf',
    ]);
    expect(await names({ accessoryType: v4() })).toEqual([]);
  });

  it('FI-002 are stored with the fields that were sent, and replace one of the same type and name on request', async () => {
    const { id } = await createDraft(client);
    const first = await attached(id);
    const newer = { ...pdf, content: pdfOf(500) };
    const second = await attached(id, newer, { isReplace: 'true' });
    expect((await listed(id)).map((each) => [each.id, each.size])).toEqual([[second.id, 500]]);
    expect(
      await attached(
        id,
        { ...pdf, name: '图.pdf' },
        { accessoryTypeID: plans, readonly: 'true', forceFilterAccessoryTypeID: 'true' },
      ),
    ).toMatchObject({
      name: '图.pdf',
      foreignTable: 'BU_ConsignInfo',
      foreignKey: id,
      accessoryType: id,
      accessoryTypeID: plans,
      readonly: true,
    });
    expect((await client.call(downloadFileByAccessoryId, { query: { id: first.id } })).failure).toMatchObject({
      code: 'NO_SUCH_ATTACHMENT',
    });
    expect(await attached(id, newer, { isReplace: 'true' })).toMatchObject({ id: second.id });
    await attached(id, newer);
    expect(await listed(id)).toHaveLength(3);
    const fixed = await attached(id, { ...pdf, name: '只读.pdf' }, { readonly: 'true' });
    const replacement = { readonly: 'true', isReplace: 'true' };
    expect(await attached(id, { ...pdf, name: '只读.pdf' }, replacement)).toMatchObject({ id: fixed.id });
    expect((await attach(id, { ...newer, name: '只读.pdf' }, replacement)).failure).toMatchObject({
      code: 'ATTACHMENT_READONLY',
    });
  });

  it('are added once if the request is repeated, and are not added again after they were deleted', async () => {
    const { id } = await createDraft(client);
    const key = { 'idempotency-key': v4() };
    const { result: first, revision } = await attach(id, pdf, {}, key);
    const repeated = await attach(id, pdf, {}, key);
    expect([repeated.result.id, repeated.revision]).toEqual([first.id, revision]);
    expect(await listed(id)).toHaveLength(1);
    await client.do(deleteAccessory, { query: { id: first.id } });
    expect((await attach(id, pdf, {}, key)).result).toMatchObject({ id: first.id, name: pdf.name });
    expect(await listed(id)).toEqual([]);
  });

  it('increase the revision and respect If-Match', async () => {
    const { id, revision } = await createDraft(client);
    const { revision: newRevision } = await attach(id, pdf, {}, { 'if-match': `"${revision}"` });
    expect(newRevision).toBe(revision + 1);
    expect((await attach(id, pdf, {}, { 'if-match': `"${revision}"` })).status).toBe(412);
  });

  it('FI-004 can no longer be downloaded after they were deleted, and read-only ones cannot be deleted', async () => {
    const { id } = await createDraft(client);
    const { id: attachmentId } = await attached(id);
    expect(await client.do(deleteAccessory, { query: { id: attachmentId } })).toBe(true);
    expect(await listed(id)).toEqual([]);
    expect((await client.call(downloadFileByAccessoryId, { query: { id: attachmentId } })).status).toBe(404);
    expect((await client.call(deleteAccessory, { query: { id: attachmentId, consignId: id } })).failure).toMatchObject({
      code: 'NO_SUCH_ATTACHMENT',
      message: '附件不存在或已删除',
    });
    const fixed = await attached(id, pdf, { readonly: 'true' });
    expect((await client.call(deleteAccessory, { query: { id: fixed.id } })).failure).toMatchObject({
      code: 'ATTACHMENT_READONLY',
    });
  });

  it('are deleted once by a repeated request that names no consignment', async () => {
    const { id } = await createDraft(client);
    const { id: attachmentId } = await attached(id);
    const request = { query: { id: attachmentId }, headers: { 'idempotency-key': v4() } };
    const first = await client.call(deleteAccessory, request);
    await service.catchUp();
    const repeated = await client.call(deleteAccessory, request);
    expect([first.status, repeated.status, repeated.revision]).toEqual([200, 200, first.revision]);
  });

  it('can be added only while the consignment may be edited', async () => {
    for (const status of [20, 30, 60, 80] as const) {
      const { id } = await createConsignmentAt(service, status);
      const stored = await storedWhile(async () =>
        expect([status, (await attach(id, pdf)).failure?.code]).toEqual([status, 'NOT_IN_THIS_STATUS']),
      );
      expect(stored).toBe(0);
    }
    for (const status of [40, 50, 70, 90] as const)
      expect([status, (await attach((await createConsignmentAt(service, status)).id, pdf)).status]).toEqual([
        status,
        200,
      ]);
  });

  it('FI-005 of another unit cannot be listed, downloaded, added or deleted', async () => {
    const { id } = await createConsignmentAt(service, 40);
    const { id: attachmentId } = await attached(id);
    for (const userName of ['client2', 'lab2']) {
      const stranger = await service.as(userName);
      const codes = [
        (await stranger.call(getAccessory, { query: { foreignKey: id } })).failure?.code,
        (await stranger.call(downloadFileByAccessoryId, { query: { id: attachmentId } })).failure?.code,
        (await stranger.call(getLimsConsignAttachments, { query: { consignId: id } })).failure?.code,
      ];
      expect([userName, ...codes]).toEqual([userName, 'NOT_YOURS', 'NOT_YOURS', 'NOT_YOURS']);
    }
    const otherClient = await service.as('client2');
    const stored = await storedWhile(async () =>
      expect((await otherClient.call(uploadAccessory, { body: { foreignKey: id }, file: pdf })).failure?.code).toBe(
        'NOT_YOURS',
      ),
    );
    expect(stored).toBe(0);
    expect((await otherClient.call(deleteAccessory, { query: { id: attachmentId } })).failure?.code).toBe('NOT_YOURS');
    expect(
      (
        await otherClient.call(deleteAccessory, {
          query: { id: attachmentId, consignId: (await startConsignment(otherClient)).id },
        })
      ).failure?.code,
    ).toBe('NO_SUCH_ATTACHMENT');
    expect(await listed(id)).toHaveLength(1);
  });

  it('FI-008 SAPI-024 PRE-003 for a laboratory without a system are returned by attachmentName and can be opened until deleted', async () => {
    const {
      id,
      samples: [sample],
    } = await createConsignmentAt(service, 90);
    const [ownAttachment, sampleAttachment] = [
      await attached(id),
      await attached(sample?.id ?? '', { name: '取样照片.jpg', content: fileOf['.jpg'] }, { accessoryType: id }),
    ];
    for (const userName of ['client1', 'lab1']) {
      const reader = await service.as(userName);
      const { attachments, sampleAttachments } = await reader.do(getLimsConsignAttachments, {
        query: { consignId: id },
      });
      expect([attachments, sampleAttachments]).toEqual([
        [{ id: ownAttachment.id, attachmentName: '委托书.pdf', url: expect.stringMatching(/^\//) }],
        [
          {
            sampleId: sample?.id,
            attachments: [
              { id: sampleAttachment.id, attachmentName: '取样照片.jpg', url: expect.stringMatching(/^\//) },
            ],
          },
        ],
      ]);
      for (const [file, content] of [
        [attachments[0], fileOf['.pdf']],
        [sampleAttachments[0]?.attachments[0], fileOf['.jpg']],
      ] as const) {
        const response = await openUrl(file?.url ?? '');
        expect([response.headers.get('content-disposition'), await bytesOf(response)]).toEqual([
          `inline; filename*=UTF-8''${encodeURIComponent(file?.attachmentName ?? '')}`,
          content,
        ]);
      }
      expect(
        (await reader.do(getPreAttachments, { query: { consignId: id } })).map(({ attachmentName }) => attachmentName),
      ).toEqual(['委托书.pdf', '取样照片.jpg']);
    }
    expect(
      (await (await service.as('auditor')).do(getLimsConsignAttachments, { query: { consignId: id } })).attachments,
    ).toEqual([{ id: ownAttachment.id, attachmentName: '委托书.pdf', url: '' }]);
    await client.do(deleteAccessory, { query: { id: ownAttachment.id } });
    expect((await client.do(getLimsConsignAttachments, { query: { consignId: id } })).attachments).toEqual([]);
    expect((await client.call(downloadFileByAccessoryId, { query: { id: ownAttachment.id } })).status).toBe(404);
  });

  it('for a laboratory with its own system are not returned here, which is not an error', async () => {
    const lab = await newLaboratory(service, {});
    const { id } = await createDraft(client, { lab });
    await attached(id);
    const { state: unit } = await load(service.engines.eventStore, testingUnit, lab.testUnitId);
    if (!unit) throw new Error('the laboratory is gone');
    await handle(
      service.engines.eventStore,
      testingUnit,
      lab.testUnitId,
      {
        type: 'ChangeTestingUnit',
        unit: { ...testingUnitProfileOf(unit), lmisType: 1, lmisurl: 'https://lims.example.com' },
      },
      systemContext(),
    );
    expect(await client.do(getLimsConsignAttachments, { query: { consignId: id } })).toEqual({
      attachments: [],
      sampleAttachments: [],
    });
  });
});
