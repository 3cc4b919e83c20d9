import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  eventTypes,
  getFeed,
  getEventType,
  issueAccessKey,
  listEventTypes,
  listFeedConsumers,
  noPassAuditConsignInfo,
  passAuditConsignInfo,
  revokeAccessKey,
  streamFeed,
  type CloudEvent,
} from '#contract';
import { createConsignmentAt } from '#harness/consignments/stages';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let lab: Client;
let client: Client;
let keyId: string;
let machine: Client;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true, publicUrl: 'https://platform.example', heartbeatMs: 50 });
  lab = await service.as('lab1');
  client = await service.as('client1');
  const key = await lab.do(issueAccessKey, { body: { name: 'LIMS', scopes: ['events:read'] } });
  keyId = key.id;
  machine = service.withToken(key.secret);
});
afterAll(() => service.close());

/** Every event there is now, in pages of `limit`. */
const everything = async (caller: Client, limit = 1000): Promise<CloudEvent[]> => {
  const all: CloudEvent[] = [];
  for (let after: string | undefined; ;) {
    const page = await caller.do(getFeed, { query: { limit, ...(after === undefined ? {} : { after }) } });
    all.push(...page.events);
    if (page.atEnd) return all;
    after = page.next ?? undefined;
  }
};
const newest = async (): Promise<string> => {
  await service.catchUp();
  return (await everything(machine)).at(-1)?.cursor ?? '';
};
const pass = (id: string) => lab.do(passAuditConsignInfo, { body: { ids: [id], remark: '同意' } });

