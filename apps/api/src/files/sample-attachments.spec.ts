import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { v4 } from 'uuid';
import {
  changeTestingUnit,
  deleteAccessory,
  deleteBuSampleInfo,
  downloadFileByAccessoryId,
  getAccessory,
  getAccessoryTypes,
  uploadAccessory,
  uploadFile,
  type Accessory,
} from '#contract';
import { REPORT_EXTENSIONS } from '#domain/files';
import { addCement, createDraft } from '#harness/consignments/drafts';
import { createConsignmentAt, ifMatch, readConsignment } from '#harness/consignments/stages';
import { LAB2 } from '#harness/consignments/units';
import type { Client, UploadedFilePart } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { fileOf, largestPdf, tooLargePdf } from '#harness/files/files';

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  client = await service.as('client1');
});
afterAll(() => service.close());

const picture: UploadedFilePart = { name: '取样照片.png', content: fileOf['.png'] };
type SampleKey = { consignId: string; sampleId: string };
const newSample = async (): Promise<SampleKey> => {
  const { id: consignId } = await createDraft(client);
  return { consignId, sampleId: await addCement(client, consignId) };
};
const attach = (
  { consignId, sampleId }: SampleKey,
  file: UploadedFilePart = picture,
  fields: object = {},
  by = client,
) =>
  by.call(uploadAccessory, {
    body: {
      foreignKey: sampleId,
      foreignTable: 'BU_ConsignInfo',
      accessoryType: consignId,
      isReplace: 'true',
      ...fields,
    },
    file,
  });
const attached = async (where: SampleKey, file?: UploadedFilePart, fields?: object): Promise<Accessory> => {
  const { result, failure } = await attach(where, file, fields);
  if (failure) throw new Error(JSON.stringify(failure));
  return result;
};
const listed = async (query: { foreignKey: string; accessoryType?: string; withSamples?: string }, by = client) =>
  (await by.do(getAccessory, { query: { foreignTable: 'BU_ConsignInfo', ...query } })).map(({ name }) => name);

