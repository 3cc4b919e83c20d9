import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  commitConsignInfo,
  deleteConsignInfo,
  genConsignPdf,
  getEvent,
  getUserInfo,
  listEvents,
  saveConsignInfo,
  type EventDetail,
  type EventLogEntry,
  type QueryOf,
} from '#contract';
import { filledHeader, PROJECT1, createSubmittableDraft, startConsignment } from '#harness/consignments/drafts';
import { createConsignmentAt, readConsignment } from '#harness/consignments/stages';
import { newClient } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { isReadableByOperators } from './event-entries.js';

let service: Service;
let admin: Client;
let auditor: Client;
let operator: Client;
let client: Client;
const hangUps: AbortController[] = [];

beforeAll(async () => {
  service = await startService();
  [admin, auditor, operator, client] = await Promise.all([
    service.as('admin'),
    service.as('auditor'),
    service.as('operator'),
    service.as('client1'),
  ]);
});
afterEach(() => {
  for (const hangUp of hangUps.splice(0)) hangUp.abort();
});
afterAll(() => service.close());

const listed = async (query: QueryOf<typeof listEvents>, caller = admin) => caller.do(listEvents, { query });
const types = (items: EventLogEntry[]) => items.map(({ type }) => type);
const eventOf = async (id: string, type: string, caller = admin): Promise<EventDetail> => {
  const { items } = await listed({ stream: `consignment-${id}`, type });
  return caller.do(getEvent, { query: { eventId: items[0]?.id ?? '' } });
};

describe('the log of all events', () => {
  it('lists the events of a consignment and its document, newest first, by id and by consignment code', async () => {
    const { id } = await createSubmittableDraft(client);
    await client.do(genConsignPdf, { query: { id } });
    await client.do(commitConsignInfo, { query: { consignInfoIds: id } });
    const { items, totalCount, older } = await listed({ consignment: id });
    expect(types(items)).toEqual([
      'SignatureRequested',
      'ConsignmentCommitted',
      'PdfRequested',
      'SampleAdded',
      'ConsignmentSaved',
      'ConsignmentCreated',
    ]);
    expect([totalCount, older]).toEqual([6, null]);
    const { consignCode } = await readConsignment(client, id);
    expect(items[0]).toMatchObject({
      stream: `consignment-${id}`,
      category: 'consignment',
      revision: 4,
      role: '委托单位角色',
      userName: expect.stringMatching(/./),
      consignmentId: id,
      consignCode,
    });
    expect((await listed({ consignment: consignCode })).items).toEqual(items);
    expect(await listed({ consignment: 'YWT-no-such' })).toMatchObject({ items: [], totalCount: 0, older: null });
  });

  it('can be filtered by stream category, event type, author, request and time', async () => {
    const author = await newClient(service);
    const { userId, userName } = await author.do(getUserInfo);
    const { id } = await startConsignment(author);
    const [newest] = (await listed({ stream: `consignment-${id}` })).items;
    if (!newest) throw new Error('the event is not listed');
    const only = async (query: QueryOf<typeof listEvents>) =>
      (await listed(query)).items.map(({ id: eventId }) => eventId);
    expect(await only({ by: userId })).toEqual([newest.id]);
    expect(await only({ by: userName })).toEqual([newest.id]);
    expect(await only({ by: userName, type: 'ConsignmentCreated' })).toEqual([newest.id]);
    expect(await only({ by: userName, type: 'SampleAdded' })).toEqual([]);
    expect(await only({ by: userName, category: 'consignment' })).toEqual([newest.id]);
    expect(await only({ by: userName, category: 'user' })).toEqual([]);
    expect(await only({ by: 'nobody-of-this-name' })).toEqual([]);
    expect(await only({ commandId: newest.commandId })).toContain(newest.id);
    expect(await only({ correlationId: newest.correlationId })).toContain(newest.id);
    expect(await only({ unitId: newest.unitId ?? '' })).toContain(newest.id);
    expect(await only({ by: userName, from: newest.at, to: newest.at })).toEqual([newest.id]);
    expect(await only({ by: userName, to: new Date(Date.parse(newest.at) - 1).toISOString() })).toEqual([]);
  });

  it('is paged from the newest event to the oldest without a gap, while new events arrive', async () => {
    const { id } = await createSubmittableDraft(client);
    const stream = `consignment-${id}`;
    const revisions: number[] = [];
    let before: string | undefined;
    do {
      const page: { items: EventLogEntry[]; older: string | null } = await listed({
        stream,
        limit: 2,
        ...(before ? { before } : {}),
      });
      revisions.push(...page.items.map(({ revision }) => revision));
      before = page.older ?? undefined;
      await client.do(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, memo: v4(), id } });
    } while (before);
    expect(revisions).toEqual([2, 1, 0]);
  });

  it('names authors to the administrator, partly to the auditor, and not to the operator', async () => {
    const { id } = await createSubmittableDraft(client);
    const nameFor = async (caller: Client) =>
      (await listed({ stream: `consignment-${id}` }, caller)).items[0]?.userName;
    const { name } = await client.do(getUserInfo);
    expect([await nameFor(admin), await nameFor(auditor), await nameFor(operator)]).toEqual([
      name,
      `${[...name][0]}**`,
      '',
    ]);
  });
});

