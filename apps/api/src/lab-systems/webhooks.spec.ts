import { createPublicKey, sign, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  changeWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookKey,
  issueAccessKey,
  listEvents,
  listWebhooks,
  pauseWebhook,
  registerWebhook,
  resumeWebhook,
  revokeWebhookSecret,
  rotateWebhookSecret,
  type BodyOf,
  type Operation,
  type WebhookWithSecret,
} from '#contract';
import { load } from '#domain/event-sourcing';
import { webhook } from '#domain/lab-systems';
import { webhookKeys, webhookSecret } from '#engines';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const HOUR_MS = 60 * 60_000;
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

let now = new Date();
let service: Service;
let lab: Client;
let otherLab: Client;
let machine: Client;

beforeAll(async () => {
  service = await startService({
    repeatsCommands: true,
    now: () => now,
    labSystemHosts: ['lims.local', '10.0.0.5:8080'],
  });
  [lab, otherLab] = [await service.as('lab1'), await service.as('lab2')];
  const key = await lab.do(issueAccessKey, { body: { name: 'LIMS', scopes: ['webhooks:manage'] } });
  machine = service.withToken(key.secret);
});
afterAll(() => service.close());

const registered = (
  caller: Client,
  overrides: Partial<BodyOf<typeof registerWebhook>> = {},
): Promise<WebhookWithSecret> =>
  caller.do(registerWebhook, { body: { url: 'https://lims.example.com/hooks', ...overrides } });
const eventsOf = async (id: string): Promise<string[]> =>
  (await load(service.engines.eventStore, webhook, id)).events.map(({ type }) => type);
/** Leaves room for the endpoints of the next test. */
const cleared = async (caller: Client): Promise<void> => {
  for (const { id } of (await caller.do(listWebhooks)).items)
    await caller.do(deleteWebhook, { query: { webhookId: id } });
};