describe('a file of a sample', () => {
  it('AT-007 SAPI-025 is uploaded with the five parts, and the response contains what was stored', async () => {
    const where = await newSample();
    const { status, rawBody: body, result } = await attach(where);
    expect([status, body]).toEqual([200, expect.objectContaining({ success: true })]);
    expect(result).toMatchObject({
      name: picture.name,
      foreignKey: where.sampleId,
      foreignTable: 'BU_ConsignInfo',
      accessoryType: where.consignId,
      url: expect.stringMatching(/^\/api\/v1\/documents\//),
    });
    expect((await client.call(uploadFile, { file: picture })).rawBody).toMatchObject({
      success: true,
      result: { name: picture.name, uploadId: expect.any(String) },
    });
  });

  it('SAPI-022 is listed only under its own sample, and under its consignment only if samples are requested', async () => {
    const where = await newSample();
    const otherSampleId = await addCement(client, where.consignId);
    const { id } = await attached(where);
    const listedFiles = await client.do(getAccessory, {
      query: { foreignTable: 'BU_ConsignInfo', foreignKey: where.sampleId, accessoryType: where.consignId },
    });
    expect(listedFiles).toMatchObject([{ id, name: picture.name, foreignKey: where.sampleId }]);
    expect(await listed({ foreignKey: where.sampleId })).toEqual([picture.name]);
    expect([await listed({ foreignKey: otherSampleId }), await listed({ foreignKey: where.consignId })]).toEqual([
      [],
      [],
    ]);
    expect(await listed({ foreignKey: where.consignId, withSamples: 'true' })).toEqual([picture.name]);
    expect((await client.call(getAccessory, { query: { foreignKey: v4() } })).status).toBe(404);
    expect(
      (
        await client.call(getAccessory, {
          query: { foreignKey: otherSampleId, accessoryType: (await newSample()).consignId },
        })
      ).failure,
    ).toMatchObject({ code: 'NO_SUCH_SAMPLE' });
  });

  it('can no longer be listed or downloaded after it was deleted', async () => {
    const where = await newSample();
    const { id } = await attached(where);
    expect(
      Buffer.from((await client.call(downloadFileByAccessoryId, { query: { id } })).rawBody as Uint8Array),
    ).toEqual(fileOf['.png']);
    expect(await client.do(deleteAccessory, { query: { id } })).toBe(true);
    expect(await listed({ foreignKey: where.sampleId })).toEqual([]);
    expect((await client.call(downloadFileByAccessoryId, { query: { id } })).status).toBe(404);
  });

  it('AT-004 has one of eleven file types, with at most ten files for each attachment type and sample', async () => {
    const where = await newSample();
    const [kind] = await client.do(getAccessoryTypes, { query: { type: 0 } });
    if (!kind) throw new Error('no kind of attachment is offered');
    for (const [n, extension] of REPORT_EXTENSIONS.slice(0, 10).entries())
      expect(
        (await attach(where, { name: `${n}${extension}`, content: fileOf[extension] }, { accessoryTypeID: kind.id }))
          .status,
      ).toBe(200);
    const eleventh = REPORT_EXTENSIONS[10] ?? '';
    const eleventhReply = await attach(where, { name: `a${eleventh}`, content: fileOf[eleventh as '.png'] });
    expect(eleventhReply.status).toBe(200);
    expect(await client.do(deleteAccessory, { query: { id: eleventhReply.result.id } })).toBe(true);
    expect((await attach(where, { name: 'a.exe', content: fileOf['.png'] })).failure).toMatchObject({
      code: 'FILE_TYPE_UNSUPPORTED',
    });
    for (let n = 1; n <= 10; n += 1) await attached(where, { ...picture, name: `${n}.png` });
    expect((await attach(where, { ...picture, name: '11.png' })).failure).toMatchObject({ code: 'TOO_MANY_FILES' });
    const beside = { ...where, sampleId: await addCement(client, where.consignId) };
    expect((await attach(beside, { ...picture, name: '1.png' })).status).toBe(200);
    expect(
      (await client.call(uploadAccessory, { body: { foreignKey: where.consignId }, file: picture })).failure,
    ).toMatchObject({ code: 'FILE_TYPE_UNSUPPORTED' });
  });

  it('AT-005 of 10485760 bytes is accepted; one byte more is refused and not stored', async () => {
    const where = await newSample();
    expect(largestPdf()).toHaveLength(10_485_760);
    expect((await attach(where, { name: '检测报告.pdf', content: largestPdf() })).status).toBe(200);
    const put = jest.spyOn(service.engines.files, 'put');
    const { failure } = await client.call(uploadAccessory, {
      body: { foreignKey: where.sampleId, accessoryType: where.consignId },
      file: { name: '检测报告 2.pdf', content: tooLargePdf() },
      headers: { 'accept-language': 'en' },
    });
    expect([failure?.message, put.mock.calls.length]).toEqual(['file size cannot exceed 10M', 0]);
    put.mockRestore();
    expect(await listed({ foreignKey: where.sampleId })).toEqual(['检测报告.pdf']);
  });

  it('is removed with its sample and on a change of the testing unit; a file of the consignment stays', async () => {
    const where = await newSample();
    const { id } = await attached(where);
    await client.do(uploadAccessory, {
      body: { foreignKey: where.consignId },
      file: { name: '委托书.pdf', content: fileOf['.pdf'] },
    });
    await client.do(deleteBuSampleInfo, { query: { id: where.sampleId, consignId: where.consignId } });
    expect((await client.call(downloadFileByAccessoryId, { query: { id, consignId: where.consignId } })).status).toBe(
      404,
    );
    const second = { ...where, sampleId: await addCement(client, where.consignId) };
    await attached(second);
    const { revision } = await readConsignment(client, where.consignId);
    await client.do(changeTestingUnit, {
      query: { id: where.consignId },
      body: { testUnitId: LAB2.testUnitId },
      headers: ifMatch(revision),
    });
    expect(await listed({ foreignKey: where.consignId, withSamples: 'true' })).toEqual(['委托书.pdf']);
  });

  it('can be added only to samples of the client’s own consignment, and only while it may be edited', async () => {
    const [where, foreign] = [await newSample(), await newSample()];
    const put = jest.spyOn(service.engines.files, 'put');
    expect((await attach({ ...where, sampleId: foreign.sampleId })).failure).toMatchObject({ code: 'NO_SUCH_SAMPLE' });
    for (const userName of ['client2', 'lab1', 'lab2'])
      expect((await attach(where, picture, {}, await service.as(userName))).status).toBe(403);
    const submitted = await createConsignmentAt(service, 20);
    expect((await attach({ consignId: submitted.id, sampleId: submitted.samples[0]?.id ?? '' })).failure).toMatchObject(
      { code: 'NOT_IN_THIS_STATUS' },
    );
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
  });

  it('can be read by both units and the administrator, but not by other units', async () => {
    const { id: consignId, samples } = await createConsignmentAt(service, 40);
    const where = { consignId, sampleId: samples[0]?.id ?? '' };
    const { id } = await attached(where);
    for (const userName of ['client1', 'lab1', 'admin'])
      expect(await listed({ foreignKey: where.sampleId }, await service.as(userName))).toEqual([picture.name]);
    for (const userName of ['client2', 'lab2']) {
      const stranger = await service.as(userName);
      expect([
        (await stranger.call(getAccessory, { query: { foreignKey: where.sampleId } })).status,
        (await stranger.call(downloadFileByAccessoryId, { query: { id } })).status,
      ]).toEqual([403, 403]);
    }
  });
});

it('SAPI-023 attachment types are those of the consignment type without deleted ones, and a unit’s own types only for that unit', async () => {
  const typeNames = async (query: object) =>
    (await client.do(getAccessoryTypes, { query: { type: 0, containsIsDeleted: 'false', ...query } })).map(
      ({ name }) => name,
    );
  const rawMaterialTypes = await typeNames({});
  expect([
    rawMaterialTypes.includes('出厂质量证明书'),
    rawMaterialTypes.includes('旧版送样清单'),
    (await typeNames({ containsIsDeleted: 'true' })).includes('旧版送样清单'),
  ]).toEqual([true, false, true]);
  expect((await typeNames({ type: 1 })).filter((name) => rawMaterialTypes.includes(name))).toEqual([]);
  expect([
    rawMaterialTypes.includes('见证取样影像'),
    (await typeNames({ testUnitId: LAB2.testUnitId })).includes('见证取样影像'),
  ]).toEqual([false, true]);
});
