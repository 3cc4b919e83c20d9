import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { v4 } from 'uuid';
import { exportConsignments, EXPORT_PAGE, getExportFile, getRawMateriaConsignInfoList } from '#contract';
import { ledgerExport } from '#domain/documents';
import { handle } from '#domain/event-sourcing';
import { NO_STREAM, StoreUnavailable } from '#events';
import { readWorkbook } from '#harness/worker/read-workbook';
import { waitUntilRecorded } from '#harness/worker/until-recorded';
import { createWorker } from '../../../worker/src/worker.js';
import { createDraft, PROJECT2, createSubmittableDraft, startConsignment } from '#harness/consignments/drafts';
import { createConsignmentAt } from '#harness/consignments/stages';
import { newClient, systemContext } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let clock = Date.parse('2026-11-21T08:00:00.000Z');
let service: Service;
let client: Client;
let worker: ReturnType<typeof createWorker> | null = null;

const startWorker = () => {
  worker ??= createWorker({
    engines: service.engines,
    logger: pino({ level: 'silent' }),
    messages: { name: 'none', send: () => Promise.resolve() },
    now: () => new Date(clock),
    settleMs: 1,
  });
};

beforeAll(async () => {
  service = await startService({ now: () => new Date(clock) });
  client = await service.as('client1');
});
afterAll(async () => {
  await worker?.stop();
  await service.close();
});

