import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  enterLaterStage,
  getConsignSignAccessoryList,
  getRawMateriaConsignInfoList,
  sendJZSignMessage,
  setActualFee,
  signConsignments,
  type SaveConsignmentRequest,
} from '#contract';
import { SignatureEntry } from '#events';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { stopBeforeAppend } from '#harness/service/stop-before-append';
import { allowedActionsOf, reasonWhyForbidden } from '#harness/consignments/actions';
import { appendEvents } from '#harness/consignments/record';
import { createConsignmentAt, ifMatch, readConsignment, STATUSES } from '#harness/consignments/stages';
import { LAB2, newClient } from '#harness/consignments/units';

const NOW = '2026-11-21T08:00:00.000Z';
const hoursAgo = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString();
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService({ now: () => new Date(NOW), repeatsCommands: true });
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());

const witnessed: Partial<SaveConsignmentRequest> = {
  needWitnessUnit: true,
  needConstructionWitnessPersonSign: true,
  needWitnessPersonSign: true,
  constructionJzperson: '孙七',
  constructionJzphone: '13800000013',
  jhperson: '王五',
  jzphone: '13800000011',
};
/** In 60 with the consignor's signature and both witnesses still to sign. */
const awaitingWitnesses = async () => {
  const { id } = await createConsignmentAt(service, 80, { changes: witnessed });
  await client.do(signConsignments, { body: { ids: [id] } });
  return readConsignment(client, id);
};
const entry = (
  signType: SignatureEntry['signType'],
  signed: boolean,
  notifiedAt: string | null = null,
): SignatureEntry => ({
  id: v4(),
  signType,
  status: signed ? 1 : 0,
  senMsgStatus: notifiedAt === null ? 0 : 1,
  signMsgTime: notifiedAt,
});
/** In 60 with these entries and no others. */
const withEntries = async (...entries: SignatureEntry[]) => {
  const { id } = await createConsignmentAt(service, 60, { lab: LAB2 });
  await appendEvents(service, id, { type: 'SignatureRequested', data: { entries } });
  return id;
};

describe('the client', () => {
  it('CL-031 signs in status 80, which the laboratory sets; the consignment returns to 60 with a signed entry', async () => {
    const { id, revision } = await createConsignmentAt(service, 60);
    await lab.do(enterLaterStage, {
      query: { id },
      body: { consignStatus: 80, description: '费用已定', actFee: '123.40' },
      headers: ifMatch(revision),
    });
    expect(await readConsignment(client, id)).toMatchObject({ consignStatus: 80, actFee: '123.40' });
    expect(await allowedActionsOf(client, id)).toContain('sign');
    const { items } = await client.do(signConsignments, { body: { ids: [id] } });
    expect(items).toMatchObject([{ id, consignStatus: 60 }]);
    expect(await readConsignment(client, id)).toMatchObject({
      consignStatus: 60,
      buConsignInfoSign: [{ signType: 1, status: 1 }],
    });
  });

  it('can sign several consignments at once only if all await it, share one contact phone number and have a signature entry', async () => {
    const [awaitingSignature, second, received] = [
      await createConsignmentAt(service, 80),
      await createConsignmentAt(service, 80),
      await createConsignmentAt(service, 60),
    ];
    const otherPhone = await createConsignmentAt(service, 80, { changes: { linkPersonPhone: '13800000009' } });
    const withoutSignatures = await createConsignmentAt(service, 80, { lab: LAB2 });
    const refusalOf = async (...ids: string[]) =>
      (await client.call(signConsignments, { body: { ids } })).failure?.message;
    expect(await refusalOf(awaitingSignature.id, received.id)).toBe('所选委托必须是待签名状态！');
    expect(await refusalOf(awaitingSignature.id, otherPhone.id)).toBe('所选委托的联系人电话号码不一致！');
    expect(await refusalOf(awaitingSignature.id, withoutSignatures.id)).toBe(
      `委托[${withoutSignatures.consignCode}]没有签名信息，请重新选择！`,
    );
    expect((await readConsignment(client, awaitingSignature.id)).consignStatus).toBe(80);
    expect(
      (await client.do(signConsignments, { body: { ids: [awaitingSignature.id, second.id] } })).items.map(
        ({ consignStatus }) => consignStatus,
      ),
    ).toEqual([60, 60]);
  });

  it('API-009 leaves a signature image, as a witness does, that only the two units of the consignment can open', async () => {
    const { id, buConsignInfoSign } = await createConsignmentAt(service, 80, { changes: witnessed });
    await client.do(signConsignments, {
      body: { ids: [id], signImage: `data:image/png;base64,${PNG.toString('base64')}` },
    });
    const { hash: imageHash } = await service.engines.files.put(PNG, {
      contentType: 'image/png',
      name: 'signature.png',
    });
    await appendEvents(service, id, {
      type: 'ConsignmentSigned',
      data: { toStatus: 60, signatureId: buConsignInfoSign[1]?.id ?? '', signType: 2, signedAt: NOW, imageHash },
    });
    for (const party of [client, lab]) {
      const images = await party.do(getConsignSignAccessoryList, { query: { consignId: id } });
      expect(images.map(({ signType }) => signType)).toEqual([1, 2]);
      for (const { url } of images) {
        const response = await fetch(service.url + url);
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
        expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
      }
    }
    expect(
      (await (await newClient(service)).call(getConsignSignAccessoryList, { query: { consignId: id } })).status,
    ).toBe(403);
    expect(await (await service.as('auditor')).do(getConsignSignAccessoryList, { query: { consignId: id } })).toEqual(
      [],
    ); // a signature is a name
    const { id: otherId } = await createConsignmentAt(service, 80);
    expect(
      (
        await client.call(signConsignments, {
          body: { ids: [otherId], signImage: Buffer.from('<svg/>').toString('base64') },
        })
      ).failure?.code,
    ).toBe('SIGN_IMAGE_INVALID');
  });
});

