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
const FORBIDDEN_URLS = [
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
  let redirectCount = 0;
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const status = statuses.shift() ?? 204;
      if (request.url === '/elsewhere') redirectCount += 1;
      deliveries.push({ headers: request.headers, body: Buffer.concat(parts).toString(), status });
      response.writeHead(status, status === 302 ? { location: `http://${listen}/elsewhere` } : {}).end();
    });
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    /** The statuses for the next deliveries; 204 after that. */
    setStatuses: (nextStatuses) => statuses.splice(0, statuses.length, ...nextStatuses),
    /** Requests to the target of a redirect. */
    countRedirects: () => redirectCount,
    /** Waits for this number of deliveries with this id. */
    async waitForDeliveries(id, count) {
      for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline;) {
        const ownDeliveries = deliveries.filter(({ headers }) => headers['webhook-id'] === id);
        if (ownDeliveries.length >= count) return ownDeliveries;
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
  const register = (options) => platform.post(PATH, registration, options);
  let webhook = null;
  let secrets = [];
  let activeReceiver = null;
  const endpoint = () => webhook ?? skip('no endpoint was registered');
  const endpointPath = (path = '') => `${PATH}/${endpoint().id}${path}`;
  const requireReceiver = () => activeReceiver ?? skip('--listen <host:port> says where deliveries are taken');
  const sendTest = async () => {
    requireReceiver();
    const { eventId } = granted(await platform.post(endpointPath('/test'), { type: TYPE }), scope);
    return eventId;
  };
  /** The record of a delivery, once it has an attempt. */
  const waitForAttempt = async (id) => {
    for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; await pause(100)) {
      const delivery = granted(await platform.get(endpointPath(`/deliveries/${id}`)), scope);
      if (delivery.tried.length > 0) return delivery;
    }
    return expectThat(false, 'the log shows no attempt');
  };
  const verifyDelivery = (secret, { body, headers }) => {
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
        const allowedHost = listen?.slice(0, listen.lastIndexOf(':'));
        for (const forbiddenUrl of FORBIDDEN_URLS) {
          if (URL.canParse(forbiddenUrl) && new URL(forbiddenUrl).hostname === allowedHost) continue;
          const reply = await platform.post(PATH, { ...registration, url: forbiddenUrl });
          if (reply.failure === 'scope_missing') granted(reply, scope);
          if (reply.status === 200) await platform.call('DELETE', `${PATH}/${reply.result.id}`);
          expectThat(reply.status >= 400 && reply.status < 500, `${forbiddenUrl} was answered ${reply.status}`);
        }
      },
    ],
    [
      'an endpoint is registered, and its secret answered once',
      async () => {
        if (listen) activeReceiver = await receiver(listen);
        webhook = granted(await register({ headers: { 'idempotency-key': key } }), scope);
        secrets = [webhook.secret];
        expectThat(SECRET.test(webhook.secret), 'its secret has another form than whsec_ and 32 bytes');
        expectThat(webhook.state === 'active' && webhook.url === url, `it is ${webhook.state} for ${webhook.url}`);
        const detailReply = await platform.get(endpointPath());
        const listReply = await platform.get(PATH);
        expectThat(!`${detailReply.text}${listReply.text}`.includes(webhook.secret), 'its secret is answered again');
        expectThat(
          listReply.result.items.some(({ id }) => id === webhook.id),
          'it is not in the list',
        );
      },
    ],
    [
      'the same registration with the same Idempotency-Key makes no second endpoint',
      async () => {
        endpoint();
        const repeatedEndpoint = granted(await register({ headers: { 'idempotency-key': key } }), scope);
        if (repeatedEndpoint.id !== webhook.id) await platform.call('DELETE', `${PATH}/${repeatedEndpoint.id}`);
        expectThat(repeatedEndpoint.id === webhook.id, 'a second one was made');
        secrets = [repeatedEndpoint.secret ?? webhook.secret];
      },
    ],
    [
      'description and types are changed, what is not sent stays',
      async () => {
        const changedEndpoint = granted(
          await platform.call('PATCH', endpointPath(), { json: { description: 'lab:check 2' } }),
          scope,
        );
        expectThat(changedEndpoint.description === 'lab:check 2', `it is ${changedEndpoint.description}`);
        expectThat(
          changedEndpoint.types.join() === 'consignment.' && changedEndpoint.url === url,
          'types or address changed as well',
        );
      },
    ],
    [
      'a delivery is signed as Standard Webhooks says, with both kinds of signatures',
      async () => {
        const id = await sendTest();
        const [delivery] = await requireReceiver().waitForDeliveries(id, 1);
        const { headers, body } = delivery;
        const event = verifyDelivery(secrets[0], delivery);
        expectThat(event !== null, `its v1 signature does not fit: ${headers['webhook-signature']}`);
        expectThat(event.id === id && event.data.test === true, 'it is not the test event that was asked for');
        const type = headers['content-type'] ?? '';
        expectThat(type.startsWith('application/cloudevents+json'), `its content type is ${type}`);
        expectThat(Buffer.byteLength(body) <= MAX_BODY_BYTES, `it has ${Buffer.byteLength(body)} bytes`);
        const { publicKey } = granted(await platform.get(`${PATH}/key`), scope);
        const signature = headers['webhook-signature'].split(' ').find((part) => part.startsWith('v1a,'));
        expectThat(signature !== undefined, 'it has no v1a signature');
        const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
        const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
        const ed25519 = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
        const isValid = verify(null, signed, ed25519, Buffer.from(signature.slice('v1a,'.length), 'base64'));
        expectThat(isValid, 'its v1a signature does not fit the public key');
      },
    ],
    [
      'an event that was not accepted comes again, and is the same as in the feed',
      async () => {
        requireReceiver();
        if (!consignment) skip('--consignment <id> names a consignment of the unit, whose samples would be confirmed');
        const { cursor } = granted(await platform.get(`${ILIS}GetBuConsignInfoList`), 'consignments:read');
        requireReceiver().setStatuses([500]);
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
        const [firstDelivery, secondDelivery] = await requireReceiver().waitForDeliveries(event.id, 2);
        expectThat(
          firstDelivery.status === 500 && firstDelivery.body === secondDelivery.body,
          'the second body differs from the first',
        );
        expectThat(
          secondDelivery.body === JSON.stringify(event),
          `the feed has ${JSON.stringify(event)}, not ${secondDelivery.body}`,
        );
      },
    ],
    [
      'a redirect is not followed, and counts as a failure',
      async () => {
        requireReceiver().setStatuses([302]);
        const id = await sendTest();
        const [{ status }] = await requireReceiver().waitForDeliveries(id, 1);
        expectThat(status === 302, 'another delivery came first');
        const { lastFailure, lastStatus } = await waitForAttempt(id);
        expectThat(lastFailure === 'redirect' && lastStatus === 302, `the log says ${lastFailure} ${lastStatus}`);
        expectThat(requireReceiver().countRedirects() === 0, 'it was followed');
      },
    ],
    [
      'the log of deliveries shows attempts with status and duration',
      async () => {
        const id = await sendTest();
        await requireReceiver().waitForDeliveries(id, 1);
        const { tried } = await waitForAttempt(id);
        expectThat(tried[0].status === 204 && tried[0].ms >= 0, `it says ${JSON.stringify(tried[0])}`);
      },
    ],
    [
      'a replaced secret signs for a day beside the new one',
      async () => {
        const rotatedEndpoint = granted(await platform.post(endpointPath('/rotate-secret')), scope);
        secrets.unshift(rotatedEndpoint.secret);
        expectThat(
          SECRET.test(rotatedEndpoint.secret) && rotatedEndpoint.secret !== secrets[1],
          'no new secret was answered',
        );
        const replacedSecret = rotatedEndpoint.secretIds.find(({ until }) => until !== null);
        const remainingMs = Date.parse(replacedSecret?.until ?? '') - Date.now();
        expectThat(
          remainingMs > 0.95 * DAY_MS && remainingMs < 1.05 * DAY_MS,
          `the old one signs until ${replacedSecret?.until}`,
        );
        if (!activeReceiver) return;
        const [delivery] = await activeReceiver.waitForDeliveries(await sendTest(), 1);
        for (const secret of secrets)
          expectThat(verifyDelivery(secret, delivery) !== null, 'one of the two does not sign');
      },
    ],
    [
      'an endpoint is paused and resumed',
      async () => {
        const paused = granted(await platform.post(endpointPath('/pause')), scope);
        expectThat(paused.state === 'paused', `it is ${paused.state}`);
        const resumed = granted(await platform.post(endpointPath('/resume')), scope);
        expectThat(resumed.state === 'active', `it is ${resumed.state}`);
      },
    ],
    [
      'a redelivery is counted before it is asked for',
      async () => {
        const range = { from: '2000-01-01T00:00:00Z', to: '2000-01-02T00:00:00Z', dryRun: true };
        const dryRunResult = granted(await platform.post(endpointPath('/redeliver'), range), scope);
        expectThat(dryRunResult.count === 0, `it says ${JSON.stringify(dryRunResult)}`);
      },
    ],
    [
      'an endpoint that the unit does not have is 404',
      async () => {
        for (const path of ['', '/deliveries'])
          refusedWith(await platform.get(`${PATH}/${platform.unknownId()}${path}`), 404, { scope });
      },
    ],
    [
      'a deleted endpoint is gone',
      async () => {
        const path = endpointPath();
        granted(await platform.call('DELETE', path), scope);
        activeReceiver?.close();
        expectThat((await platform.get(path)).status === 404, 'it is still there');
      },
    ],
  ];
};