const ticketIn = (fileUrl: string) => fileUrl.split('/').at(-1) ?? '';
const open = (fileUrl: string) => service.stranger.call(getExportFile, { query: { ticket: ticketIn(fileUrl) } });
/** Waits until the file holds so many pages. */
const built = async (exportPath: string, pages = 1) => {
  for (let files = 1; ; files += 1) {
    const newest = (
      await waitUntilRecorded(service.engines.eventStore, `export-${exportPath}`, ['ExportBuilt'], files)
    ).at(-1);
    if ((newest?.data as { pages: number } | undefined)?.pages === pages) return;
  }
};
const ledgerAt = async (fileUrl: string) => {
  const { status, rawBody: body, headers } = await open(fileUrl);
  expect([status, headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  return readWorkbook(body as Uint8Array);
};
const codesIn = (rows: unknown[][]) => rows.slice(1).map(([code]) => code);

describe('the ledger', () => {
  it('is pending, not failed, while the job store is unavailable', async () => {
    const { id } = await createConsignmentAt(service, 20);
    const { fileUrl } = await client.do(exportConsignments, {
      body: { consignType: 1, consignIds: [id], exportPath: '' },
    });
    const { jobs } = service.engines;
    const { find } = jobs;
    jobs.find = () => Promise.reject(new StoreUnavailable('Redis does not answer'));
    const pending = await open(fileUrl);
    jobs.find = find;
    expect([pending.status, pending.rawBody]).toEqual([202, { progress: 0 }]);
  });

  it('EX-001 is requested once with the chosen ids, and its fileUrl reports the progress and then downloads exactly those rows', async () => {
    const selected = [
      await createConsignmentAt(service, 60),
      await createConsignmentAt(service, 20),
      await createConsignmentAt(service, 30),
    ];
    const { exportPath, fileUrl } = await client.do(exportConsignments, {
      body: { consignType: 1, consignIds: selected.map(({ id }) => id), exportPath: '' },
    });
    const pending = await open(fileUrl);
    expect([
      pending.status,
      pending.rawBody,
      pending.headers.get('retry-after'),
      pending.headers.get('refresh'),
    ]).toEqual([202, { progress: 0 }, '1', '1']);

    const pollFile = () =>
      service.stranger.call(getExportFile, {
        query: { ticket: ticketIn(fileUrl) },
        headers: { accept: 'application/json' },
      });
    expect((await pollFile()).status).toBe(202);

    startWorker();
    await built(exportPath);
    expect(await pollFile()).toMatchObject({ status: 200, rawBody: { progress: 100 } });
    const { sheetName, rows } = await ledgerAt(fileUrl);
    expect(sheetName).toBe('原材料预委托台账');
    expect(rows[0]).toEqual([
      '预委托编号',
      '状态',
      '类型',
      '委托单位',
      '检测单位',
      '工程项目',
      '合同段',
      '检测内容',
      '样品',
      '邮寄单号',
      '委托单编号',
      '委托单',
      '实际费用/元',
      '委托人',
      '电话',
      '提交时间',
      '创建时间',
    ]);
    expect(codesIn(rows)).toEqual(selected.map(({ consignCode }) => consignCode));
    const { items } = await client.do(getRawMateriaConsignInfoList, { query: { maxResultCount: 100 } });
    for (const [index, { id }] of selected.entries()) {
      const item = items.find((each) => each.id === id);
      expect(rows[index + 1]).toEqual([
        item?.consignCode,
        item?.consignStatusStr,
        '原材料预委托',
        item?.consignUnit,
        item?.testUnitName,
        item?.projectName,
        item?.contractSectName || null,
        item?.testContent,
        1,
        item?.mailOrderNumber || null,
        item?.consignFormaNumber || null,
        '未生成',
        null,
        item?.sendPerson,
        item?.sendPersonPhone,
        new Date('2026-11-21T16:00:00Z'),
        new Date('2026-11-21T16:00:00Z'),
      ]);
    }
  });

  it('is extended by a second page in the same file, with each consignment once', async () => {
    startWorker();
    const [draft, submitted] = [await createSubmittableDraft(client), await createConsignmentAt(service, 20)];
    const first = await client.do(exportConsignments, { body: { consignIds: draft.id } });
    const second = await client.do(exportConsignments, {
      body: { consignIds: [submitted.id, draft.id], exportPath: first.exportPath },
    });
    expect(second.exportPath).toBe(first.exportPath);
    await built(first.exportPath, 2);
    const { sheetName, rows } = await ledgerAt(second.fileUrl);
    expect([sheetName, rows.length]).toEqual(['委托台账', 3]);
    expect(codesIn(rows)).toEqual([null, submitted.consignCode]);
    expect((await open(first.fileUrl)).status).toBe(200);
  });

  it('AAPI-003 takes 120 rows in calls of 50, 50 and 20, each with the previous path, and the last link contains all rows', async () => {
    startWorker();
    const { id } = await createSubmittableDraft(client);
    const story = (await service.engines.eventStore.read(`consignment-${id}`)).events;
    const ids = await Promise.all(
      Array.from({ length: 120 }, async () => {
        const copy = v4();
        await service.engines.eventStore.append(
          `consignment-${copy}`,
          story.map(({ type, data, metadata: { schemaVersion, by, at } }) => ({
            type,
            data,
            metadata: { schemaVersion, by, at, commandId: v4(), correlationId: v4(), causationId: null },
          })),
          NO_STREAM,
        );
        return copy;
      }),
    );
    let last = { exportPath: '', fileUrl: '' };
    const paths = [];
    for (const page of [ids.slice(0, 50), ids.slice(50, 100), ids.slice(100)]) {
      last = await client.do(exportConsignments, {
        body: { consignType: 1, consignIds: page, exportPath: last.exportPath },
      });
      paths.push(last.exportPath);
    }
    expect(new Set(paths).size).toBe(1);
    await built(last.exportPath, 3);
    expect((await ledgerAt(last.fileUrl)).rows).toHaveLength(121);
    expect(
      (
        await client.call(exportConsignments, {
          body: { consignType: 1, consignIds: ids.slice(0, 51), exportPath: '' },
        })
      ).status,
    ).toBe(400);
  });

  it('is not started again by a repeated request', async () => {
    const { id } = await createSubmittableDraft(client);
    const headers = { 'idempotency-key': v4() };
    const [first, repeated] = [
      await client.do(exportConsignments, { body: { consignIds: id }, headers }),
      await client.do(exportConsignments, { body: { consignIds: id }, headers }),
    ];
    expect(repeated.exportPath).toBe(first.exportPath);
    expect(
      (await service.engines.eventStore.read(`export-${first.exportPath}`)).events.filter(
        ({ type }) => type === 'ExportPageRequested',
      ),
    ).toHaveLength(1);
  });

  it('API-014 is refused for consignments of another unit, unsaved drafts of others and unknown ids', async () => {
    const ownDraft = await createSubmittableDraft(client);
    const foreign = await createSubmittableDraft(await service.as('client2'), { projectId: PROJECT2 });
    const colleague = await newClient(service, ownDraft.consignUnitId);
    const unsaved = await startConsignment(colleague);
    const ask = async (caller: Client, ...consignIds: string[]) =>
      (await caller.call(exportConsignments, { body: { consignIds } })).status;
    expect(await ask(client, ownDraft.id, foreign.id)).toBe(403);
    expect(await ask(await service.as('lab1'), ownDraft.id)).toBe(403);
    expect(await ask(client, unsaved.id)).toBe(404);
    expect(await ask(client, v4())).toBe(404);
    expect(await ask(colleague, unsaved.id, ownDraft.id)).toBe(200);
    expect(await ask(await service.as('admin'), ownDraft.id, foreign.id)).toBe(200);
    const submitted = await createConsignmentAt(service, 20);
    const { exportPath, fileUrl } = await (
      await service.as('lab1')
    ).do(exportConsignments, { body: { consignIds: submitted.id } });
    startWorker();
    await built(exportPath);
    expect(codesIn((await ledgerAt(fileUrl)).rows)).toEqual([submitted.consignCode]);
  });

  it('accepts at most 50 ids per call, and only the three consignment types', async () => {
    const { id } = await createDraft(client);
    const ask = async (body: object) =>
      (await client.call(exportConsignments, { body: { consignIds: id, ...body } })).status;
    expect(await ask({ consignIds: Array.from({ length: EXPORT_PAGE + 1 }, () => v4()) })).toBe(400);
    for (const consignType of [0, 4, 1.5, 'x']) expect(await ask({ consignType })).toBe(400);
    for (const consignType of [1, 2, 3]) expect(await ask({ consignType })).toBe(200);
    expect(await ask({ exportPath: '../../etc/passwd' })).toBe(400);
  });

  it('can be continued and opened by no other user, and its ticket expires after five minutes', async () => {
    const { id } = await createSubmittableDraft(client);
    const { exportPath, fileUrl } = await client.do(exportConsignments, { body: { consignIds: id } });
    const otherClient = await service.as('client2');
    const otherDraft = await createSubmittableDraft(otherClient, { projectId: PROJECT2 });
    for (const path of [exportPath, v4()])
      expect(
        (await otherClient.call(exportConsignments, { body: { consignIds: otherDraft.id, exportPath: path } })).status,
      ).toBe(404);
    expect((await open(`${fileUrl}x`)).status).toBe(404);
    clock += 5 * 60_000;
    expect((await open(fileUrl)).status).toBe(404);
  });

  it('reports that it failed instead of letting the caller wait', async () => {
    await worker?.stop();
    worker = null;
    const { id } = await createSubmittableDraft(client);
    const { exportPath, fileUrl } = await client.do(exportConsignments, { body: { consignIds: id } });
    await handle(
      service.engines.eventStore,
      ledgerExport,
      exportPath,
      { type: 'RecordExportFailure', reason: 'disk full', requestId: v4() },
      systemContext(),
    );
    const { status, rawBody: body } = await open(fileUrl);
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ code: 'EXPORT_FAILED', title: '台账导出失败，请重新导出' }),
    ]);
  });

  it('reports that its file was deleted instead of letting the caller wait', async () => {
    await worker?.stop();
    worker = null;
    const [draftA, draftB] = [await createSubmittableDraft(client), await createSubmittableDraft(client)];
    const { exportPath, fileUrl } = await client.do(exportConsignments, { body: { consignIds: draftA.id } });
    const { hash } = await service.engines.files.put(Buffer.from(v4()), {
      contentType: 'application/pdf',
      name: 'a.xlsx',
    });
    await handle(
      service.engines.eventStore,
      ledgerExport,
      exportPath,
      { type: 'RecordFile', pages: 1, rows: 1, fileHash: hash, requestId: v4() },
      systemContext(),
    );
    expect((await open(fileUrl)).status).toBe(200);
    await service.engines.files.delete(hash);
    const { status, rawBody: body } = await open(fileUrl);
    expect([status, body]).toEqual([
      404,
      expect.objectContaining({ code: 'EXPORT_GONE', title: '台账文件已过期删除，请重新导出' }),
    ]);
    await client.do(exportConsignments, { body: { consignIds: draftB.id, exportPath } });
    expect((await open(fileUrl)).status).toBe(202); // a fuller one is on its way
  });

  it('that failed is created when its last page is requested again', async () => {
    const { id } = await createSubmittableDraft(client);
    const { exportPath } = await client.do(exportConsignments, { body: { consignIds: id } });
    await handle(
      service.engines.eventStore,
      ledgerExport,
      exportPath,
      { type: 'RecordExportFailure', reason: 'disk full', requestId: v4() },
      systemContext(),
    );
    const { fileUrl } = await client.do(exportConsignments, { body: { consignIds: id, exportPath } });
    startWorker();
    await built(exportPath, 2);
    expect((await ledgerAt(fileUrl)).rows).toHaveLength(2);
  });
});
