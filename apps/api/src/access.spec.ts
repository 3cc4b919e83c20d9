import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { authenticate, operations, type Family, type Operation } from '#contract';
import { DEMO_PASSWORD } from '../../standalone/src/import/import-demo.js';
import { accessMatrix, personas, type Persona } from './testing/access-matrix.js';
import { Client } from './testing/client.js';
import { startService, type Service } from './testing/service.js';

const userNames: Record<Exclude<Persona, 'stranger'>, string> = { client: 'client1', lab: 'lab1', admin: 'admin', auditor: 'auditor', operator: 'operator' };
let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A session of its own, so that Logout ends nobody else's. */
const asPersona = async (persona: Persona): Promise<Client> => {
  if (persona === 'stranger') return service.stranger;
  const { accessToken } = await service.stranger.do(authenticate, { body: { UserNameOrEmailAddress: userNames[persona], password: DEMO_PASSWORD } });
  return service.withToken(accessToken);
};

/** A call without input: who may not call learns nothing of what the operation wants. */
const call = async (operation: Operation, persona: Persona) => (await asPersona(persona)).call(operation, { query: Object.fromEntries([...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, v4()])) });

const refusal: Record<Family, (status: 401 | 403) => object> = {
  platform: (status) => ({ result: null, success: false, unAuthorizedRequest: status === 401, error: { code: expect.any(String), message: expect.stringMatching(/./), details: expect.stringMatching(/./), validationErrors: null }, targetUrl: null, __abp: true }),
  pre: (status) => ({ code: status * 100, message: expect.stringMatching(/./), data: null }),
  v1: (status) => ({ type: expect.any(String), title: expect.stringMatching(/./), status, detail: expect.any(String), code: expect.any(String), instance: expect.any(String) }),
  plain: (status) => ({ type: expect.any(String), title: expect.stringMatching(/./), status, detail: expect.any(String), code: expect.any(String), instance: expect.any(String) }),
};

describe('access', () => {
  it('is decided by hand for every documented operation, and for no other', async () => {
    const document = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, { operationId: string }>> };
    const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(documented.toSorted()).toEqual(Object.keys(accessMatrix).toSorted());
  });

  describe.each(operations.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
    const allowed = accessMatrix[name] ?? [];

    it.each(personas.filter((persona) => !allowed.includes(persona)))('refuses a %s', async (persona) => {
      const status = persona === 'stranger' ? 401 : 403;
      const reply = await call(operation, persona);
      expect(reply.status).toBe(status);
      expect(reply.sent).toEqual(refusal[operation.family](status));
    });

    it.each(allowed)('lets a %s in', async (persona) => {
      const { status } = await call(operation, persona);
      expect([200, 400, 404, 428]).toContain(status);
    });
  });
});
