import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { v4 } from 'uuid';
import { type BodyOf, getMessages, sendToMobile } from '#contract';
import { handle } from '#domain/event-sourcing';
import { message } from '#domain/messages';
import { PermanentFailure } from '#engines';
import { startService, type Service } from '#harness/service/service';
import { waitUntil } from '#harness/worker/test-engines';
import { createWorker } from '../../../worker/src/worker.js';
import { hasSendingFailed } from './verification-codes.js';

const MINUTE = 60_000;
let service: Service;
beforeAll(async () => {
  service = await startService({ codeOutcomeMs: MINUTE });
});
afterAll(() => service.close());

const context = () => ({
  by: { userId: v4(), role: 'worker', unitId: null },
  at: new Date().toISOString(),
  commandId: v4(),
  correlationId: v4(),
});

it('a code that was sent, or that failed permanently, is known as such at once', async () => {
  const { engines } = service;
  const [sentId, failedId] = [v4(), v4()];
  await handle(
    engines.eventStore,
    message,
    sentId,
    { type: 'RecordSent', kind: 'verification-code', subjectId: 'v', transport: 'gateway' },
    context(),
  );
  await handle(
    engines.eventStore,
    message,
    failedId,
    { type: 'RecordFailure', kind: 'verification-code', subjectId: 'v', reason: 'ETIMEDOUT' },
    context(),
  );
  expect([await hasSendingFailed(engines, sentId, MINUTE), await hasSendingFailed(engines, failedId, MINUTE)]).toEqual([
    false,
    true,
  ]);
});

it('a code whose first attempt failed counts as not sent; one without any result may have been sent', async () => {
  const { engines } = service;
  const [retriedId, waitingId] = [v4(), v4()];
  await engines.jobs.enqueue('send-code', {}, { id: `${waitingId}.send-code`, runAt: new Date(Date.now() + MINUTE) });
  await engines.jobs.enqueue('send-code', {}, { id: `${retriedId}.send-code`, maxAttempts: 10 });
  const stop = engines.jobs.work('send-code', () => Promise.reject(new Error('no answer')));
  await waitUntil(async () => (await engines.jobs.get(`${retriedId}.send-code`))?.error !== null);
  expect([
    await hasSendingFailed(engines, retriedId, 0),
    await hasSendingFailed(engines, waitingId, 0),
    await hasSendingFailed(engines, v4(), 0),
  ]).toEqual([true, false, false]);
  await stop();
});

it('VC-007 a failed delivery is reported for an entered phone number but not for an account, and is recorded', async () => {
  const worker = createWorker({
    engines: service.engines,
    messages: { name: 'gateway', send: () => Promise.reject(new PermanentFailure('GATEWAY_REFUSED')) },
    logger: pino({ level: 'silent' }),
  });
  const ask = (body: BodyOf<typeof sendToMobile>, language = 'zh') =>
    service.stranger.call(sendToMobile, { body, headers: { 'accept-language': language } });
  const responses = [
    await ask({ sendCodeType: 1, mobile: '13700000009' }),
    await ask({ sendCodeType: 1, mobile: '13700000010' }, 'en'),
    await ask({ sendCodeType: 3, mobile: '13700000011' }, 'es'),
  ];
  const [account, nobody] = [
    await ask({ sendCodeType: 2, userName: 'client1' }),
    await ask({ sendCodeType: 2, userName: 'nobody-at-all' }),
  ];
  expect(responses.map(({ status, failure }) => [status, failure?.code])).toEqual(
    responses.map(() => [409, 'CODE_NOT_SENT']),
  );
  expect(responses.map(({ failure }) => failure?.message)).toEqual([
    '验证码暂未发出，平台会继续尝试；60 秒后仍未收到，请重新获取',
    expect.stringContaining('tried again'),
    expect.stringContaining('se reintenta'),
  ]);
  expect([account.status, account.rawBody]).toEqual([200, nobody.rawBody]);
  const client = await service.as('client1');
  await waitUntil(async () => (await client.do(getMessages)).totalCount === 1);
  expect((await client.do(getMessages)).items).toMatchObject([
    { acceptPhone: '13900001001', sendStatus: 2, failure: 'GATEWAY_REFUSED' },
  ]);
  await worker.stop();
});

it('a request for a code that is missing from the log fails instead of being reported as sent', async () => {
  const { eventStore } = service.engines;
  const { read } = eventStore;
  eventStore.read = async (stream, range) => {
    const page = await read.call(eventStore, stream, range);
    return stream.startsWith('verification-') ? { ...page, events: [] } : page;
  };
  try {
    const { status } = await service.stranger.call(sendToMobile, { body: { sendCodeType: 1, mobile: '13700000012' } });
    expect(status).toBe(500);
  } finally {
    eventStore.read = read;
  }
});