describe('a signing that was stopped half-way', () => {
  it('stores one image for each remaining consignment when it is repeated', async () => {
    const [first, second] = [await createConsignmentAt(service, 80), await createConsignmentAt(service, 80)];
    const signImage = PNG.toString('base64');
    const headers = { 'idempotency-key': v4() };
    const repeated = { body: { ids: [first.id, second.id], signImage }, headers };
    expect(
      await stopBeforeAppend(`consignment-${second.id}`, service, () => client.call(signConsignments, repeated)),
    ).toBe(503);
    expect((await readConsignment(client, first.id)).consignStatus).toBe(60);
    expect((await client.do(signConsignments, repeated)).items.map(({ consignStatus }) => consignStatus)).toEqual([
      60, 60,
    ]);
    for (const { id } of [first, second])
      expect(await client.do(getConsignSignAccessoryList, { query: { consignId: id } })).toHaveLength(1);
  });
});

describe('witnesses', () => {
  it('CL-036 are pending if the client has signed and one of them has not; signatures of type 4 do not count', async () => {
    const reason = async (...entries: SignatureEntry[]) =>
      reasonWhyForbidden(client, await withEntries(...entries), 'notifyWitness');
    expect(await reason(entry(1, true), entry(2, false))).toBeNull();
    expect(await reason(entry(1, true), entry(3, false), entry(4, true))).toBeNull();
    expect(await reason(entry(1, false), entry(2, false))).toBe('没有待签名的见证人');
    expect(await reason(entry(1, true), entry(2, true))).toBe('没有待签名的见证人');
    expect(await reason(entry(1, true), entry(2, true), entry(4, false))).toBe('没有待签名的见证人');
  });

  it('AAPI-004 API-013 CF-017 are notified, and not again within 24 hours', async () => {
    const { id, buConsignInfoSign } = await awaitingWitnesses();
    expect(buConsignInfoSign.map(({ signType, status, senMsgStatus }) => [signType, status, senMsgStatus])).toEqual([
      [1, 1, 0],
      [2, 0, 0],
      [3, 0, 0],
    ]);
    expect(await client.do(sendJZSignMessage, { query: { consignInfoId: id } })).toBe(true);
    expect((await readConsignment(client, id)).buConsignInfoSign).toMatchObject([
      { signType: 1, status: 1, signMsgTime: null },
      { signType: 2, status: 0, senMsgStatus: 1, signMsgTime: NOW },
      { signType: 3, status: 0, senMsgStatus: 1, signMsgTime: NOW },
    ]);
    expect(await client.do(sendJZSignMessage, { query: { consignInfoId: id } })).toBe('距上次通知见证人未超过24小时！');
  });

  it('VA-021 can be notified again if one of them was last notified 25 hours ago or never', async () => {
    const notify = async (...entries: SignatureEntry[]) =>
      client.do(sendJZSignMessage, { query: { consignInfoId: await withEntries(entry(1, true), ...entries) } });
    expect(await notify(entry(2, false, hoursAgo(23)), entry(3, false, hoursAgo(23)))).toBe(
      '距上次通知见证人未超过24小时！',
    );
    expect(await notify(entry(2, false, hoursAgo(25)), entry(3, false, hoursAgo(23)))).toBe(true);
    expect(await notify(entry(2, false), entry(3, false, hoursAgo(1)))).toBe(true);
  });

  it('can be notified only by the consigning unit', async () => {
    const { id } = await awaitingWitnesses();
    for (const caller of [lab, await newClient(service)])
      expect((await caller.call(sendJZSignMessage, { query: { consignInfoId: id } })).status).toBe(403);
  });
});

