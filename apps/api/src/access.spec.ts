import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { authenticate, logout, operations, signOutEverywhere, type Family, type Operation } from '#contract';
import { DEMO_PASSWORD } from '../../standalone/src/import/import-demo.js';
import { accessMatrix, ticketOperations } from '#harness/access/access-matrix';
import { personas, type Persona } from '#harness/service/personas';
import { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const userNames: Record<Exclude<Persona, 'stranger'>, string> = {
  client: 'client1',
  lab: 'lab1',
  admin: 'admin',
  auditor: 'auditor',
  operator: 'operator',
};
let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Logout gets a session of its own, to end nobody else's. */
const asPersona = async (persona: Persona, operation: Operation): Promise<Client> => {
  if (persona === 'stranger') return service.stranger;
  if (operation !== logout) return service.as(userNames[persona]);
  const { accessToken } = await service.stranger.do(authenticate, {
    body: { UserNameOrEmailAddress: userNames[persona], password: DEMO_PASSWORD },
  });
  return service.withToken(accessToken);
};

/** A call without input: who may not call learns nothing of what the operation wants. */
const call = async (operation: Operation, persona: Persona) =>
  (await asPersona(persona, operation)).call(operation, {
    query: Object.fromEntries([...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, v4()])),
  });

const refusal: Record<Family, (status: 401 | 403 | 404) => object> = {
  platform: (status) => ({
    result: null,
    success: false,
    unAuthorizedRequest: status === 401,
    error: {
      code: expect.any(String),
      message: expect.stringMatching(/./),
      details: expect.stringMatching(/./),
      validationErrors: null,
    },
    targetUrl: null,
    __abp: true,
  }),
  pre: (status) => ({ code: status * 100, message: expect.stringMatching(/./), data: null }),
  v1: (status) => ({
    type: expect.any(String),
    title: expect.stringMatching(/./),
    status,
    detail: expect.any(String),
    code: expect.any(String),
    instance: expect.any(String),
  }),
  plain: (status) => ({
    type: expect.any(String),
    title: expect.stringMatching(/./),
    status,
    detail: expect.any(String),
    code: expect.any(String),
    instance: expect.any(String),
  }),
};

describe('access', () => {
  it('is defined for every documented operation and for no other', async () => {
    const document = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const documented = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(documented.toSorted()).toEqual([...Object.keys(accessMatrix), ...ticketOperations].toSorted());
  });

  // Signing out everywhere comes last: it ends the sessions that all the others use.
  it.each(
    [...operations.filter((operation) => operation !== signOutEverywhere), signOutEverywhere]
      .filter(({ name }) => name in accessMatrix)
      .map((operation) => [operation.name, operation] as const),
  )('to %s is limited to the roles of the access matrix', async (name, operation) => {
    for (const persona of personas) {
      const reply = await call(operation, persona);
      if (accessMatrix[name]?.includes(persona))
        expect([persona, [200, 400, 404, 409, 428].includes(reply.status)]).toEqual([persona, true]);
      else
        expect([persona, reply.status, reply.rawBody]).toEqual([
          persona,
          persona === 'stranger' ? 401 : 403,
          refusal[operation.family](persona === 'stranger' ? 401 : 403),
        ]);
    }
  });

  it.each(
    operations
      .filter(({ name }) => ticketOperations.includes(name))
      .map((operation) => [operation.name, operation] as const),
  )('to %s requires a ticket from every role, and is a 404 without one', async (_, operation) => {
    for (const persona of personas) {
      const reply = await call(operation, persona);
      expect([persona, reply.status, reply.rawBody]).toEqual([persona, 404, refusal[operation.family](404)]);
    }
  });
});
