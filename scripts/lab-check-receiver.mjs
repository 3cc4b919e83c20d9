// npm run lab:check-receiver -- --url <receiver> --secret <whsec_...>: sends valid and invalid deliveries to the
// endpoint of a lab system, as the platform does, and reports the mistakes of the receiver. Its events are examples of
// consignments that do not exist; --test marks them as test events (data.test), which a receiver should ignore. Ends
// with 1 if there is a mistake.
import { createHmac, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { expectThat, runChecks } from './lab/report.mjs';

const TIMEOUT_MS = 20_000;
const MEGABYTE = 1024 * 1024;
const { values: options } = parseArgs({
  options: { url: { type: 'string' }, secret: { type: 'string' }, test: { type: 'boolean', default: false } },
});
if (!options.url || !/^whsec_[A-Za-z0-9+/]+=*$/.test(options.secret ?? '') || !URL.canParse(options.url)) {
  process.stderr.write('npm run lab:check-receiver -- --url https://lab.example/webhooks --secret whsec_...\n');
  process.exit(2);
}

const newEvent = (changes = {}) => {
  const consignmentId = changes.subject ?? randomUUID();
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: '/units/TU001',
    type: 'consignment.submitted.v1',
    subject: consignmentId,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataschema: 'https://platform.example/api/v1/event-types/consignment.submitted.v1',
    sequence: '5',
    cursor: 'MDAwMDAwMDAuMQ',
    correlationid: randomUUID(),
    causationid: randomUUID(),
    ...changes,
    data: {
      consignmentId,
      consignCode: 'TU001-2026-00001',
      consignType: 1,
      status: { from: 10, to: 20, name: '待审核' },
      testUnitId: randomUUID(),
      consignUnitId: randomUUID(),
      projectName: '甬台温高速公路第3合同段',
      sampleCount: 1,
      remark: '',
      links: { self: `/api/services/app/ILISIntegration/GetConsignInfoDetail?id=${consignmentId}` },
      ...(options.test ? { test: true } : {}),
      ...changes.data,
    },
  };
};

const nowSeconds = () => Math.floor(Date.now() / 1000);
const keyOf = (secret) => Buffer.from(secret.slice('whsec_'.length), 'base64');
const signatureOf = (id, timestamp, body, key = keyOf(options.secret)) =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
const otherKey = Buffer.from('this is the secret of another endpoint');

/**
 * Sends a delivery; the options replace what the platform would send. Returns the status; 0 if the connection was
 * closed.
 */
const deliver = async (
  event,
  { body = JSON.stringify(event), timestamp = nowSeconds(), signature, headers = {} } = {},
) => {
  const webhookSignature = signature ?? signatureOf(event.id, timestamp, body);
  const startedAt = performance.now();
  const response = await fetch(options.url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/cloudevents+json',
      'webhook-id': event.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': webhookSignature,
      ...headers,
    },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error) => {
    if (error.name === 'TimeoutError') throw new Error('no answer within 20 seconds: answer first, then work');
    if (body.length > MEGABYTE) return null;
    throw new Error(`the connection failed: ${error.cause?.code ?? error.message}`);
  });
  await response?.body?.cancel();
  return { status: response?.status ?? 0, ms: performance.now() - startedAt };
};
const isSuccess = ({ status }) => status >= 200 && status < 300;
const expectAccepted = (reply, description) =>
  expectThat(
    isSuccess(reply),
    reply.status >= 300 && reply.status < 400
      ? `${description} was answered ${reply.status}: redirects are not followed`
      : `${description} was answered ${reply.status} instead of 2xx: the platform would send it again for days`,
  );
const expectRefused = (reply, description, danger) => {
  expectThat(!isSuccess(reply), `${description} was accepted (${reply.status}): ${danger}`);
  expectThat(
    reply.status !== 410,
    `${description} was answered 410, by which the platform disables the endpoint: use 401`,
  );
  expectThat(reply.status < 500, `${description} was answered ${reply.status}, as if this system had failed: use 401`);
};
const expectStillAccepting = async () => expectAccepted(await deliver(newEvent()), 'a valid delivery after it');

