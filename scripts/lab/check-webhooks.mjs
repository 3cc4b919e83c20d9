// LAB section 4: webhooks. One endpoint is registered and deleted at the end; its deliveries are checked with --listen.
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { granted, ILIS, refusedWith } from './platform-client.mjs';
import { expectThat, skip } from './report.mjs';

const PATH = '/api/v1/webhooks';
const scope = 'webhooks:manage';
const TYPE = 'consignment.submitted.v1';
const MAX_BODY_BYTES = 20 * 1024;
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
/** The second attempt comes about five seconds after the first. */
const TIMEOUT_MS = 30_000;
const DAY_MS = 24 * 3600 * 1000;
/** Addresses in the private network of the platform, and invalid ones. */
const FORBIDDEN = [
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'https://localhost/',
  'https://user:password@example.com/',
  'http://example.com/',
  'ftp://example.com/',
  'nothing',
];

/** Receives deliveries and answers each with the next status in its list, or 204. */
const receiver = async (listen) => {
  const [host, port] = [listen.slice(0, listen.lastIndexOf(':')), Number(listen.slice(listen.lastIndexOf(':') + 1))];
  const deliveries = [];
  const statuses = [];
  let followed = 0;
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const status = statuses.shift() ?? 204;
      if (request.url === '/elsewhere') followed += 1;
      deliveries.push({ headers: request.headers, body: Buffer.concat(parts).toString(), status });
      response.writeHead(status, status === 302 ? { location: `http://${listen}/elsewhere` } : {}).end();
    });
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    /** The statuses for the next deliveries; 204 after that. */
    answers: (next) => statuses.splice(0, statuses.length, ...next),
    /** Requests to the target of a redirect. */
    elsewhere: () => followed,
    /** Waits for this number of deliveries with this id. */
    async of(id, count) {
      for (const until = performance.now() + TIMEOUT_MS; performance.now() < until;) {
        const own = deliveries.filter(({ headers }) => headers['webhook-id'] === id);
        if (own.length >= count) return own;
        await pause(50);
      }
      return expectThat(false, `${count} deliveries of ${id} did not come within ${TIMEOUT_MS / 1000} s`);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export const webhookChecks = (platform, { listen, consignment }) => {
  const key = randomUUID();
  const url = listen ? `http://${listen}/lab-check` : 'https://example.com/lab-check';
  const registration = { url, types: ['consignment.'], description: 'lab:check' };
  const register = (more) => platform.post(PATH, registration, more);
  let made = null;
  let secrets = [];
  let listening = null;
  const endpoint = () => made ?? skip('no endpoint was registered');
  const own = (path = '') => `${PATH}/${endpoint().id}${path}`;
  const received = () => listening ?? skip('--listen <host:port> says where deliveries are taken');
  const test = async () => {
    received();
    const { eventId } = granted(await platform.post(own('/test'), { type: TYPE }), scope);
    return eventId;
  };
  /** The record of a delivery, once it has an attempt. */
  const delivered = async (id) => {
    for (const until = performance.now() + TIMEOUT_MS; performance.now() < until; await pause(100)) {
      const delivery = granted(await platform.get(own(`/deliveries/${id}`)), scope);
      if (delivery.tried.length > 0) return delivery;
    }
    return expectThat(false, 'the log shows no attempt');
  };
  const verified = (secret, { body, headers }) => {
    try {
      return new Webhook(secret).verify(body, headers);
    } catch {
      return null;
    }
  };

  return [
    [
      'the public key of the platform is answered',
      async () => {
        const { publicKey } = granted(await platform.get(`${PATH}/key`), scope);
        expectThat(/^whpk_[A-Za-z0-9+/]{43}=$/.test(publicKey), `it is ${publicKey}`);
      },
    ],
    [
      'addresses in the own network of the platform, without https or with a password are refused',
      async () => {
        // Where deliveries are taken, its operator has allowed that host.
        const allowed = listen?.slice(0, listen.lastIndexOf(':'));
        for (const forbidden of FORBIDDEN) {
          if (URL.canParse(forbidden) && new URL(forbidden).hostname === allowed) continue;
          const reply = await platform.post(PATH, { ...registration, url: forbidden });
          if (reply.failure === 'scope_missing') granted(reply, scope);
          if (reply.status === 200) await platform.call('DELETE', `${PATH}/${reply.result.id}`);
          expectThat(reply.status >= 400 && reply.status < 500, `${forbidden} was answered ${reply.status}`);
        }
      },
    ],
    [
      'an endpoint is registered, and its secret answered once',
      async () => {
        if (listen) listening = await receiver(listen);
        made = granted(await register({ headers: { 'idempotency-key': key } }), scope);
        secrets = [made.secret];
        expectThat(SECRET.test(made.secret), 'its secret has another form than whsec_ and 32 bytes');
        expectThat(made.state === 'active' && made.url === url, `it is ${made.state} for ${made.url}`);
        const shown = await platform.get(own());
        const listed = await platform.get(PATH);
        expectThat(!`${shown.text}${listed.text}`.includes(made.secret), 'its secret is answered again');
        expectThat(
          listed.result.items.some(({ id }) => id === made.id),
          'it is not in the list',
        );
      },
    ],
    [
      'the same registration with the same Idempotency-Key makes no second endpoint',
      async () => {
        endpoint();
        const again = granted(await register({ headers: { 'idempotency-key': key } }), scope);
        if (again.id !== made.id) await platform.call('DELETE', `${PATH}/${again.id}`);
        expectThat(again.id === made.id, 'a second one was made');
        secrets = [again.secret ?? made.secret];
      },
    ],
    [
      'description and types are changed, what is not sent stays',
      async () => {
        const changed = granted(await platform.call('PATCH', own(), { json: { description: 'lab:check 2' } }), scope);
        expectThat(changed.description === 'lab:check 2', `it is ${changed.description}`);
        expectThat(changed.types.join() === 'consignment.' && changed.url === url, 'types or address changed as well');
      },
    ],
    [
      'a delivery is signed as Standard Webhooks says, with both kinds of signatures',
      async () => {
        const id = await test();
        const [delivery] = await received().of(id, 1);
        const { headers, body } = delivery;
        const event = verified(secrets[0], delivery);
        expectThat(event !== null, `its v1 signature does not fit: ${headers['webhook-signature']}`);
        expectThat(event.id === id && event.data.test === true, 'it is not the test event that was asked for');
        const type = headers['content-type'] ?? '';
        expectThat(type.startsWith('application/cloudevents+json'), `its content type is ${type}`);
        expectThat(Buffer.byteLength(body) <= MAX_BODY_BYTES, `it has ${Buffer.byteLength(body)} bytes`);
        const { publicKey } = granted(await platform.get(`${PATH}/key`), scope);
        const signature = headers['webhook-signature'].split(' ').find((one) => one.startsWith('v1a,'));
        expectThat(signature !== undefined, 'it has no v1a signature');
        const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
        const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
        const ed25519 = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
        const fits = verify(null, signed, ed25519, Buffer.from(signature.slice('v1a,'.length), 'base64'));
        expectThat(fits, 'its v1a signature does not fit the public key');
      },
    ],
    [
      'an event that was not accepted comes again, and is the same as in the feed',
      async () => {
        received();
        if (!consignment) skip('--consignment <id> names a consignment of the unit, whose samples would be confirmed');
        const { cursor } = granted(await platform.get(`${ILIS}GetBuConsignInfoList`), 'consignments:read');
        received().answers([500]);
        const step = {
          consignInfoIDs: consignment,
          consignStatus: 60,
          changeTime: new Date().toISOString(),
          changeDescription: 'lab:check',
          operUserNameFriendly: 'lab:check',
        };
        granted(await platform.post(`${ILIS}PushConsignStatus`, step), 'status:write');
        const { events } = granted(await platform.get('/api/v1/feed', { after: cursor, wait: 10 }), 'events:read');
        const event = events.find(({ subject }) => subject === consignment);
        expectThat(event !== undefined, 'the step is not in the feed');
        const [one, again] = await received().of(event.id, 2);
        expectThat(one.status === 500 && one.body === again.body, 'the second body differs from the first');
        expectThat(again.body === JSON.stringify(event), `the feed has ${JSON.stringify(event)}, not ${again.body}`);
      },
    ],
    [
      'a redirect is not followed, and counts as a failure',
      async () => {
        received().answers([302]);
        const id = await test();
        const [{ status }] = await received().of(id, 1);
        expectThat(status === 302, 'another delivery came first');
        const { lastFailure, lastStatus } = await delivered(id);
        expectThat(lastFailure === 'redirect' && lastStatus === 302, `the log says ${lastFailure} ${lastStatus}`);
        expectThat(received().elsewhere() === 0, 'it was followed');
      },
    ],
    [
      'the log of deliveries shows attempts with status and duration',
      async () => {
        const id = await test();
        await received().of(id, 1);
        const { tried } = await delivered(id);
        expectThat(tried[0].status === 204 && tried[0].ms >= 0, `it says ${JSON.stringify(tried[0])}`);
      },
    ],
    [
      'a replaced secret signs for a day beside the new one',
      async () => {
        const rotated = granted(await platform.post(own('/rotate-secret')), scope);
        secrets.unshift(rotated.secret);
        expectThat(SECRET.test(rotated.secret) && rotated.secret !== secrets[1], 'no new secret was answered');
        const old = rotated.secretIds.find(({ until }) => until !== null);
        const left = Date.parse(old?.until ?? '') - Date.now();
        expectThat(left > 0.95 * DAY_MS && left < 1.05 * DAY_MS, `the old one signs until ${old?.until}`);
        if (!listening) return;
        const [delivery] = await listening.of(await test(), 1);
        for (const secret of secrets) expectThat(verified(secret, delivery) !== null, 'one of the two does not sign');
      },
    ],
    [
      'an endpoint is paused and resumed',
      async () => {
        const paused = granted(await platform.post(own('/pause')), scope);
        expectThat(paused.state === 'paused', `it is ${paused.state}`);
        const resumed = granted(await platform.post(own('/resume')), scope);
        expectThat(resumed.state === 'active', `it is ${resumed.state}`);
      },
    ],
    [
      'a redelivery is counted before it is asked for',
      async () => {
        const range = { from: '2000-01-01T00:00:00Z', to: '2000-01-02T00:00:00Z', dryRun: true };
        const counted = granted(await platform.post(own('/redeliver'), range), scope);
        expectThat(counted.count === 0, `it says ${JSON.stringify(counted)}`);
      },
    ],
    [
      'an endpoint that the unit does not have is 404',
      async () => {
        for (const path of ['', '/deliveries'])
          refusedWith(await platform.get(`${PATH}/${platform.nobody()}${path}`), 404, { scope });
      },
    ],
    [
      'a deleted endpoint is gone',
      async () => {
        const path = own();
        granted(await platform.call('DELETE', path), scope);
        listening?.close();
        expectThat((await platform.get(path)).status === 404, 'it is still there');
      },
    ],
  ];
};
