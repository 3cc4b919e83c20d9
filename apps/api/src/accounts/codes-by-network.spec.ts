import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { v5 } from 'uuid';
import { sendToMobile } from '#contract';
import { SYSTEM_ACTOR } from '#domain/users';
import { networkCodesEvents, START, type RecordedEvent } from '#events';
import { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { createApi } from '../app.js';

let now = new Date('2026-03-02T23:58:00.000Z');
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
const settings = {
  now: () => now,
  trustProxy: ['loopback'],
  addressLimits: { signInFailuresPerAddress: 0, codesPerMinute: 2, codesPerDay: 4 },
  loginsPerMinute: 10_000,
  codeOutcomeMs: 0,
};
let service: Service;
let second: Awaited<ReturnType<typeof createApi>>;
let firstApi: Client;
let secondApi: Client;
beforeAll(async () => {
  service = await startService({ demo: false, ...settings });
  second = await createApi({ engines: service.engines, ...settings });
  await second.listen(0, '127.0.0.1');
  firstApi = service.stranger;
  secondApi = new Client(await second.getUrl(), null, { position: null });
});
afterAll(async () => {
  await second.close();
  await service.close();
});

let number = 13_700_000_000;
const requestCode = async (client: Client, address = '203.0.113.20', options: { mobile?: string; key?: string } = {}) =>
  (
    await client.call(sendToMobile, {
      body: { mobile: options.mobile ?? String(number++), sendCodeType: 1 },
      headers: { 'x-forwarded-for': address, ...(options.key ? { 'idempotency-key': options.key } : {}) },
    })
  ).status;

it('codes requested from one network are counted across all api processes, also over midnight and after a restart', async () => {
  expect([
    await requestCode(firstApi),
    await requestCode(secondApi),
    await requestCode(firstApi),
    await requestCode(secondApi),
    await requestCode(secondApi, '203.0.113.21'),
  ]).toEqual([200, 200, 429, 429, 200]);
  pass(180); // the next day by the clock
  expect([await requestCode(secondApi), await requestCode(firstApi), await requestCode(secondApi)]).toEqual([
    200, 200, 429,
  ]);
  pass(61);
  const third = await createApi({ engines: service.engines, ...settings });
  await third.listen(0, '127.0.0.1');
  expect(await requestCode(new Client(await third.getUrl(), null, { position: null }))).toBe(429);
  await third.close();
  pass(24 * 60 * 60);
  expect(await requestCode(firstApi)).toBe(200);
});

it('a repeated request is not counted again, and the log does not contain the address', async () => {
  const [mobile, key] = [String(number++), 'sent again'];
  expect([
    await requestCode(firstApi, '203.0.113.30', { mobile, key }),
    await requestCode(secondApi, '203.0.113.30', { mobile, key }),
    await requestCode(firstApi, '203.0.113.30'),
    await requestCode(firstApi, '203.0.113.30'),
  ]).toEqual([200, 200, 200, 429]);
  const countEvents = await service.engines.eventStore.readAll('0'.repeat(20), 1000, Object.keys(networkCodesEvents));
  expect(countEvents.length).toBeGreaterThan(0);
  expect(JSON.stringify(countEvents)).not.toContain('203.0.113');
});

it('the log does not reveal which codes a network requested: count and request share no id and no exact time', async () => {
  pass(3607);
  expect([
    await requestCode(firstApi, '203.0.113.40', { key: 'apart' }),
    await requestCode(firstApi, '203.0.113.40'),
  ]).toEqual([200, 200]);
  const events = await service.engines.eventStore.readAll(START, 10_000, [
    ...Object.keys(networkCodesEvents),
    'VerificationCodeRequested',
  ]);
  const [countEvents, requestEvents] = [
    events.filter(({ type }) => type !== 'VerificationCodeRequested').slice(-2),
    events.filter(({ type }) => type === 'VerificationCodeRequested').slice(-2),
  ];
  const tellingOf = ({ metadata: { commandId, correlationId, bodyHash, at } }: RecordedEvent) =>
    [commandId, correlationId, bodyHash, at, v5('network', commandId)].filter((each) => each !== undefined);
  expect(requestEvents.flatMap(tellingOf)).toHaveLength(9); // the second came without a key
  expect(countEvents.flatMap(tellingOf).filter((each) => requestEvents.flatMap(tellingOf).includes(each))).toEqual([]);
  expect(countEvents.map(({ data, metadata }) => [data, metadata.at, metadata.by])).toEqual(
    countEvents.map(({ metadata }) => [{ at: metadata.at }, expect.stringMatching(/:00\.000Z$/), SYSTEM_ACTOR]),
  );
});
