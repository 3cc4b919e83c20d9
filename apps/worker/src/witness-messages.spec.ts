import { beforeEach, describe, expect, it } from '@jest/globals';
import { consignment } from '#domain/consignment';
import { handle, load } from '#domain/event-sourcing';
import { message } from '#domain/messages';
import { user } from '#domain/users';
import type { Witness } from '#events';
import { CODE, header, people } from '#harness/domain/consignment-story';
import type { Message } from './messages/messages.js';
import { newCommandContext, appendNotification } from '#harness/worker/consignment-in-log';
import { HOUR } from '#harness/worker/test-engines';
import { workerUnderTest } from '#harness/worker/worker-under-test';

const test = workerUnderTest();
const store = () => test.engines.eventStore;
/** The messages that the gateway accepted, in order; a receiver drops a second message with the same key. */
let sentMessages: Message[];
/** Phones for which the gateway does not answer. */
let unreachable: Set<string>;

const gateway = {
  name: 'gateway',
  async send(outgoing: Message): Promise<void> {
    if (unreachable.has(outgoing.to.phone))
      throw Object.assign(new Error(`no answer for ${outgoing.to.phone}`), { code: 'ETIMEDOUT' });
    sentMessages.push(outgoing);
  },
};

beforeEach(() => {
  [sentMessages, unreachable] = [[], new Set()];
});

const startWorker = () => test.startWorker({ messages: gateway });
const jobIs = (requestId: string, state: 'done' | 'waiting' | 'failed', attempts = 1) =>
  test.jobIs('notify-witness', requestId, state, attempts);
const loadState = async (requestId: string) => (await load(store(), message, requestId)).state;
const witness = (name: string, phone: string): Witness => ({ name, cardNo: '', phone });
const twoOwners = header({ ownerWitnesses: [witness('张三', '13800000001'), witness('赵六', '13800000003')] });

describe('witnesses who have not signed', () => {
  it('get one message each, which is recorded once', async () => {
    startWorker();
    startWorker();
    const { id, requestId } = await appendNotification(store(), twoOwners);
    await jobIs(requestId, 'done');
    expect(sentMessages.map(({ to }) => to.name)).toEqual(['张三', '赵六', '李四']);
    expect(new Set(sentMessages.map(({ key }) => key)).size).toBe(3);
    for (const { key, subject, text } of sentMessages) {
      expect(key.startsWith(requestId)).toBe(true);
      expect([subject, text]).toEqual([
        '见证签名提醒',
        `宁波路桥委托的检测样品（预委托编号 ${CODE}，工程 沿海高速公路）待您见证签名，请及时登录平台处理。`,
      ]);
    }
    expect((await store().read(`message-${requestId}`)).events.map(({ type, data }) => [type, data])).toEqual([
      ['MessageSent', expect.objectContaining({ kind: 'witness-signature', subjectId: id, transport: 'gateway' })],
    ]);
  });

  it('get it in the language of the user who asks them', async () => {
    const registration = {
      userName: 'client1',
      profile: { name: '周明远', phone: '13900001001', email: '' },
      roles: ['委托单位角色'],
      unitId: people.client.unitId,
      unitType: 2 as const,
      unitName: '宁波路桥',
    };
    await handle(store(), user, people.client.userId, { type: 'RegisterUser', registration }, newCommandContext());
    await handle(
      store(),
      user,
      people.client.userId,
      { type: 'ChangePreferences', language: 'en' },
      newCommandContext(),
    );
    startWorker();
    const { requestId } = await appendNotification(store());
    await jobIs(requestId, 'done');
    expect(sentMessages[0]).toMatchObject({
      subject: 'Signature of a witness',
      text: `Samples that 宁波路桥 has consigned (pre-consignment ${CODE}, project 沿海高速公路) await your signature as a witness. Please sign in to the platform.`,
    });
    expect((await store().read(`message-${requestId}`)).events[0]?.data).toMatchObject({
      records: [{ msgContent: sentMessages[0]?.text }, {}],
    });
  });

  it('get no message twice when the job stopped between two of them, because the keys are the same', async () => {
    unreachable.add('13800000003');
    startWorker();
    const { requestId } = await appendNotification(store(), twoOwners);
    await jobIs(requestId, 'waiting');
    expect(sentMessages.map(({ to }) => to.name)).toEqual(['张三']);
    unreachable.clear();
    test.clock.pass(HOUR);
    await jobIs(requestId, 'done', 2);
    expect(sentMessages.map(({ to }) => to.name)).toEqual(['张三', '张三', '赵六', '李四']);
    expect(sentMessages[1]?.key).toBe(sentMessages[0]?.key);
  });

  it('are not asked again when the job stopped after the record', async () => {
    const worker = startWorker();
    const { id, requestId } = await appendNotification(store());
    await jobIs(requestId, 'done');
    await worker.stop();
    await test.loseJobs();
    const { state } = await load(store(), consignment, id);
    const signatureIds = state.phase === 'open' ? state.signatures.map((entry) => entry.id) : [];
    await test.engines.jobs.enqueue(
      'notify-witness',
      { requestId, consignmentId: id, signatureIds },
      { id: `${requestId}.notify-witness` },
    );
    startWorker();
    await jobIs(requestId, 'done');
    expect(sentMessages).toHaveLength(2);
  });

  it('are not asked again when the jobs were lost after the messages were sent', async () => {
    const worker = startWorker();
    const first = await appendNotification(store());
    await jobIs(first.requestId, 'done');
    await worker.stop();
    const second = await appendNotification(store());
    await test.loseJobs();
    startWorker();
    await jobIs(second.requestId, 'done');
    expect(sentMessages.map(({ key }) => key.startsWith(second.requestId))).toEqual([false, false, true, true]);
    expect((await test.engines.jobs.find({ name: 'notify-witness' })).total).toBe(1);
  });

  it('who cannot be reached are recorded without their phone after the last attempt, and a retry still reaches them', async () => {
    unreachable.add('13800000001');
    startWorker();
    const { requestId } = await appendNotification(store());
    for (let attempt = 1; attempt < 8; attempt++) {
      await jobIs(requestId, 'waiting', attempt);
      test.clock.pass(HOUR);
    }
    await jobIs(requestId, 'failed', 8);
    expect(await loadState(requestId)).toEqual({ stage: 'failed', reason: 'ETIMEDOUT' });
    unreachable.clear();
    await test.engines.jobs.retry(`${requestId}.notify-witness`);
    await jobIs(requestId, 'done');
    expect(await loadState(requestId)).toEqual({ stage: 'sent', transport: 'gateway' });
  });

  it('who were erased since get no message, and it is recorded when none is left', async () => {
    const first = await appendNotification(store());
    await store().erase(`consignment-${first.id}`, (slot) => slot === 'ownerWitness');
    const second = await appendNotification(store());
    await store().erase(`consignment-${second.id}`, () => true);
    startWorker();
    await jobIs(first.requestId, 'done');
    await jobIs(second.requestId, 'failed');
    expect(sentMessages.map(({ to }) => to.name)).toEqual(['李四']);
    expect(await loadState(second.requestId)).toEqual({
      stage: 'failed',
      reason: 'No witness who can be reached has still to sign.',
    });
  });
});
