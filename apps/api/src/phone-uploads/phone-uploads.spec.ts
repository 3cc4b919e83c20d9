import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import {
  commitConsignInfo,
  createQRCodeKey,
  downloadFileByAccessoryId,
  getAccessory,
  getPhoneUploads,
  getSigning,
  getUserInfo,
  signByKey,
  uploadByKey,
  type MobilePage,
} from '#contract';
import { attachmentState, consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { addCement, createSubmittableDraft } from '#harness/consignments/drafts';
import { createConsignmentAt } from '#harness/consignments/stages';
import { newClient } from '#harness/consignments/units';
import { fileOf, tooLargePdf } from '#harness/files/files';
import type { Client, UploadedFilePart } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const MINUTE = 60_000;
const photo: UploadedFilePart = { name: '现场照片.jpg', content: fileOf['.jpg'] };

let now = Date.parse('2026-11-21T04:00:00.000Z');
const logged: string[] = [];
let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService({
    now: () => new Date(now),
    logger: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
  });
  client = await service.as('client1');
});
afterAll(() => service.close());
beforeEach(() => {
  now += 60 * MINUTE;
});

const newSample = async () => {
  const {
    id,
    samples: [sample],
  } = await createSubmittableDraft(client);
  return { id, sampleId: sample?.id ?? '' };
};
const keyFor = (id: string, data: MobilePage = 'entrustUploadFilesinfo') =>
  client.do(createQRCodeKey, { body: { ids: [id], data } });
/** A phone: it has the key and nothing else. */
const phone = {
  look: (key: string) => service.stranger.call(getPhoneUploads, { query: { key } }),
  send: (
    key: string,
    { file = photo, kind = '', press = '' }: { file?: UploadedFilePart; kind?: string; press?: string } = {},
  ) =>
    service.stranger.call(uploadByKey, {
      query: { key },
      body: { accessoryTypeID: kind },
      file,
      headers: press === '' ? {} : { 'idempotency-key': press },
    }),
};
const listed = async (foreignKey: string, accessoryType = '') =>
  (await client.do(getAccessory, { query: { foreignKey, accessoryType } })).map(({ name }) => name);

describe('files from a phone', () => {
  it('belong to the consignment, are listed on the desktop too, and are recorded for the user who created the key', async () => {
    const { id } = await newSample();
    const key = await keyFor(id);
    const page = await phone.look(key);
    expect(page.result).toMatchObject({
      expiresAt: new Date(now + 10 * MINUTE).toISOString(),
      projectName: expect.any(String),
      testContent: '普通硅酸盐水泥',
      files: [],
      limit: 10,
    });
    expect([
      page.result.extensions.includes('.jpg'),
      page.result.extensions.includes('.png'),
      page.result.maxBytes,
    ]).toEqual([true, false, 10_485_760]);
    const [kind] = page.result.kinds;

    const { status, result } = await phone.send(key, { kind: kind?.id ?? '' });
    expect([status, result]).toEqual([
      200,
      {
        id: expect.any(String),
        name: photo.name,
        size: photo.content.length,
        creationTime: new Date(now).toISOString(),
        accessoryTypeID: kind?.id,
      },
    ]);
    const [storedFile] = await client.do(getAccessory, { query: { foreignKey: id, accessoryType: id } });
    expect(storedFile).toMatchObject({
      id: result.id,
      name: photo.name,
      foreignTable: 'BU_ConsignInfo',
      foreignKey: id,
      accessoryType: id,
      accessoryTypeID: kind?.id,
    });
    expect(
      Buffer.from((await client.call(downloadFileByAccessoryId, { query: { id: result.id } })).rawBody as Uint8Array),
    ).toEqual(fileOf['.jpg']);
    expect((await phone.look(key)).result.files).toEqual([result]);
    const { events } = await load(service.engines.eventStore, consignment, id);
    expect(events.at(-1)?.metadata.by.userId).toBe((await client.do(getUserInfo, {})).userId);
  });

  it('of a sample belong to that sample only, whose id is matched without dashes', async () => {
    const { id, sampleId } = await newSample();
    const otherSampleId = await addCement(client, id);
    const key = await keyFor(sampleId, 'sampleUploadFilesinfo');
    expect((await phone.look(key)).result).toMatchObject({
      testContent: '普通硅酸盐水泥',
      extensions: expect.arrayContaining(['.png']),
    });
    await phone.send(key, { file: { name: '取样.png', content: fileOf['.png'] } });
    expect([await listed(sampleId, id), await listed(otherSampleId), await listed(id)]).toEqual([['取样.png'], [], []]);
    const all = await client.do(getAccessory, { query: { foreignKey: id, withSamples: 'true' } });
    expect([...attachmentState(all, id).bySample.keys()]).toEqual([sampleId.replaceAll('-', '')]);
  });

  it('are stored once if the phone repeats the request within the hour; another photo of the same name is another file', async () => {
    const { id } = await newSample();
    const key = await keyFor(id);
    const first = await phone.send(key, { press: 'one press' });
    expect(await phone.send(key, { press: 'one press' })).toMatchObject({
      status: 200,
      result: { id: first.result.id },
    });
    now += 30 * MINUTE;
    expect(await phone.send(key, { press: 'one press' })).toMatchObject({
      status: 200,
      result: { id: first.result.id },
    });
    expect(await listed(id)).toEqual([photo.name]);
    now += 40 * MINUTE; // an hour after the key ran out its file is not even read
    expect(await phone.send(key, { press: 'one press' })).toMatchObject({
      status: 409,
      failure: { code: 'KEY_EXPIRED' },
    });
    const newKey = await keyFor(id);
    await phone.send(newKey, {
      file: { ...photo, content: Buffer.concat([fileOf['.jpg'], Buffer.from('2')]) },
      press: 'another press',
    });
    expect(await listed(id)).toEqual([photo.name, photo.name]);
  });

  it('are checked like those of the desktop: by name, size, content and number', async () => {
    const { id } = await newSample();
    const key = await keyFor(id);
    expect((await phone.send(key, { file: { name: 'a.png', content: fileOf['.png'] } })).failure).toMatchObject({
      code: 'FILE_TYPE_UNSUPPORTED',
    });
    expect((await phone.send(key, { file: { name: 'a.jpg', content: fileOf['.png'] } })).failure).toMatchObject({
      code: 'FILE_CONTENT_DIFFERS',
      message: '文件“a.jpg”的内容与扩展名不符',
    });
    expect((await phone.send(key, { file: { name: 'a.pdf', content: tooLargePdf() } })).failure?.code).toBe(
      'FILE_TOO_LARGE',
    );
    for (let n = 0; n < 10; n += 1)
      expect((await phone.send(key, { file: { ...photo, name: `${n}.jpg` } })).status).toBe(200);
    expect((await phone.send(key)).failure).toMatchObject({ code: 'TOO_MANY_FILES' });
    expect(await listed(id)).toHaveLength(10);
  });
});