describe('codes and fees', () => {
  it('K-010 are accepted only as listed numbers and with at most two decimals', async () => {
    const id = await withEntries(entry(1, true), entry(2, false), entry(3, false), entry(4, false));
    const { consignStatus, buConsignInfoSign } = await readConsignment(client, id);
    expect([consignStatus, buConsignInfoSign.map(({ signType, status }) => [signType, status])]).toEqual([
      60,
      [
        [1, 1],
        [2, 0],
        [3, 0],
        [4, 0],
      ],
    ]);
    expect([0, 5].map((signType) => SignatureEntry.safeParse({ ...entry(1, true), signType }).success)).toEqual([
      false,
      false,
    ]);

    const sound = await createConsignmentAt(service, 60);
    const stage = async (status: number) =>
      (
        await lab.call(enterLaterStage, {
          query: { id: sound.id },
          body: { consignStatus: status as 70, description: '' },
          headers: ifMatch(sound.revision),
        })
      ).status;
    const listed = async (statuses: string) =>
      (await client.call(getRawMateriaConsignInfoList, { query: { consignStatuses: statuses } })).status;
    const fee = async (actFee: string) =>
      (await lab.call(setActualFee, { query: { id: sound.id }, body: { actFee }, headers: ifMatch(sound.revision) }))
        .status;
    expect([
      await stage(65),
      await stage(85),
      await listed('15'),
      await listed(STATUSES.join(',')),
      await fee('1.234'),
      await fee('1.23'),
    ]).toEqual([400, 400, 400, 200, 400, 200]);
  });
});

describe('the actual fee', () => {
  it('is set by the laboratory in status 60, shown to the client, and refused if its format is ambiguous', async () => {
    const { id, revision } = await createConsignmentAt(service, 60);
    await lab.do(setActualFee, { query: { id }, body: { actFee: '980.5' }, headers: ifMatch(revision) });
    expect((await readConsignment(client, id)).actFee).toBe('980.50');
    const reply = await lab.call(setActualFee, {
      query: { id },
      body: { actFee: '1,000' },
      headers: ifMatch(revision + 1),
    });
    expect([reply.status, reply.failure?.message]).toEqual([400, '“1,000”有两种读法，请去掉千位分隔符 ,']);
    const submitted = await createConsignmentAt(service, 20);
    expect(
      (
        await lab.call(setActualFee, {
          query: { id: submitted.id },
          body: { actFee: '1' },
          headers: ifMatch(submitted.revision),
        })
      ).status,
    ).toBe(409);
  });
});
