import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import {
  cancelConsignInfo,
  createQRCodeKey,
  enterLaterStage,
  getConsignLog,
  getConsignSignAccessoryList,
  getSigning,
  getUserInfo,
  setActualFee,
  signByKey,
  signConsignments,
  type ConsignmentView,
} from '#contract';
import { consignment } from '#domain/consignment';
import { handle, load } from '#domain/event-sourcing';
import { problem } from '#domain/rules';
import { user } from '#domain/users';
import { ROLE } from '#events';
import { toCaller } from '../auth/caller.js';
import { signAll } from './signing.commands.js';
import { createConsignmentAt, ifMatch, readConsignment } from '#harness/consignments/stages';
import { LAB2, newClient, systemContext } from '#harness/consignments/units';
import { createDecisions } from '#harness/commands/open-decisions';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { stopBeforeAppend } from '#harness/service/stop-before-append';

const NOON = Date.parse('2026-11-21T04:00:00.000Z');
const MINUTE = 60_000;
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const bytesOf = (base64: string) => Buffer.from(base64, 'base64');

let now = NOON;
const logged: string[] = [];
let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService({
    now: () => new Date(now),
    logger: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
  });
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());
beforeEach(() => {
  now += 60 * MINUTE;
});

const keyFor = (...consignments: Pick<ConsignmentView, 'id'>[]) =>
  client.do(createQRCodeKey, {
    body: { ids: consignments.map(({ id }) => id), data: 'signList', token: client.token ?? '' },
  });
/** A phone: it has the key and nothing else. */
const phone = {
  look: (key: string) => service.stranger.call(getSigning, { query: { key } }),
  sign: async (key: string, { version = '', press = '', signImage = PNG } = {}) =>
    service.stranger.call(signByKey, {
      query: { key },
      body: { version: version || (await phone.look(key)).result.version, signImage },
      headers: press === '' ? {} : { 'idempotency-key': press },
    }),
};

