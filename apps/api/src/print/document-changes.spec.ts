import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authenticate,
  commitConsignInfo,
  genConsignPdf,
  getDocumentChanges,
  logout,
  saveConsignInfo,
  type DocumentChange,
} from '#contract';
import { pdfDocument, type DocumentCommand } from '#domain/documents';
import { handle } from '#domain/event-sourcing';
import type { EventStore, SubscriptionItem } from '#events';
import { DEMO_PASSWORD } from '../../../standalone/src/import/import-demo.js';
import { filledHeader, readPrintedNames, PROJECT1, createSubmittableDraft } from '#harness/consignments/drafts';
import { readConsignment } from '#harness/consignments/stages';
import { newClient, systemContext } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let client: Client;
/** Subscriptions the api has opened and not left again. */
let subscriptions = 0;
const hangUps: AbortController[] = [];

/** Watches from outside, and changes nothing. */
const counting = (store: EventStore): void => {
  const subscribe = store.subscribe.bind(store);
  store.subscribe = async function* (after, types, signal): AsyncGenerator<SubscriptionItem> {
    subscriptions++;
    try {
      yield* subscribe(after, types, signal);
    } finally {
      subscriptions--;
    }
  };
};

beforeAll(async () => {
  service = await startService({ heartbeatMs: 50 });
  client = await service.as('client1');
  counting(service.engines.eventStore);
});
afterEach(() => {
  for (const hangUp of hangUps.splice(0)) hangUp.abort();
});
afterAll(() => service.close());

const appendStep = (id: string, command: DocumentCommand) =>
  handle(service.engines.eventStore, pdfDocument, id, command, systemContext());
const finish = async (id: string) =>
  appendStep(id, {
    type: 'RecordPdf',
    consignmentId: id,
    revision: (await readConsignment(client, id)).revision,
    fileHash: 'f'.repeat(64),
    pages: 1,
    named: await readPrintedNames(service, id),
    requestId: crypto.randomUUID(),
  });
const waitUntil = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

/** Listens like the console; `next` is the next message, null when the stream is over. */
const listen = async (caller: Client, ids: string[], at = service.url) => {
  const hangUp = new AbortController();
  hangUps.push(hangUp);
  const response = await fetch(`${at}/api/v1/documents/changes?ids=${ids.join(',')}`, {
    headers: { authorization: `Bearer ${caller.token ?? ''}` },
    signal: hangUp.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const block = async (): Promise<string | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const blockText = text.slice(0, end);
        text = text.slice(end + 2);
        return blockText;
      }
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return null;
      text += value;
    }
  };
  const next = async (): Promise<DocumentChange | null> => {
    for (let eventBlock = await block(); eventBlock !== null; eventBlock = await block())
      if (eventBlock.startsWith('data: ')) return JSON.parse(eventBlock.slice(6)) as DocumentChange;
    return null;
  };
  return { response, block, next, hangUp: () => hangUp.abort() };
};

describe('changes of documents', () => {
  it('are sent as they happen, for the requested ids only', async () => {
    const [{ id }, otherDraft, foreign] = [
      await createSubmittableDraft(client),
      await createSubmittableDraft(client),
      await createSubmittableDraft(client),
    ];
    const { response, next } = await listen(client, [id, otherDraft.id]);
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('x-accel-buffering'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no', 'no-store']);
    expect([await next(), await next()]).toEqual([
      { id, pdfStatus: 0 },
      { id: otherDraft.id, pdfStatus: 0 },
    ]);

    await client.do(genConsignPdf, { query: { id: foreign.id } });
    await client.do(genConsignPdf, { query: { id } });
    expect(await next()).toEqual({ id, pdfStatus: 2 });
    const { revision } = await readConsignment(client, id);
    await appendStep(id, {
      type: 'RecordPdfFailure',
      consignmentId: id,
      revision,
      reason: '字体缺失',
      requestId: crypto.randomUUID(),
    });
    expect(await next()).toEqual({ id, pdfStatus: 3 });
    await finish(otherDraft.id);
    expect(await next()).toEqual({ id: otherDraft.id, pdfStatus: 1 });
  });

  it('begin with the current status, also of a document that is older than its consignment', async () => {
    const { id } = await createSubmittableDraft(client);
    await finish(id);
    await client.do(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, memo: '补充说明', id } });
    expect(await (await listen(client, [id])).next()).toEqual({ id, pdfStatus: 4 });
  });

  it('are refused to users without access to the consignment, and sent to the laboratory after the submission', async () => {
    const { id } = await createSubmittableDraft(client);
    const status = async (caller: Client) => (await caller.call(getDocumentChanges, { query: { ids: id } })).status;
    expect([
      await status(await newClient(service)),
      await status(await service.as('lab1')),
      await status(await service.as('operator')),
      await status(service.stranger),
    ]).toEqual([403, 403, 403, 401]);
    await client.do(commitConsignInfo, { query: { consignInfoIds: id } });
    expect(await (await listen(await service.as('lab1'), [id])).next()).toEqual({ id, pdfStatus: 0 });
    expect(await status(await service.as('lab2'))).toBe(403);
  });

  it('keep the connection alive while nothing happens', async () => {
    const { block } = await listen(client, [(await createSubmittableDraft(client)).id]);
    const blocks = [await block(), await block(), await block(), await block()];
    expect([blocks[0], ...blocks.slice(2)]).toEqual([': open', ': alive', ': alive']);
  });
});

describe('a stream of document changes', () => {
  it('closes its subscription when the client disconnects', async () => {
    await waitUntil(() => subscriptions === 0);
    const { id } = await createSubmittableDraft(client);
    const listeners = [await listen(client, [id]), await listen(client, [id])];
    for (const { next } of listeners) await next();
    await waitUntil(() => subscriptions === 2);
    for (const { hangUp } of listeners) hangUp();
    await waitUntil(() => subscriptions === 0);
  });

  it('ends with the session in which it was opened', async () => {
    const { accessToken } = await service.stranger.do(authenticate, {
      body: { UserNameOrEmailAddress: 'client1', password: DEMO_PASSWORD },
    });
    const session = service.withToken(accessToken);
    const { next } = await listen(session, [(await createSubmittableDraft(client)).id]);
    await next();
    await session.do(logout);
    expect(await next()).toBeNull();
    await waitUntil(() => subscriptions === 0);
  });

  it('is limited to four per user, and one that ends makes room for another', async () => {
    const { id, consignUnitId } = await createSubmittableDraft(client);
    const caller = await newClient(service, consignUnitId);
    const open = [];
    for (let n = 0; n < 4; n++) open.push(await listen(caller, [id]));
    expect((await caller.call(getDocumentChanges, { query: { ids: id } })).status).toBe(429);
    open[0]?.hangUp();
    for (let status = 429; status !== 200;) status = (await listen(caller, [id])).response.status;
  });

  it('ends when the service stops', async () => {
    const another = await startService();
    const owner = await another.as('client1');
    const { id } = await createSubmittableDraft(owner);
    const { next } = await listen(owner, [id], another.url);
    expect(await next()).toEqual({ id, pdfStatus: 0 });
    await another.close();
    expect(await next()).toBeNull();
  });
});