describe('an upload key', () => {
  it('QR-009 opens only its own page and its own ids, and nothing if it is made up or altered', async () => {
    const [{ id, sampleId }, { id: otherId }] = [await newSample(), await newSample()];
    const key = await keyFor(id);
    const bytes = Buffer.from(key, 'base64url');
    const foreign = Buffer.concat([bytes.subarray(0, -16), Buffer.from(otherId.replaceAll('-', ''), 'hex')]);
    const sampleKey = Buffer.from(bytes);
    sampleKey.writeUInt8(2, 16 + 1);
    const signing = await client.do(createQRCodeKey, {
      body: { ids: [(await createConsignmentAt(service, 80)).id], data: 'signList' },
    });
    for (const invalidKey of ['x', foreign.toString('base64url'), sampleKey.toString('base64url'), signing]) {
      expect((await phone.look(invalidKey)).failure).toMatchObject({ code: 'NO_SUCH_KEY' });
      expect((await phone.send(invalidKey)).status).toBe(404);
    }
    expect((await service.stranger.call(getSigning, { query: { key } })).status).toBe(404);
    expect(
      (await service.stranger.call(signByKey, { query: { key }, body: { version: '1', signImage: '' } })).status,
    ).toBe(404);
    expect([await listed(id), await listed(otherId), await listed(sampleId)]).toEqual([[], [], []]);
  });

  it('QR-009 expires after ten minutes, and is refused when the consignment can no longer be edited', async () => {
    const { id } = await newSample();
    const key = await keyFor(id);
    now += 10 * MINUTE;
    for (const { status, failure } of [await phone.look(key), await phone.send(key)])
      expect([status, failure]).toMatchObject([409, { code: 'KEY_EXPIRED' }]);
    const newKey = await keyFor(id);
    await client.do(commitConsignInfo, { query: { consignInfoIds: id } });
    logged.length = 0;
    for (const { status, failure } of [await phone.look(newKey), await phone.send(newKey)])
      expect([status, failure?.code]).toEqual([409, 'NOT_IN_THIS_STATUS']);
    expect(
      logged.filter((line) => line.includes('a key was refused') && line.includes('NOT_IN_THIS_STATUS')),
    ).toHaveLength(2);
    expect(await listed(id)).toEqual([]);
  });

  it('QR-009 cannot be created by another unit, and is not written to the log', async () => {
    const { id } = await newSample();
    expect(
      (await (await newClient(service)).call(createQRCodeKey, { body: { ids: [id], data: 'entrustUploadFilesinfo' } }))
        .status,
    ).toBe(403);
    const key = await keyFor(id);
    logged.length = 0;
    await phone.send(key);
    await phone.look('made-up');
    const lines = logged.join('');
    expect(lines).toContain('a key was refused');
    expect(lines).not.toContain(key);
  });
});