describe('an event', () => {
  it('is shown completely to the administrator, masked to the auditor, and without its data to the operator', async () => {
    const { id } = await createSubmittableDraft(client);
    const witness = { name: '见证甲', cardNo: 'JZ-7788', phone: '13911112222' };
    await client.do(saveConsignInfo, {
      body: {
        ...filledHeader(),
        projectId: PROJECT1,
        id,
        needWitnessUnit: true,
        jhperson: witness.name,
        jzcardNo: witness.cardNo,
        jzphone: witness.phone,
      },
    });
    const contact = { name: '陈志远', phone: '13800000001' };
    const [complete, masked, withheld] = [
      await eventOf(id, 'ConsignmentSaved'),
      await eventOf(id, 'ConsignmentSaved', auditor),
      await eventOf(id, 'ConsignmentSaved', operator),
    ];
    expect(complete).toMatchObject({
      withheld: false,
      personsMasked: false,
      schemaVersion: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      data: { header: { contact, supervisionWitnesses: [witness] } },
    });
    expect(masked).toMatchObject({
      withheld: false,
      personsMasked: true,
      hash: complete.hash,
      data: {
        header: {
          contact: { name: '陈**', phone: '138****0001' },
          supervisionWitnesses: [{ name: '见**', cardNo: 'J**', phone: '139****2222' }],
          testUnitName: expect.stringMatching(/./),
        },
      },
    });
    expect(JSON.stringify(masked)).not.toMatch(/陈志远|13800000001|见证甲|JZ-7788|13911112222/);
    expect(withheld).toMatchObject({
      type: 'ConsignmentSaved',
      revision: complete.revision,
      withheld: true,
      data: null,
    });
    expect(JSON.stringify(withheld)).not.toMatch(/陈志远|陈\*\*|13800000001|见证/);
  });

  it('of a document or a setting can be read by the operator; one of a user or a message cannot', async () => {
    const { id } = await createSubmittableDraft(client);
    await client.do(genConsignPdf, { query: { id } });
    const first = async (query: QueryOf<typeof listEvents>) =>
      operator.do(getEvent, { query: { eventId: (await listed(query)).items[0]?.id ?? '' } });
    expect(await first({ stream: `document-${id}` })).toMatchObject({ withheld: false, data: { consignmentId: id } });
    expect(await first({ category: 'settings' })).toMatchObject({
      withheld: false,
      data: { params: expect.anything() },
    });
    expect(await first({ category: 'user' })).toMatchObject({ withheld: true, data: null });
    expect(isReadableByOperators(`message-${id}`)).toBe(false);
  });

  it('of a deleted consignment can be read only by the auditor', async () => {
    const { id, revision } = await createConsignmentAt(service, 50);
    await client.do(deleteConsignInfo, { query: { ids: id }, headers: { 'if-match': `"${revision}"` } });
    expect([
      (await eventOf(id, 'ConsignmentDeleted', admin)).withheld,
      (await eventOf(id, 'ConsignmentDeleted', auditor)).withheld,
    ]).toEqual([true, false]);
  });

  it('that does not exist is not found', async () => {
    expect((await admin.call(getEvent, { query: { eventId: v4() } })).status).toBe(404);
  });
});

/** Messages of the stream, one after the other; null when it is over. */
const follow = async (caller: Client, query: Record<string, string>, lastEventId?: string) => {
  const hangUp = new AbortController();
  hangUps.push(hangUp);
  const response = await fetch(
    `${service.url}/api/v1/operations/events/follow?${new URLSearchParams(query).toString()}`,
    {
      headers: {
        authorization: `Bearer ${caller.token ?? ''}`,
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      },
      signal: hangUp.signal,
    },
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<{ id: string; entry: EventLogEntry } | null> => {
    for (;;) {
      const match = /id: (\d+)\ndata: (.*)\n\n/.exec(text);
      if (match) {
        text = text.slice(match.index + match[0].length);
        return { id: match[1] ?? '', entry: JSON.parse(match[2] ?? '') as EventLogEntry };
      }
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return null;
      text += value;
    }
  };
  return { status: response.status, next };
};

describe('following the log', () => {
  it('delivers new events as they are saved, limited to the requested ones', async () => {
    const { id } = await createSubmittableDraft(client);
    const { items, asOf } = await listed({ consignment: id });
    const { next } = await follow(operator, { consignment: id, after: asOf });
    await createSubmittableDraft(client);
    await client.do(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, memo: '补充', id } });
    const message = await next();
    expect(message).toMatchObject({
      id: message?.entry.position,
      entry: { stream: `consignment-${id}`, type: 'ConsignmentSaved', revision: items.length, userName: '' },
    });
  });

  it('continues after the event that was received last', async () => {
    const { id } = await createSubmittableDraft(client);
    const { items, asOf } = await listed({ stream: `consignment-${id}` });
    const [newest, middle] = items;
    const { next } = await follow(admin, { stream: `consignment-${id}`, after: asOf }, middle?.position);
    expect((await next())?.entry.id).toBe(newest?.id);
  });

  it('is allowed only to users who may read the log', async () => {
    const after = '0'.repeat(20);
    expect([(await follow(client, { after })).status, (await follow(service.stranger, { after })).status]).toEqual([
      403, 401,
    ]);
  });
});