describe('EM-010 the feed of a unit', () => {
  it('contains the steps of its consignments from the first submission on, in consecutive pages', async () => {
    const id = await createConsignmentAt(service, 60);
    await service.catchUp();
    const all = await everything(machine);
    const consignmentEvents = all.filter(({ subject }) => subject === id.id);
    expect(consignmentEvents.map(({ type }) => type)).toEqual([
      'consignment.submitted.v1',
      'consignment.audit-passed.v1',
      'consignment.sample-confirmed.v1',
    ]);
    expect(consignmentEvents[1]).toMatchObject({
      specversion: '1.0',
      source: '/units/TU001',
      datacontenttype: 'application/json',
      dataschema: 'https://platform.example/api/v1/event-types/consignment.audit-passed.v1',
      data: { consignmentId: id.id, status: { from: 20, to: 30, name: '待收样' }, links: { self: expect.any(String) } },
    });
    expect(consignmentEvents[1]?.causationid).toBe(consignmentEvents[1]?.correlationid);
    expect(new Set(all.map((event) => event.id)).size).toBe(all.length);
    expect(await everything(machine, 2)).toEqual(all);
    const cursor = all[0]?.cursor ?? '';
    expect((await machine.do(getFeed, { query: { after: cursor } })).events).toEqual(all.slice(1));
    for (const event of all) {
      const described = eventTypes.find(({ name }) => name === event.type);
      expect(described?.schema.parse(event.data)).toBeTruthy();
    }
  });

  it('contains only events of its own unit, and a client’s feed contains the client’s own consignments', async () => {
    const { id } = await createConsignmentAt(service, 20);
    await service.catchUp();
    const erp = await client.do(issueAccessKey, { body: { name: 'ERP', scopes: ['events:read'] } });
    const clientFeed = await everything(service.withToken(erp.secret));
    expect(clientFeed.find(({ subject }) => subject === id)).toMatchObject({ source: '/units/CU001' });
    const otherKey = await (
      await service.as('lab2')
    ).do(issueAccessKey, { body: { name: 'x', scopes: ['events:read'] } });
    const otherFeed = await everything(service.withToken(otherKey.secret));
    expect(otherFeed.filter(({ subject }) => subject === id)).toEqual([]);
  });

  it('contains no phone number of a consignment', async () => {
    await createConsignmentAt(service, 60);
    await service.catchUp();
    const feedText = JSON.stringify(await everything(machine));
    expect(feedText).not.toMatch(/1[3-9]\d{9}/);
  });

  it('can be filtered by type, and refuses an invalid cursor, an unknown type and a cursor of another log', async () => {
    const { events } = await machine.do(getFeed, { query: { types: 'consignment.audit' } });
    expect(new Set(events.map(({ type }) => type.replace(/-.*/, '')))).toEqual(new Set(['consignment.audit']));
    expect((await machine.call(getFeed, { query: { types: 'nothing.' } })).status).toBe(400);
    expect((await machine.call(getFeed, { query: { after: 'x' } })).status).toBe(400);
    const foreign = btoa('00000000.1').replaceAll('=', '');
    const reply = await machine.call(getFeed, { query: { after: foreign } });
    expect([reply.status, reply.failure]).toMatchObject([410, { code: 'cursor_foreign' }]);
  });

  it('holds a response until an event arrives, and returns an empty one after the waiting time', async () => {
    const { id } = await createConsignmentAt(service, 20);
    const after = await newest();
    const pendingFeed = machine.do(getFeed, { query: { after, wait: 30 } });
    await pass(id);
    expect((await pendingFeed).events.map(({ subject, type }) => [subject, type])).toEqual([
      [id, 'consignment.audit-passed.v1'],
    ]);
    const empty = await machine.do(getFeed, { query: { after: await newest(), wait: 1 } });
    expect(empty).toMatchObject({ events: [], atEnd: true, next: expect.any(String) });
  });

  it('can be streamed with the same bodies, continues after Last-Event-ID, and ends when its key is revoked', async () => {
    const { id } = await createConsignmentAt(service, 20);
    const from = await newest();
    const key = await lab.do(issueAccessKey, { body: { name: '流', scopes: ['events:read'] } });
    const response = await fetch(service.url + streamFeed.path, {
      headers: { authorization: `Bearer ${key.secret}`, 'last-event-id': from },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const messages = eventsIn(response);
    await pass(id);
    const { value: message } = await messages.next();
    const { events } = await machine.do(getFeed, { query: { after: from } });
    expect(message).toEqual({ id: events[0]?.cursor, data: events[0] });
    await lab.do(revokeAccessKey, { query: { keyId: key.id, reason: '停用' } });
    expect((await messages.next()).done).toBe(true);
  });

  it('lists its consumers with their position and lag', async () => {
    const { id } = await createConsignmentAt(service, 20);
    const after = await newest();
    await machine.do(getFeed, { query: { after } });
    await lab.do(noPassAuditConsignInfo, { body: { ids: [id], description: '缺资料' } });
    await service.catchUp();
    const { items } = await machine.do(listFeedConsumers);
    expect(items.find((consumer) => consumer.id === keyId)).toMatchObject({
      kind: 'key',
      name: 'LIMS',
      position: after,
      lagEvents: 1,
    });
    expect((await lab.do(listFeedConsumers)).items.map((consumer) => consumer.id)).toContain(keyId);
    expect((await machine.call(listFeedConsumers, { query: { unitId: v4() } })).status).toBe(200);
  });

  it('describes every event type with a schema that its example matches', async () => {
    const { items } = await service.stranger.do(listEventTypes);
    expect(items.map(({ name }) => name)).toEqual(eventTypes.map(({ name }) => name));
    for (const { name } of items)
      expect(await service.stranger.do(getEventType, { query: { name } })).toMatchObject({ title: name });
    for (const { schema, example } of eventTypes) expect(schema.strict().parse(example)).toEqual(example);
    const document = (await (await fetch(`${service.url}/api/asyncapi.json`)).json()) as { asyncapi: string };
    expect(document.asyncapi).toBe('3.0.0');
  });
});

/** The messages of a stream of server-sent events, comments left out. */
async function* eventsIn(response: Response): AsyncGenerator<{ id: string; data: unknown }> {
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const member = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = member('data');
      if (data !== undefined) yield { id: member('id') ?? '', data: JSON.parse(data) };
    }
  }
}