const FORGED = 'anybody who knows the address can send events';
const isPassed = await runChecks([
  [
    'Deliveries as the platform sends them',
    [
      ['a valid delivery is accepted', async () => expectAccepted(await deliver(newEvent()), 'a valid delivery')],
      [
        'it is answered within two seconds',
        async () => {
          const { ms } = await deliver(newEvent());
          expectThat(ms < 2000, `it took ${(ms / 1000).toFixed(1)} s: answer first, then work`);
        },
      ],
      [
        'a repeated delivery is accepted again',
        async () => {
          const event = newEvent();
          expectAccepted(await deliver(event), 'the first delivery');
          expectAccepted(await deliver(event, { timestamp: nowSeconds() + 1 }), 'the same event again');
        },
      ],
      [
        'deliveries are accepted in another order than they happened',
        async () => {
          const subject = randomUUID();
          const laterEvent = newEvent({
            subject,
            sequence: '6',
            type: 'consignment.audit-passed.v1',
            data: { status: { from: 20, to: 30, name: '待收样' } },
          });
          expectAccepted(await deliver(laterEvent), 'the later event, which came first,');
          expectAccepted(await deliver(newEvent({ subject, sequence: '5' })), 'the earlier event, which came second,');
        },
      ],
      [
        'ten deliveries at once are accepted',
        async () => {
          const replies = await Promise.all(Array.from({ length: 10 }, () => deliver(newEvent())));
          for (const reply of replies) expectAccepted(reply, 'one of ten deliveries at once');
        },
      ],
      [
        'one of two signatures suffices, while a secret is replaced',
        async () => {
          const event = newEvent();
          const [body, timestamp] = [JSON.stringify(event), nowSeconds()];
          const signature = `${signatureOf(event.id, timestamp, body, otherKey)} ${signatureOf(event.id, timestamp, body)}`;
          expectAccepted(
            await deliver(event, { body, timestamp, signature }),
            'a delivery signed with the old and the new secret',
          );
        },
      ],
      [
        'a signature of a kind it does not know is passed over',
        async () => {
          const event = newEvent();
          const [body, timestamp] = [JSON.stringify(event), nowSeconds()];
          const signature = `v1a,${Buffer.alloc(64).toString('base64')} ${signatureOf(event.id, timestamp, body)}`;
          expectAccepted(
            await deliver(event, { body, timestamp, signature }),
            'a delivery with a v1a signature beside the right one',
          );
        },
      ],
      [
        'a type and members it does not know are accepted',
        async () => {
          const event = newEvent({ type: 'consignment.invented-later.v1', data: { inventedLater: { is: 'here' } } });
          expectAccepted(await deliver(event), 'an event of a later release');
        },
      ],
      [
        'text outside of ASCII is verified by its bytes',
        async () =>
          expectAccepted(await deliver(newEvent({ data: { remark: '同意 – ñ 🧱' } })), 'an event with such text'),
      ],
    ],
  ],
  [
    'Deliveries that are not the platform’s',
    [
      [
        'another secret is refused',
        async () => {
          const event = newEvent();
          const [body, timestamp] = [JSON.stringify(event), nowSeconds()];
          const signature = signatureOf(event.id, timestamp, body, otherKey);
          expectRefused(
            await deliver(event, { body, timestamp, signature }),
            'a delivery signed with another secret',
            FORGED,
          );
        },
      ],
      [
        'a changed body is refused',
        async () => {
          const [event, timestamp] = [newEvent(), nowSeconds()];
          const signature = signatureOf(event.id, timestamp, JSON.stringify(event));
          const body = JSON.stringify({ ...event, subject: randomUUID() });
          expectRefused(
            await deliver(event, { body, timestamp, signature }),
            'a body that was changed on the way',
            FORGED,
          );
        },
      ],
      [
        'another id in the header is refused',
        async () => {
          const event = newEvent();
          const reply = await deliver(event, { headers: { 'webhook-id': randomUUID() } });
          expectRefused(
            reply,
            'a delivery whose id is not the signed one',
            'an event could be sent again under a new id',
          );
        },
      ],
      [
        'no signature is refused',
        async () =>
          expectRefused(await deliver(newEvent(), { signature: '' }), 'a delivery without a signature', FORGED),
      ],
      [
        'a signature of another kind alone is refused',
        async () => {
          const event = newEvent();
          const [body, timestamp] = [JSON.stringify(event), nowSeconds()];
          const signature = signatureOf(event.id, timestamp, body).replace('v1,', 'v0,');
          expectRefused(
            await deliver(event, { body, timestamp, signature }),
            'a delivery with a v0 signature alone',
            FORGED,
          );
        },
      ],
      [
        'a stale delivery is refused',
        async () => {
          const reply = await deliver(newEvent(), { timestamp: nowSeconds() - 3600 });
          expectRefused(reply, 'a delivery of an hour ago', 'a recorded delivery could be played back at any time');
        },
      ],
      [
        'a delivery from the future is refused',
        async () => {
          const reply = await deliver(newEvent(), { timestamp: nowSeconds() + 3600 });
          expectRefused(reply, 'a delivery from an hour ahead', 'the clock is not checked on both sides');
        },
      ],
      [
        'a timestamp that is no number is refused',
        async () => {
          const event = newEvent();
          const body = JSON.stringify(event);
          const signature = signatureOf(event.id, 'soon', body);
          expectRefused(await deliver(event, { body, timestamp: 'soon', signature }), 'a delivery at "soon"', FORGED);
        },
      ],
      [
        'an oversized delivery is refused, and the next one accepted',
        async () => {
          const event = newEvent({ data: { remark: 'x'.repeat(5 * MEGABYTE) } });
          const reply = await deliver(event);
          expectRefused(reply, 'a body of 5 MB', 'the platform sends 20 kB at most; bound what is read, answer 413');
          await expectStillAccepting();
        },
      ],
      [
        'a body that is not JSON is refused, and the next one accepted',
        async () => {
          const reply = await deliver(newEvent(), { body: '{"id":', signature: 'v1,AAAA' });
          expectRefused(
            reply,
            'half a body with a wrong signature',
            'the signature is verified after parsing, or not at all',
          );
          await expectStillAccepting();
        },
      ],
    ],
  ],
]);
process.stdout.write(
  'Not seen from outside: whether an event that came twice has its effect once, and whether sequence decides which event is newer.\n',
);
process.exit(isPassed ? 0 : 1);