describe('ILIS EM-010 a webhook endpoint', () => {
  it('is registered with a secret that only this response contains and that signs deliveries', async () => {
    const { secret, ...endpoint } = await registered(lab, { types: ['report.'], description: '报告推送' });
    expect(secret).toMatch(SECRET);
    expect(endpoint).toMatchObject({
      url: 'https://lims.example.com/hooks',
      types: ['report.'],
      description: '报告推送',
      state: 'active',
      disabledCause: null,
      createdBy: '沈惠兰',
      secretIds: [{ last4: secret.slice(-5, -1), until: null }],
    });
    expect(await lab.do(getWebhook, { query: { webhookId: endpoint.id } })).toEqual(endpoint);
    const { items } = await lab.do(listWebhooks);
    expect(items).toEqual([endpoint]);
    const { vault } = service.engines;
    expect(await webhookSecret(vault, endpoint.id, endpoint.secretIds[0]?.id ?? '')).toBe(secret);
    const log = await (await service.as('admin')).do(listEvents, { query: { stream: `webhook-${endpoint.id}` } });
    expect(JSON.stringify([items, log.items])).not.toContain(secret.slice(6, -8));
  });

  it('is registered once with one secret if the request is repeated with the same Idempotency-Key', async () => {
    const request = { body: { url: 'https://lims.example.com/again' }, headers: { 'idempotency-key': v4() } };
    const first = await machine.do(registerWebhook, request);
    expect(await machine.do(registerWebhook, request)).toEqual(first);
    expect(first.createdBy).toBe('实验室系统 (LIMS)');
    const body = { url: 'https://lims.example.com/other' };
    expect((await machine.call(registerWebhook, { ...request, body })).status).toBe(422);
    const { items } = await lab.do(listWebhooks);
    expect(items.filter(({ url }) => url.startsWith('https://lims.example.com/again'))).toHaveLength(1);
    expect(items.map(({ url }) => url)).not.toContain(body.url);
    const rotation = { query: { webhookId: first.id }, headers: { 'idempotency-key': v4() } };
    const rotated = await machine.do(rotateWebhookSecret, rotation);
    expect(await machine.do(rotateWebhookSecret, rotation)).toEqual(rotated);
    expect(await eventsOf(first.id)).toEqual(['WebhookRegistered', 'WebhookSecretRotated']);
  });

  it('must have a public https address, and a private one is refused in any notation', async () => {
    const codeOf = async (url: string) => {
      const { status, rawBody: responseBody } = await machine.call(registerWebhook, { body: { url } });
      const { code, errors } = responseBody as { code: string; errors?: { path: string }[] };
      expect([url, status, errors?.[0]?.path]).toEqual([url, 400, 'url']);
      return code;
    };
    for (const url of [
      'https://127.0.0.1/x',
      'https://2130706433/x',
      'https://0x7f000001/x',
      'https://0177.0.0.1/x',
      'https://127.1/x',
      'https://127.0.0.1./x',
      'https://１２７.０.０.１/x',
      'https://10.0.0.5/x',
      'https://10.0.0.5:8081/x',
      'https://169.254.169.254/latest/meta-data',
      'https://0/x',
      'https://[::1]/x',
      'https://[::ffff:127.0.0.1]/x',
      'https://[::ffff:7f00:1]/x',
      'https://[64:ff9b::7f00:1]/x',
      'https://[fd00::1]/x',
      'https://localhost/x',
      'https://LOCALHOST./x',
      'https://mongo/x',
      'https://db.internal/x',
      'https://lims.local./x',
    ])
      expect([url, await codeOf(url)]).toEqual([url, 'WEBHOOK_URL_NOT_PUBLIC']);
    for (const url of ['http://example.com/x', 'http://example.com:443/x', 'ftp://example.com/x', 'file:///etc/passwd'])
      expect([url, await codeOf(url)]).toEqual([url, 'WEBHOOK_URL_HTTPS']);
    for (const url of ['https://user@example.com/x', 'https://lims.local@example.com/x', 'https://:x@lims.local/x'])
      expect([url, await codeOf(url)]).toEqual([url, 'WEBHOOK_URL_CREDENTIALS']);
    for (const url of [
      'example.com/x',
      'https://',
      'https:\\\\example.com/x',
      'https://example.com\\@127.0.0.1/x',
      'https://exa\tmple.com/x',
      'https://example.com/\r\nHost: localhost',
      'https://example.com:99999/x',
    ])
      expect([url, await codeOf(url)]).toEqual([url, 'WEBHOOK_URL_INVALID']);
    expect((await machine.call(registerWebhook, { body: { url: 'https://exa\0mple.com/x' } })).status).toBe(400);
    expect(
      (await machine.call(registerWebhook, { body: { url: `https://example.com/${'x'.repeat(2000)}` } })).status,
    ).toBe(400);
    for (const url of ['http://lims.local/x', 'http://10.0.0.5:8080/x', 'https://example.com:8443/x'])
      expect((await registered(machine, { url })).url).toBe(url);
    const [{ id: webhookId } = { id: '' }] = (await lab.do(listWebhooks)).items;
    const refused = await lab.call(changeWebhook, { query: { webhookId }, body: { url: 'https://[::1]/' } });
    expect(refused.failure).toMatchObject({ code: 'WEBHOOK_URL_NOT_PUBLIC' });
    await cleared(lab);
  });

  it('can be changed in single fields, and refuses unknown event types', async () => {
    const { id: webhookId, secret: _, ...before } = await registered(lab, { description: '旧' });
    const changed = await lab.do(changeWebhook, { query: { webhookId }, body: { types: ['consignment.audit'] } });
    expect(changed).toMatchObject({ ...before, types: ['consignment.audit'] });
    const unknown = await lab.call(changeWebhook, { query: { webhookId }, body: { types: ['report.', 'nothing.'] } });
    expect([unknown.status, unknown.failure]).toMatchObject([400, { code: 'FEED_TYPE_UNKNOWN' }]);
    expect((await lab.call(registerWebhook, { body: { url: before.url, types: ['nothing.'] } })).status).toBe(400);
    await lab.do(changeWebhook, { query: { webhookId }, body: { types: ['consignment.audit'], description: '旧' } });
    expect(await eventsOf(webhookId)).toEqual(['WebhookRegistered', 'WebhookChanged']);
  });

  it('is paused, resumed and deleted once if the request is repeated', async () => {
    const { id: webhookId } = await registered(lab);
    for (const [operation, state] of [
      [pauseWebhook, 'paused'],
      [pauseWebhook, 'paused'],
      [resumeWebhook, 'active'],
      [resumeWebhook, 'active'],
    ] as const)
      expect(await lab.do(operation, { query: { webhookId } })).toMatchObject({ state });
    const deletion = { query: { webhookId, reason: '系统下线' } };
    expect(await lab.do(deleteWebhook, deletion)).toBe(true);
    expect(await lab.do(deleteWebhook, deletion)).toBe(true);
    expect(await eventsOf(webhookId)).toEqual([
      'WebhookRegistered',
      'WebhookPaused',
      'WebhookResumed',
      'WebhookDeleted',
    ]);
    expect((await lab.call(getWebhook, { query: { webhookId } })).status).toBe(404);
    expect((await lab.call(pauseWebhook, { query: { webhookId } })).status).toBe(404);
    expect((await lab.do(listWebhooks)).items.map(({ id }) => id)).not.toContain(webhookId);
  });

  it('signs with both secrets for 24 hours after a rotation, or until the old one is revoked', async () => {
    const { id: webhookId, secret, secretIds } = await registered(lab);
    const oldSecretId = secretIds[0]?.id ?? '';
    const rotated = await lab.do(rotateWebhookSecret, { query: { webhookId } });
    expect(rotated.secret).toMatch(SECRET);
    expect(rotated.secret).not.toBe(secret);
    const until = new Date(now.getTime() + 24 * HOUR_MS).toISOString();
    expect(rotated.secretIds).toMatchObject([{ until: null }, { id: oldSecretId, until }]);
    const current = rotated.secretIds[0]?.id ?? '';
    const secondRotation = await lab.call(rotateWebhookSecret, { query: { webhookId } });
    expect([secondRotation.status, secondRotation.failure]).toMatchObject([409, { code: 'WEBHOOK_SECRETS_BOTH_SIGN' }]);

    const revoke = (secretId: string, reason: string) =>
      lab.call(revokeWebhookSecret, { query: { webhookId, secretId }, body: { reason } });
    expect((await revoke(current, '泄露')).failure).toMatchObject({ code: 'WEBHOOK_SECRET_CURRENT' });
    expect((await revoke(oldSecretId, ' ')).failure).toMatchObject({ code: 'REASON_REQUIRED' });
    expect((await revoke(oldSecretId, '泄露')).result.secretIds).toMatchObject([{ id: current }]);
    expect((await revoke(oldSecretId, '泄露')).status).toBe(404);

    await lab.do(rotateWebhookSecret, { query: { webhookId } });
    const at = now;
    now = new Date(now.getTime() + 24 * HOUR_MS + 1);
    expect((await machine.do(getWebhook, { query: { webhookId } })).secretIds).toHaveLength(1);
    now = at;
  });

  it('can be managed only by its unit’s managers, administrators and keys with the scope', async () => {
    const { id: webhookId, secretIds } = await registered(lab);
    const secretId = secretIds[0]?.id ?? '';
    const otherKey = await otherLab.do(issueAccessKey, { body: { name: 'x', scopes: ['webhooks:manage'] } });
    const erp = await (
      await service.as('client1')
    ).do(issueAccessKey, {
      body: { name: 'ERP', scopes: ['webhooks:manage'] },
    });
    const calls: [Operation, object, object?][] = [
      [getWebhook, { webhookId }],
      [changeWebhook, { webhookId }, { description: 'x' }],
      [pauseWebhook, { webhookId }],
      [resumeWebhook, { webhookId }],
      [rotateWebhookSecret, { webhookId }],
      [revokeWebhookSecret, { webhookId, secretId }, { reason: 'x' }],
      [deleteWebhook, { webhookId }],
    ];
    for (const caller of [otherLab, service.withToken(otherKey.secret), service.withToken(erp.secret)])
      for (const [operation, query, body] of calls)
        expect([operation.name, (await caller.call(operation, { query, body })).status]).toEqual([operation.name, 404]);
    expect(await eventsOf(webhookId)).toEqual(['WebhookRegistered']);
    const { unitId } = (await load(service.engines.eventStore, webhook, webhookId)).state ?? {};
    const foreign = service.withToken(otherKey.secret);
    expect((await foreign.call(listWebhooks, { query: { unitId } })).status).toBe(404);
    expect((await foreign.do(listWebhooks)).items).toEqual([]);

    const reader = await lab.do(issueAccessKey, { body: { name: 'x', scopes: ['events:read'] } });
    const refused = await service.withToken(reader.secret).call(listWebhooks);
    expect([refused.status, refused.failure]).toMatchObject([403, { code: 'scope_missing' }]);
    const admin = await service.as('admin');
    expect((await admin.call(listWebhooks)).status).toBe(404);
    expect((await admin.do(listWebhooks, { query: { unitId } })).items.map(({ id }) => id)).toContain(webhookId);
    expect(await admin.do(changeWebhook, { query: { webhookId }, body: { description: '平台' } })).toMatchObject({
      description: '平台',
    });
    expect(
      (await service.withToken(erp.secret).do(registerWebhook, { body: { url: 'https://erp.example.com/' } })).state,
    ).toBe('active');
  });

  it('is one of at most 20 per unit, even if many are requested at the same time; deleted ones do not count', async () => {
    const existingCount = (await otherLab.do(listWebhooks)).items.length;
    const replies = await Promise.all(
      Array.from({ length: 40 }, () =>
        otherLab.call(registerWebhook, { body: { url: 'https://lims.example.com/hooks' } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20 - existingCount);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(20 + existingCount);
    expect((await otherLab.do(listWebhooks)).items).toHaveLength(20);
    const refused = await otherLab.call(registerWebhook, { body: { url: 'https://lims.example.com/21' } });
    expect([refused.status, refused.failure]).toMatchObject([409, { code: 'TOO_MANY_WEBHOOKS' }]);
    const [{ id: webhookId } = { id: '' }] = (await otherLab.do(listWebhooks)).items;
    await otherLab.do(deleteWebhook, { query: { webhookId } });
    expect((await registered(otherLab)).state).toBe('active');
  });

  it('is verified with one public key of the platform that anyone can read', async () => {
    const { algorithm, publicKey } = await service.stranger.do(getWebhookKey);
    expect(algorithm).toBe('ed25519');
    expect(await machine.do(getWebhookKey)).toEqual({ algorithm, publicKey });
    const { privateKey } = await webhookKeys(service.engines.vault);
    const x = Buffer.from(publicKey.replace('whpk_', ''), 'base64').toString('base64url');
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
    const text = Buffer.from('id.1.{}');
    expect(verify(null, text, key, sign(null, text, privateKey))).toBe(true);
  });
});
