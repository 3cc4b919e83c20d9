import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { v4 } from 'uuid';
import { consignment } from '#domain/consignment';
import { ledgerExport, pdfDocument } from '#domain/documents';
import { handle, load, type CommandContext } from '#domain/event-sourcing';
import { imagePathOf, richTextImage } from '#domain/files';
import { instruction } from '#domain/instructions';
import { user } from '#domain/users';
import { openEmbeddedEngines, type Engines } from '#engines';
import { ROLE, StoreUnavailable, type EventStore } from '#events';
import { attachment } from '#harness/domain/consignment-story';
import { startFileCollection, createFileSweep } from './collect-files.js';
import { waitUntil } from '#harness/worker/test-engines';

const HOUR = 60 * 60 * 1000;
const NOW = new Date();
const ago = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR);

let folder: string;
let engines: Engines;
let sweep: () => Promise<number>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'collect-'));
  engines = await openEmbeddedEngines(folder);
  sweep = createFileSweep({ ...engines, now: () => NOW, logger: pino({ level: 'silent' }) });
});
afterEach(async () => {
  await engines.close();
  await rm(folder, { recursive: true });
});

const by = { userId: v4(), role: ROLE.client, unitId: v4() };
const contextAt = (at = ago(24 * 30)): CommandContext => ({
  by,
  at: at.toISOString(),
  commandId: v4(),
  correlationId: v4(),
});

/** A consignment that has been there for a month. */
const createConsignment = async (): Promise<string> => {
  const id = v4();
  const context = contextAt();
  await handle(
    engines.eventStore,
    consignment,
    id,
    { type: 'CreateConsignment', by, at: context.at, consignType: 1, consignUnitName: '宁波路桥', defaults: {} },
    context,
  );
  return id;
};
const storeFile = async (text: string, at: Date): Promise<string> => {
  const { hash } = await engines.files.put(Buffer.from(text), { contentType: 'application/pdf', name: 'a.pdf' });
  await utimes(join(folder, 'files', hash.slice(0, 2), hash.slice(2, 4), hash), at, at);
  return hash;
};
const eraseSomebody = async (): Promise<void> => {
  const id = v4();
  const registration = {
    userName: id,
    profile: { name: '周小川', phone: '13900001111', email: '' },
    roles: [ROLE.client],
    unitId: null,
    unitType: null,
    unitName: '',
  };
  await handle(engines.eventStore, user, id, { type: 'RegisterUser', registration }, contextAt());
  await handle(engines.eventStore, user, id, { type: 'EraseUser', reason: '本人要求' }, contextAt());
};
const exists = async (hash: string): Promise<boolean> => (await engines.files.get(hash)) !== null;

