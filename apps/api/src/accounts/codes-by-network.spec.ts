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
let one: Client;
let other: Client;
beforeAll(async () => {
  service = await startService({ demo: false, ...settings });
  second = await createApi({ engines: service.engines, ...settings });
  await second.listen(0, '127.0.0.1');
  one = service.stranger;
  other = new Client(await second.getUrl(), null, { position: null });
});
afterAll(async () => {
  await second.close();
  await service.close();
});

let number = 13_700_000_000;
const asks = async (client: Client, address = '203.0.113.20', more: { mobile?: string; key?: string } = {}) =>
  (
    await client.call(sendToMobile, {
      body: { mobile: more.mobile ?? String(number++), sendCodeType: 1 },
      headers: { 'x-forwarded-for': address, ...(more.key ? { 'idempotency-key': more.key } : {}) },
    })
  ).status;

it('codes requested from one network are counted across all api processes, also over midnight and after a restart', async () => {
  expect([
    await asks(one),
    await asks(other),
    await asks(one),
    await asks(other),
    await asks(other, '203.0.113.21'),
  ]).toEqual([200, 200, 429, 429, 200]);
  pass(180); // the next day by the clock
  expect([await asks(other), await asks(one), await asks(other)]).toEqual([200, 200, 429]);
  pass(61);
  const third = await createApi({ engines: service.engines, ...settings });
  await third.listen(0, '127.0.0.1');
  expect(await asks(new Client(await third.getUrl(), null, { position: null }))).toBe(429);
  await third.close();
  pass(24 * 60 * 60);
  expect(await asks(one)).toBe(200);
});

it('a repeated request is not counted again, and the log does not contain the address', async () => {
  const [mobile, key] = [String(number++), 'sent again'];
  expect([
    await asks(one, '203.0.113.30', { mobile, key }),
    await asks(other, '203.0.113.30', { mobile, key }),
    await asks(one, '203.0.113.30'),
    await asks(one, '203.0.113.30'),
  ]).toEqual([200, 200, 200, 429]);
  const counted = await service.engines.eventStore.readAll('0'.repeat(20), 1000, Object.keys(networkCodesEvents));
  expect(counted.length).toBeGreaterThan(0);
  expect(JSON.stringify(counted)).not.toContain('203.0.113');
});

it('the log does not reveal which codes a network requested: count and request share no id and no exact time', async () => {
  pass(3607);
  expect([await asks(one, '203.0.113.40', { key: 'apart' }), await asks(one, '203.0.113.40')]).toEqual([200, 200]);
  const events = await service.engines.eventStore.readAll(START, 10_000, [
    ...Object.keys(networkCodesEvents),
    'VerificationCodeRequested',
  ]);
  const [counted, requested] = [
    events.filter(({ type }) => type !== 'VerificationCodeRequested').slice(-2),
    events.filter(({ type }) => type === 'VerificationCodeRequested').slice(-2),
  ];
  const tellingOf = ({ metadata: { commandId, correlationId, bodyHash, at } }: RecordedEvent) =>
    [commandId, correlationId, bodyHash, at, v5('network', commandId)].filter((each) => each !== undefined);
  expect(requested.flatMap(tellingOf)).toHaveLength(9); // the second came without a key
  expect(counted.flatMap(tellingOf).filter((each) => requested.flatMap(tellingOf).includes(each))).toEqual([]);
  expect(counted.map(({ data, metadata }) => [data, metadata.at, metadata.by])).toEqual(
    counted.map(({ metadata }) => [{ at: metadata.at }, expect.stringMatching(/:00\.000Z$/), SYSTEM_ACTOR]),
  );
});