describe('signing on a phone', () => {
  it('CL-031 shows exactly the consignments of the key and signs them once, on behalf of the user who created the key', async () => {
    const [first, second] = [await createConsignmentAt(service, 80), await createConsignmentAt(service, 80)];
    const key = await keyFor(first, second);
    const page = await phone.look(key);
    expect(page.result).toEqual({
      state: 'waiting',
      version: `${first.revision}.${second.revision}`,
      expiresAt: new Date(now + 10 * MINUTE).toISOString(),
      consignUnitName: first.consignUnitName,
      signer: '陈志远',
      signerPhone: '138****0001',
      consignments: [first, second].map(({ id, consignCode, projectName }) => ({
        id,
        consignCode,
        projectName,
        testContent: '普通硅酸盐水泥',
        sampleCount: 1,
        fee: '90.00',
      })),
    });

    now += MINUTE;
    expect((await phone.sign(key)).result).toEqual({ signed: 2 });
    for (const { id } of [first, second]) {
      expect(await readConsignment(client, id)).toMatchObject({
        consignStatus: 60,
        buConsignInfoSign: [{ signType: 1, status: 1 }],
      });
      const [image] = await client.do(getConsignSignAccessoryList, { query: { consignId: id } });
      expect(Buffer.from(await (await fetch(service.url + (image?.url ?? ''))).arrayBuffer())).toEqual(bytesOf(PNG));
      expect((await client.do(getConsignLog, { query: { consignId: id } })).at(-1)).toMatchObject({
        exeType: 'sign',
        exeUserName: '陈志远',
        curStep: '待签名',
        nextStep: '已收样',
      });
    }
    expect((await phone.look(key)).result.state).toBe('signed');
    const repeated = await phone.sign(key);
    expect([repeated.status, repeated.failure]).toMatchObject([
      409,
      { code: 'SIGNED_ALREADY', message: '该二维码已完成签名，无需重复签名' },
    ]);
  });

  it('does not sign twice if the phone repeats its request after a lost response, even 30 minutes later', async () => {
    const awaitingSignature = await createConsignmentAt(service, 80);
    const key = await keyFor(awaitingSignature);
    const { version } = (await phone.look(key)).result;
    expect((await phone.sign(key, { version, press: 'one press' })).status).toBe(200);
    now += 30 * MINUTE;
    const repeated = await phone.sign(key, { version, press: 'one press' });
    expect([repeated.status, repeated.result]).toEqual([200, { signed: 1 }]);
    expect(
      (await client.do(getConsignLog, { query: { consignId: awaitingSignature.id } })).filter(
        ({ exeType }) => exeType === 'sign',
      ),
    ).toHaveLength(1);
  });

  it('is refused if a consignment has changed since it was shown, until the phone has loaded it again', async () => {
    const { id, revision } = await createConsignmentAt(service, 80);
    const key = await keyFor({ id });
    const page = (await phone.look(key)).result;
    await lab.do(setActualFee, { query: { id }, body: { actFee: '1234.5' }, headers: ifMatch(revision) });
    const lateReply = await phone.sign(key, { version: page.version });
    expect([lateReply.status, lateReply.failure?.message]).toEqual([409, '委托内容已变更，请重新核对后签名']);
    expect((await phone.look(key)).result.consignments).toMatchObject([{ fee: '1234.50' }]);
    expect((await phone.sign(key)).status).toBe(200);
  });

  it('refuses a changed consignment even if another one of the same request is already signed', async () => {
    const [first, second] = [await createConsignmentAt(service, 80), await createConsignmentAt(service, 80)];
    const key = await keyFor(first, second);
    const pageVersion = (await phone.look(key)).result.version;
    expect(
      await stopBeforeAppend(`consignment-${second.id}`, service, () =>
        phone.sign(key, { version: pageVersion, press: 'stopped half-way' }),
      ),
    ).toBe(503);
    expect((await readConsignment(client, first.id)).consignStatus).toBe(60);
    await lab.do(setActualFee, {
      query: { id: second.id },
      body: { actFee: '9999' },
      headers: ifMatch(second.revision),
    });
    const retried = await phone.sign(key, { version: pageVersion, press: 'stopped half-way' });
    expect([retried.status, retried.failure?.message]).toEqual([409, '委托内容已变更，请重新核对后签名']);
    expect((await readConsignment(client, second.id)).consignStatus).toBe(80);
  });

  it('signs nothing if a consignment changes between the comparison and the signature', async () => {
    const [third, first, second] = [
      await createConsignmentAt(service, 80),
      await createConsignmentAt(service, 80),
      await createConsignmentAt(service, 80),
    ];
    const { userId } = await client.do(getUserInfo, {});
    const { state } = await load(service.engines.eventStore, user, userId);
    if (!state) throw new Error('client1 is not there');
    const caller = toCaller({ ...state, id: userId }, '');
    const opening = createDecisions(service.engines);
    const sign = (...revisions: [string, number][]) =>
      signAll(service.engines, opening.decisions, {
        ids: revisions.map(([id]) => id),
        caller,
        context: { ...systemContext(), by: caller.actor },
        signImage: PNG,
        displayedRevisions: {
          revisionOf: (id) => new Map(revisions).get(id) ?? NaN,
          staleProblem: problem('SIGNING_CHANGED'),
        },
      });
    await expect(sign([third.id, third.revision - 1])).rejects.toMatchObject({ code: 'SIGNING_CHANGED' });
    await expect(sign([first.id, first.revision], [second.id, second.revision - 1])).rejects.toMatchObject({
      code: 'SIGNING_CHANGED',
    });
    for (const { id } of [third, first, second]) expect((await readConsignment(client, id)).consignStatus).toBe(80);
    expect(await sign([third.id, third.revision])).toHaveLength(1);
  });

  it('requires a new key for a consignment that awaits a signature again', async () => {
    const { id } = await createConsignmentAt(service, 80);
    const key = await keyFor({ id });
    now += MINUTE;
    await phone.sign(key);
    const { revision } = await readConsignment(lab, id);
    await lab.do(enterLaterStage, {
      query: { id },
      body: { consignStatus: 80, description: '重新签名' },
      headers: ifMatch(revision),
    });
    expect((await phone.sign(key)).failure?.code).toBe('SIGNED_ALREADY');
    now += MINUTE;
    expect((await phone.sign(await keyFor({ id }))).status).toBe(200);
  });

  it('accepts only a complete PNG of a reasonable size', async () => {
    const key = await keyFor(await createConsignmentAt(service, 80));
    const wide = bytesOf(PNG);
    wide.writeUInt32BE(100_000, 16);
    const images = [
      Buffer.from('<svg/>'),
      bytesOf(PNG).subarray(0, 40),
      Buffer.concat([bytesOf(PNG), Buffer.from('MZ')]),
      wide,
      Buffer.alloc(0),
    ];
    for (const content of images)
      expect((await phone.sign(key, { signImage: content.toString('base64') })).failure?.code).toBe(
        'SIGN_IMAGE_INVALID',
      );
    expect((await phone.sign(key, { signImage: 'A'.repeat(400_001) })).status).toBe(400);
    expect((await phone.look(key)).result.state).toBe('waiting');
  });
});