describe('unreferenced files', () => {
  it('are deleted after 25 hours, and not earlier', async () => {
    await createConsignment();
    const [oldFile, youngFile] = [await storeFile('old', ago(26)), await storeFile('young', ago(24))];
    expect(await sweep()).toBe(1);
    expect([await exists(oldFile), await exists(youngFile)]).toEqual([false, true]);
  });

  it('are kept if any event has ever named them: attachments, removed attachments, documents', async () => {
    const id = await createConsignment();
    const [attached, removed, document] = [
      await storeFile('held', ago(500)),
      await storeFile('removed', ago(500)),
      await storeFile('document', ago(500)),
    ];
    for (const hash of [attached, removed])
      await handle(
        engines.eventStore,
        consignment,
        id,
        {
          type: 'AddAttachment',
          by,
          attachment: attachment({ id: hash, hash, name: `${hash.slice(0, 5)}.jpg` }),
          replaces: false,
        },
        contextAt(),
      );
    await handle(
      engines.eventStore,
      consignment,
      id,
      { type: 'RemoveAttachment', by, attachmentId: removed },
      contextAt(),
    );
    await handle(
      engines.eventStore,
      pdfDocument,
      id,
      { type: 'RecordPdf', consignmentId: id, revision: 1, fileHash: document, pages: 1, requestId: v4() },
      contextAt(),
    );
    expect(await sweep()).toBe(0);
    expect([await exists(attached), await exists(removed), await exists(document)]).toEqual([true, true, true]);
  });

  it('include ledgers that a fuller one has replaced or that are older than a day, except for bytes that are also used elsewhere', async () => {
    const id = await createConsignment();
    const ledgers: Record<string, string> = {};
    for (const name of ['replaced', 'newest', 'attached', 'old']) ledgers[name] = await storeFile(name, ago(26));
    const record = (exportId: string, name: string, pages: number, at: Date) =>
      handle(
        engines.eventStore,
        ledgerExport,
        exportId,
        { type: 'RecordFile', pages, rows: pages, fileHash: ledgers[name] ?? '', requestId: v4() },
        contextAt(at),
      );
    const [growingExport, finishedExport] = [v4(), v4()];
    await record(growingExport, 'attached', 1, ago(23));
    await record(growingExport, 'replaced', 2, ago(23));
    await record(growingExport, 'newest', 3, ago(23));
    await record(finishedExport, 'old', 1, ago(24));
    await handle(
      engines.eventStore,
      consignment,
      id,
      { type: 'AddAttachment', by, attachment: attachment({ hash: ledgers['attached'] ?? '' }), replaces: false },
      contextAt(),
    );
    expect(await sweep()).toBe(2);
    expect(await Promise.all(Object.entries(ledgers).map(async ([name, hash]) => [name, await exists(hash)]))).toEqual([
      ['replaced', false],
      ['newest', true],
      ['attached', true],
      ['old', false],
    ]);
  });

  it('include documents that a newer one has replaced, as after an erasure, but not the document that is served', async () => {
    const [firstId, secondId] = [await createConsignment(), await createConsignment()];
    const files = Object.fromEntries(
      await Promise.all(
        ['before', 'after', 'late', 'shared'].map(async (name) => [name, await storeFile(name, ago(500))] as const),
      ),
    );
    const record = (id: string, name: string, revision: number) =>
      handle(
        engines.eventStore,
        pdfDocument,
        id,
        { type: 'RecordPdf', consignmentId: id, revision, fileHash: files[name] ?? '', pages: 1, requestId: v4() },
        contextAt(),
      );
    await record(firstId, 'before', 3);
    await record(firstId, 'shared', 3);
    await record(firstId, 'after', 3);
    await record(firstId, 'late', 2); // overtaken: a newer one is served
    await record(secondId, 'shared', 1);
    expect(await sweep()).toBe(2);
    expect(await Promise.all(Object.entries(files).map(async ([name, hash]) => [name, await exists(hash)]))).toEqual([
      ['before', false],
      ['after', true],
      ['late', false],
      ['shared', true],
    ]);
  });

  it('include pictures that no text has shown for 7 days, and deleted pictures at once, but none that a text shows or another record names', async () => {
    const id = await createConsignment();
    const pictures = Object.fromEntries(
      await Promise.all(
        ['shown', 'dropped', 'forgotten', 'fresh', 'deleted', 'attached'].map(
          async (name) => [name, { id: v4(), hash: await storeFile(name, ago(500)) }] as const,
        ),
      ),
    );
    const [text, day] = [v4(), 24];
    const picture = (name: string) => pictures[name] ?? { id: '', hash: '' };
    const upload = (name: string, at: Date) =>
      handle(
        engines.eventStore,
        richTextImage,
        picture(name).id,
        {
          type: 'UploadImage',
          image: {
            name: 'a.png',
            size: 1,
            mediaType: 'image/png',
            hash: picture(name).hash,
            width: 1,
            height: 1,
            unitId: null,
          },
        },
        contextAt(at),
      );
    const instructionWith = (...names: string[]) => ({
      type: '0',
      title: '取样',
      content: `<p>一</p>${names.map((name) => `<img src="${imagePathOf(picture(name).id, 'a.png')}">`).join('')}`,
    });
    for (const name of ['shown', 'dropped', 'forgotten', 'deleted', 'attached']) await upload(name, ago(30 * day));
    await upload('fresh', ago(6 * day));
    await handle(
      engines.eventStore,
      instruction,
      text,
      { type: 'AddInstruction', instruction: instructionWith('shown', 'dropped') },
      contextAt(ago(29 * day)),
    );
    await handle(
      engines.eventStore,
      instruction,
      text,
      { type: 'ChangeInstruction', instruction: instructionWith('shown') },
      contextAt(ago(6 * day)),
    );
    await handle(engines.eventStore, richTextImage, picture('deleted').id, { type: 'DeleteImage' }, contextAt(ago(1)));
    await handle(
      engines.eventStore,
      consignment,
      id,
      { type: 'AddAttachment', by, attachment: attachment({ hash: picture('attached').hash }), replaces: false },
      contextAt(),
    );
    const existingPictures = async () =>
      (
        await Promise.all(
          Object.keys(pictures).map(async (name) => ({ name, stays: await exists(picture(name).hash) })),
        )
      )
        .filter(({ stays }) => stays)
        .map(({ name }) => name);
    expect(await sweep()).toBe(2);
    expect(await existingPictures()).toEqual(['shown', 'dropped', 'fresh', 'attached']);
    const eventsOf = async (name: string) =>
      (await load(engines.eventStore, richTextImage, picture(name).id)).events.map(
        ({ type, metadata }) => `${type} by ${metadata.by.role}`,
      );
    expect(await eventsOf('forgotten')).toEqual([
      `RichTextImageUploaded by ${ROLE.client}`,
      'RichTextImageDeleted by worker',
    ]);
    const sweepLater = createFileSweep({
      ...engines,
      now: () => new Date(NOW.getTime() + 2 * day * HOUR),
      logger: pino({ level: 'silent' }),
    });
    expect([await sweepLater(), await sweep(), await existingPictures()]).toEqual([2, 0, ['shown', 'attached']]);
    expect([
      (await eventsOf('forgotten')).length,
      (await eventsOf('dropped')).length,
      (await eventsOf('shown')).length,
    ]).toEqual([2, 2, 1]);
  });

  it('include ledgers and documents from before an erasure at once, except for bytes that were attached or stored since', async () => {
    const id = await createConsignment();
    const hashes: Record<string, string> = {};
    for (const name of ['ledger', 'begunBefore', 'begunAfter', 'attached', 'putSince', 'document', 'other'])
      hashes[name] = await storeFile(name, name === 'putSince' ? ago(0) : ago(2));
    const hashOf = (name: string) => hashes[name] ?? '';
    const { eventStore } = engines;
    const ledger = (name: string, at: Date, readFrom?: string) =>
      handle(
        eventStore,
        ledgerExport,
        v4(),
        {
          type: 'RecordFile',
          pages: 1,
          rows: 1,
          fileHash: hashOf(name),
          requestId: v4(),
          ...(readFrom === undefined ? {} : { readFrom }),
        },
        contextAt(at),
      );
    const document = (consignmentId: string, name: string) =>
      handle(
        eventStore,
        pdfDocument,
        consignmentId,
        { type: 'RecordPdf', consignmentId, revision: 1, fileHash: hashOf(name), pages: 1, requestId: v4() },
        contextAt(ago(2)),
      );
    for (const name of ['ledger', 'attached', 'putSince']) await ledger(name, ago(2));
    await document(id, 'document');
    await document(v4(), 'other');
    await handle(
      eventStore,
      consignment,
      id,
      { type: 'AddAttachment', by, attachment: attachment({ hash: hashOf('attached') }), replaces: false },
      contextAt(),
    );
    const positionBeforeErasure = await eventStore.lastPosition();
    await handle(
      eventStore,
      pdfDocument,
      id,
      { type: 'RequestPdf', consignmentId: id, revision: 1, at: NOW.toISOString(), forced: true, erased: true },
      contextAt(ago(1)),
    );
    await eraseSomebody();
    await ledger('begunBefore', ago(1), positionBeforeErasure);
    await ledger('begunAfter', ago(1), await eventStore.lastPosition());
    expect(await sweep()).toBe(3);
    const remaining = await Promise.all(
      Object.keys(hashes).map(async (name) => ((await exists(hashOf(name))) ? [name] : [])),
    );
    expect(remaining.flat()).toEqual(['begunAfter', 'attached', 'putSince', 'other']);
  });

  it('are kept when they are uploaded again or named by an event between two rounds', async () => {
    const id = await createConsignment();
    const reuploadedFile = await storeFile('again', ago(500));
    await engines.files.put(Buffer.from('again'), { contentType: 'application/pdf', name: 'a.pdf' });
    expect(await sweep()).toBe(0);
    const lateFile = await storeFile('late', ago(24));
    expect(await sweep()).toBe(0);
    await handle(
      engines.eventStore,
      consignment,
      id,
      { type: 'AddAttachment', by, attachment: attachment({ hash: lateFile }), replaces: false },
      contextAt(),
    );
    await storeFile('late', ago(26));
    expect(await sweep()).toBe(0);
    expect([await exists(reuploadedFile), await exists(lateFile)]).toEqual([true, true]);
  });

  it('are kept when they are older than the log, which cannot have named them', async () => {
    const foreignFile = await storeFile('foreign', ago(24 * 40));
    expect(await sweep()).toBe(0);
    await createConsignment();
    expect(await sweep()).toBe(0);
    expect(await exists(foreignFile)).toBe(true);
  });

  it('are collected periodically until the worker stops, also after a failed round', async () => {
    await createConsignment();
    const oldFile = await storeFile('old', ago(26));
    const stopController = new AbortController();
    let rounds = 0;
    const eventStore: EventStore = Object.assign(Object.create(engines.eventStore), {
      readAll: (...page: Parameters<EventStore['readAll']>) => {
        rounds += 1;
        return rounds === 1 ? Promise.reject(new StoreUnavailable('away')) : engines.eventStore.readAll(...page);
      },
    });
    const collection = startFileCollection({
      sweep: createFileSweep({ eventStore, files: engines.files, now: () => NOW, logger: pino({ level: 'silent' }) }),
      logger: pino({ level: 'silent' }),
      signal: stopController.signal,
      everyMs: 1,
    });
    await waitUntil(async () => !(await exists(oldFile)));
    stopController.abort();
    await collection;
    expect(rounds).toBeGreaterThan(1);
  });
});
