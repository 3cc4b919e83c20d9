import { beforeEach, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { handle, load } from '#domain/event-sourcing';
import { message } from '#domain/messages';
import { user, verification, type UserRegistration, type VerificationCommand } from '#domain/users';
import { verificationCode } from '#engines';
import type { Message } from './messages/messages.js';
import { workerUnderTest } from '#harness/worker/worker-under-test';

const test = workerUnderTest();
let sentMessages: Message[];
let isDown: boolean;
const gateway = {
  name: 'gateway',
  async send(outgoing: Message): Promise<void> {
    if (isDown) throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
    sentMessages.push(outgoing);
  },
};
beforeEach(() => {
  [sentMessages, isDown] = [[], false];
});

const by = { userId: v4(), role: '', unitId: null };
const context = () => ({ by, at: test.clock.now().toISOString(), commandId: v4(), correlationId: v4() });
const registration: UserRegistration = {
  userName: 'lab1',
  profile: { name: '沈惠兰', phone: '13900001003', email: '' },
  roles: ['检测单位角色'],
  unitId: v4(),
  unitType: 1,
  unitName: '检测',
};
/** Requests a code. @returns the id of the event that requests it, and the code */
const requestCode = async (overrides: Partial<Extract<VerificationCommand, { type: 'RequestCode' }>>) => {
  const [id, requestId] = [v4(), v4()];
  await handle(
    test.engines.eventStore,
    verification,
    id,
    { type: 'RequestCode', requestId, sendCodeType: 2, userId: null, at: test.clock.now().toISOString(), ...overrides },
    context(),
  );
  const { events } = await load(test.engines.eventStore, verification, id);
  return { eventId: events[0]?.id ?? '', code: await verificationCode(test.engines.vault, requestId) };
};
const loadState = async (eventId: string) => (await load(test.engines.eventStore, message, eventId)).state;

describe('a verification code', () => {
  it('is sent to the number of the account once, and the log records the sending without the code', async () => {
    const userId = v4();
    await handle(test.engines.eventStore, user, userId, { type: 'RegisterUser', registration }, context());
    test.startWorker({ messages: gateway });
    const { eventId, code } = await requestCode({ userId });
    await test.jobIs('send-code', eventId, 'done', 1);
    expect(sentMessages).toEqual([
      {
        key: eventId,
        to: expect.objectContaining({ name: '沈惠兰', phone: '13900001003' }),
        subject: '验证码',
        text: `您的验证码是 ${code}，5 分钟内有效。如非本人操作，请忽略。`,
      },
    ]);
    expect(await loadState(eventId)).toEqual({ stage: 'sent', transport: 'gateway' });
  });

  it('is sent by mail to an account without a number, and not at all to an account without both', async () => {
    test.startWorker({ messages: gateway });
    for (const [email, state] of [
      ['admin@example.com', 'done'],
      ['', 'failed'],
    ] as const) {
      const userId = v4();
      const profile = { ...registration.profile, phone: '', email };
      await handle(
        test.engines.eventStore,
        user,
        userId,
        { type: 'RegisterUser', registration: { ...registration, profile } },
        context(),
      );
      const { eventId } = await requestCode({ userId });
      await test.jobIs('send-code', eventId, state, 1);
    }
    expect(sentMessages.map(({ email }) => email)).toEqual(['admin@example.com']);
  });

  it('is written in the language of the account', async () => {
    const userId = v4();
    await handle(test.engines.eventStore, user, userId, { type: 'RegisterUser', registration }, context());
    await handle(test.engines.eventStore, user, userId, { type: 'ChangePreferences', language: 'en' }, context());
    test.startWorker({ messages: gateway });
    const { eventId, code } = await requestCode({ userId, language: 'es' });
    await test.jobIs('send-code', eventId, 'done', 1);
    expect(sentMessages).toMatchObject([
      {
        subject: 'Verification code',
        text: `Your verification code is ${code}, valid for 5 minutes. If you did not ask for it, please ignore it.`,
      },
    ]);
  });

  it('is written in the language of the requesting browser for a number without an account and for an account without a language', async () => {
    const userId = v4();
    await handle(test.engines.eventStore, user, userId, { type: 'RegisterUser', registration }, context());
    test.startWorker({ messages: gateway });
    const unregistered = await requestCode({
      sendCodeType: 1,
      receiver: { name: '', phone: '13800000004' },
      language: 'es',
    });
    await test.jobIs('send-code', unregistered.eventId, 'done', 1);
    const registered = await requestCode({ userId, language: 'en' });
    await test.jobIs('send-code', registered.eventId, 'done', 1);
    expect(sentMessages.map(({ subject, text }) => [subject, text])).toEqual([
      [
        'Código de verificación',
        `Su código de verificación es ${unregistered.code}, válido durante 5 minutos. Si no lo ha pedido, ignórelo.`,
      ],
      [
        'Verification code',
        `Your verification code is ${registered.code}, valid for 5 minutes. If you did not ask for it, please ignore it.`,
      ],
    ]);
    const { events } = await load(test.engines.eventStore, message, unregistered.eventId);
    expect(events.at(-1)?.data).toMatchObject({
      records: [{ msgContent: expect.stringContaining('Su código de verificación es ******') }],
    });
  });

  it('for a new account is sent to the entered number; without a receiver it is not sent, which is recorded', async () => {
    test.startWorker({ messages: gateway });
    const newAccount = await requestCode({ sendCodeType: 1, receiver: { name: '', phone: '13800000001' } });
    await test.jobIs('send-code', newAccount.eventId, 'done', 1);
    expect(sentMessages.map(({ to }) => to.phone)).toEqual(['13800000001']);
    const withoutReceiver = await requestCode({});
    await test.jobIs('send-code', withoutReceiver.eventId, 'failed', 1);
    expect(await loadState(withoutReceiver.eventId)).toEqual({ stage: 'failed', reason: 'NO_ADDRESS' });
  });

  it('that could not be sent within its five minutes is not sent later', async () => {
    isDown = true;
    test.startWorker({ messages: gateway });
    const { eventId } = await requestCode({ sendCodeType: 1, receiver: { name: '', phone: '13800000002' } });
    await test.jobIs('send-code', eventId, 'waiting', 1);
    isDown = false;
    test.clock.pass(6 * 60_000);
    await test.jobIs('send-code', eventId, 'failed', 2);
    expect([sentMessages, await loadState(eventId)]).toEqual([[], { stage: 'failed', reason: 'CODE_EXPIRED' }]);
  });

  it('that the gateway rejects is recorded as failed with the reason, and its request succeeds', async () => {
    isDown = true;
    test.startWorker({ messages: gateway });
    const { eventId } = await requestCode({ sendCodeType: 1, receiver: { name: '', phone: '13800000003' } });
    for (let attempt = 1; attempt < 4; attempt++) {
      await test.jobIs('send-code', eventId, 'waiting', attempt);
      test.clock.pass(60_000);
    }
    await test.jobIs('send-code', eventId, 'failed', 4);
    const { events, state } = await load(test.engines.eventStore, message, eventId);
    expect(state).toEqual({ stage: 'failed', reason: 'ETIMEDOUT' });
    expect(events.at(-1)?.data).toMatchObject({
      records: [
        {
          msgType: 'verification-code',
          msgContent: expect.stringContaining('******'),
          receiver: { phone: '13800000003' },
        },
      ],
    });
  });
});