describe('a signing key', () => {
  it('is issued only to the consigning unit, for consignments that can be signed together', async () => {
    const [awaitingSignature, received] = [
      await createConsignmentAt(service, 80),
      await createConsignmentAt(service, 60),
    ];
    const otherPhone = await createConsignmentAt(service, 80, { changes: { linkPersonPhone: '13800000009' } });
    const withoutSignatures = await createConsignmentAt(service, 80, { lab: LAB2 });
    const refusalOf = async (caller: Client, ...consignments: ConsignmentView[]) => {
      const { status, failure } = await caller.call(createQRCodeKey, {
        body: { ids: consignments.map(({ id }) => id), data: 'signList' },
      });
      return [status, failure?.message];
    };
    expect(await refusalOf(client, awaitingSignature, received)).toEqual([409, '所选委托必须是待签名状态！']);
    expect(await refusalOf(client, awaitingSignature, otherPhone)).toEqual([409, '所选委托的联系人电话号码不一致！']);
    expect(await refusalOf(client, awaitingSignature, withoutSignatures)).toEqual([
      409,
      `委托[${withoutSignatures.consignCode}]没有签名信息，请重新选择！`,
    ]);
    expect((await refusalOf(await newClient(service), awaitingSignature))[0]).toBe(403);
    expect((await refusalOf(lab, awaitingSignature))[0]).toBe(403);
    expect(await keyFor(awaitingSignature)).toMatch(/^[\w-]{60,110}$/);
  });

  it('QR-009 shows nothing and signs nothing if it is made up, altered or truncated', async () => {
    const awaitingSignature = await createConsignmentAt(service, 80);
    const otherConsignment = await createConsignmentAt(service, 80);
    const key = await keyFor(awaitingSignature);
    const bytes = Buffer.from(key, 'base64url');
    const foreign = Buffer.concat([
      bytes.subarray(0, -16),
      Buffer.from(otherConsignment.id.replaceAll('-', ''), 'hex'),
    ]);
    const longer = Buffer.concat([bytes, Buffer.from(otherConsignment.id.replaceAll('-', ''), 'hex')]);
    const later = Buffer.from(bytes);
    later.writeUInt8(255, 16 + 2 + 16);
    for (const invalidKey of ['x', 'made-up', foreign, longer, later, bytes.subarray(0, 40)].map((each) =>
      typeof each === 'string' ? each : each.toString('base64url'),
    )) {
      expect((await phone.look(invalidKey)).failure).toMatchObject({
        code: 'NO_SUCH_KEY',
        message: '二维码无效，请在电脑上重新打开二维码后扫码',
      });
      expect((await phone.sign(invalidKey, { version: '1' })).status).toBe(404);
    }
    for (const { id } of [awaitingSignature, otherConsignment])
      expect((await readConsignment(client, id)).consignStatus).toBe(80);
  });

  it('QR-009 expires after ten minutes', async () => {
    const key = await keyFor(await createConsignmentAt(service, 80));
    const { version } = (await phone.look(key)).result;
    now += 10 * MINUTE - 1;
    expect((await phone.look(key)).status).toBe(200);
    now += 1;
    for (const { status, failure } of [await phone.look(key), await phone.sign(key, { version })])
      expect([status, failure]).toMatchObject([
        409,
        { code: 'KEY_EXPIRED', message: '二维码已过期，请在电脑上刷新后重新扫码' },
      ]);
  });

  it('is refused if its user may no longer sign', async () => {
    const { consignUnitId } = await createConsignmentAt(service, 80);
    const colleague = await newClient(service, consignUnitId);
    const awaitingSignature = await createConsignmentAt(service, 80);
    const key = await colleague.do(createQRCodeKey, { body: { ids: [awaitingSignature.id], data: 'signList' } });
    expect((await phone.look(key)).status).toBe(200);
    const { userId } = await colleague.do(getUserInfo, {});
    await handle(
      service.engines.eventStore,
      user,
      userId,
      { type: 'ChangeUserRoles', roles: [ROLE.operator] },
      systemContext(),
    );
    expect((await phone.look(key)).failure?.code).toBe('NO_SUCH_KEY');
    await handle(
      service.engines.eventStore,
      user,
      userId,
      { type: 'ChangeUserRoles', roles: [ROLE.client] },
      systemContext(),
    );
    await handle(service.engines.eventStore, user, userId, { type: 'DeactivateUser', reason: '离职' }, systemContext());
    expect((await phone.look(key)).failure?.code).toBe('NO_SUCH_KEY');
    expect((await phone.sign(key, { version: `${awaitingSignature.revision}` })).failure?.code).toBe('NO_SUCH_KEY');
    expect((await readConsignment(client, awaitingSignature.id)).consignStatus).toBe(80);
  });

  it('returns the reason if its consignment no longer awaits a signature', async () => {
    const awaitingSignature = await createConsignmentAt(service, 80);
    const key = await keyFor(awaitingSignature);
    await client.do(cancelConsignInfo, { body: { ids: [awaitingSignature.id] } });
    expect((await phone.look(key)).failure?.message).toBe('所选委托必须是待签名状态！');
  });

  it('covers at most 20 consignments and is short enough for a phone to scan', async () => {
    const awaitingSignature = await createConsignmentAt(service, 80);
    const ids = Array.from({ length: 21 }, (_, n) => `${awaitingSignature.id.slice(0, -2)}${(n + 10).toString()}`);
    const { failure } = await client.call(createQRCodeKey, { body: { ids, data: 'signList' } });
    expect(failure?.message).toBe('扫码一次最多签 20 份');
    expect((await keyFor(awaitingSignature, await createConsignmentAt(service, 80))).length).toBeLessThan(130);
  });

  it('is not written to the log, nor are the signer’s name and phone number; the user id of its creator is', async () => {
    const awaitingSignature = await createConsignmentAt(service, 80);
    const key = await keyFor(awaitingSignature);
    logged.length = 0;
    await phone.look('made-up');
    await phone.sign(key);
    const lines = logged.join('');
    expect(lines).toContain('a key was refused');
    for (const secret of [key, '陈志远', '13800000001']) expect(lines).not.toContain(secret);
    const { events } = await load(service.engines.eventStore, consignment, awaitingSignature.id);
    const signer = events.at(-1)?.metadata.by.userId ?? '';
    expect((await load(service.engines.eventStore, user, signer)).state?.userName).toBe('client1');
    expect(lines).toContain(signer);
  });

  it('shows the consignment as signed on the phone after it was signed on screen', async () => {
    const awaitingSignature = await createConsignmentAt(service, 80);
    const key = await keyFor(awaitingSignature);
    now += MINUTE;
    await client.do(signConsignments, { body: { ids: [awaitingSignature.id], signImage: PNG } });
    expect((await phone.look(key)).result.state).toBe('signed');
  });
});
