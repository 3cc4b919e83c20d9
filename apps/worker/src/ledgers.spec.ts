import { describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { ledgerExport } from '#domain/documents';
import { handle, load } from '#domain/event-sourcing';
import { decode, exportEvents, type EventOf } from '#events';
import { header, people } from '#harness/domain/consignment-story';
import { newCommandContext, appendDraft, appendSubmission, executeCommands } from '#harness/worker/consignment-in-log';
import { simulateFullDisk, filesOnDisk } from '#harness/worker/disk';
import { readWorkbook } from '#harness/worker/read-workbook';
import { HOUR, waitUntil } from '#harness/worker/test-engines';
import { waitUntilRecorded } from '#harness/worker/until-recorded';
import { workerUnderTest } from '#harness/worker/worker-under-test';

type BuiltLedger = Extract<EventOf<typeof exportEvents>, { type: 'ExportBuilt' }>['data'];

const test = workerUnderTest();
const store = () => test.engines.eventStore;
/** Requests a page of the ledger with these consignments as they are now. */
const requestPage = async (exportId: string, ids: string[], continues: boolean) => {
  const entries = await Promise.all(
    ids.map(async (id) => ({ id, revision: (await store().read(`consignment-${id}`)).head.revision })),
  );
  return handle(
    store(),
    ledgerExport,
    exportId,
    { type: 'RequestPage', by: people.client, consignType: null, entries, continues },
    newCommandContext(),
  );
};
const waitForBuilt = (exportId: string, count = 1) =>
  waitUntilRecorded(store(), `export-${exportId}`, ['ExportBuilt'], count);
const loadLedger = async (exportId: string) => {
  const { state } = await load(store(), ledgerExport, exportId);
  const file = await test.engines.files.get(state.built?.fileHash ?? '');
  return { name: file?.name, ...(await readWorkbook(file?.content ?? new Uint8Array())) };
};
const column = (rows: unknown[][], head: string) => rows.slice(1).map((row) => row[rows[0]?.indexOf(head) ?? -1]);

describe('A ledger', () => {
  it('shows each consignment as it was when its page was requested', async () => {
    const exportId = v4();
    const id = await appendSubmission(store());
    await requestPage(exportId, [id], false);
    await executeCommands(store(), id, { type: 'PassAudit', by: people.lab, remark: '', limsConsignId: 'lims-1' });
    test.startWorker();
    await waitForBuilt(exportId);
    const { name, rows } = await loadLedger(exportId);
    expect(name).toBe('委托台账_2026-03-01.xlsx');
    expect(rows).toHaveLength(2);
    expect(column(rows, '状态')).toEqual(['待审核']);
    expect(column(rows, '委托人')).toEqual(['陈工']);
    // A moment, not a text: a workbook knows no zone, so its reading as UTC is the time of Shanghai.
    expect([column(rows, '提交时间'), column(rows, '创建时间')]).toEqual([[expect.any(Date)], [expect.any(Date)]]);
  });

  it('is written in the language of its newest page’s requester, and user input is not translated', async () => {
    const buildLedgerIn = async (language: 'en' | 'es') => {
      const [exportId, id] = [v4(), await appendSubmission(store())];
      const entries = [{ id, revision: (await store().read(`consignment-${id}`)).head.revision }];
      await handle(
        store(),
        ledgerExport,
        exportId,
        { type: 'RequestPage', by: people.client, consignType: 1, entries, continues: false, language },
        newCommandContext(),
      );
      await waitForBuilt(exportId);
      return loadLedger(exportId);
    };
    test.startWorker();
    const [en, es] = [await buildLedgerIn('en'), await buildLedgerIn('es')];
    expect([en.name, es.name]).toEqual([
      'Raw-material consignments_2026-03-01.xlsx',
      'Encargos de materiales_2026-03-01.xlsx',
    ]);
    expect([column(en.rows, 'Status'), column(en.rows, 'Contact'), column(en.rows, 'Bill')]).toEqual([
      ['Awaiting audit'],
      ['陈工'],
      ['Not yet'],
    ]);
    expect([column(es.rows, 'Estado'), column(es.rows, 'Contacto'), column(es.rows, 'Tipo')]).toEqual([
      ['Pendiente de revisión'],
      ['陈工'],
      ['Encargo de materiales'],
    ]);
    expect(JSON.stringify([en.rows[0], es.rows[0]])).not.toMatch(/[\u4e00-\u9fff]/);
  });

  it('contains texts that look like formulas as plain text', async () => {
    const texts = ['=1+1', '+861380', '-2', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")'];
    const ids: string[] = [];
    for (const text of texts) {
      const id = await appendDraft(store(), { header: header({ projectName: text }) });
      ids.push(id);
    }
    const exportId = v4();
    await requestPage(exportId, ids, false);
    test.startWorker();
    await waitForBuilt(exportId);
    const { rows } = await loadLedger(exportId); // the reader throws at a formula
    expect(column(rows, '工程项目')).toEqual(texts);
    expect(column(rows, '样品')).toEqual(texts.map(() => 1));
  });

  it('of several pages is built once when the last one has arrived, and does not delete the file that it replaces', async () => {
    const exportId = v4();
    const ids = [await appendDraft(store()), await appendDraft(store()), await appendDraft(store())];
    await requestPage(exportId, ids.slice(0, 1), false);
    await requestPage(exportId, ids.slice(1, 2), true);
    const [request] = await waitUntilRecorded(store(), `export-${exportId}`, ['ExportPageRequested']);
    // As it is when the worker was quicker than the second page.
    await test.engines.jobs.enqueue(
      'build-ledger',
      { requestId: request?.id, exportId },
      { id: `${request?.id}.build-ledger` },
    );
    let storedFiles = 0;
    test.startWorker({
      files: filesOnDisk(test.engines.files, () => {
        storedFiles += 1;
      }),
    });
    const [firstLedger] = (await waitForBuilt(exportId)).map(
      (event) => decode(exportEvents, event).data as BuiltLedger,
    );
    const waitForDone = (count: number) =>
      waitUntil(async () => (await test.engines.jobs.find({ state: 'done' })).total === count);
    await waitForDone(2);
    expect([firstLedger, storedFiles]).toEqual([expect.objectContaining({ pages: 2, rows: 2 }), 1]);
    expect((await store().read(`export-${exportId}`)).events.map(({ type }) => type)).toEqual([
      'ExportPageRequested',
      'ExportPageRequested',
      'ExportBuilt',
    ]);
    await requestPage(exportId, ids.slice(2), true);
    await waitForBuilt(exportId, 2);
    expect((await loadLedger(exportId)).rows).toHaveLength(4);
    await waitForDone(3);
    expect(await test.engines.files.get(firstLedger?.fileHash ?? '')).not.toBeNull();
  });

  it('contains no row twice when one of its pages is requested again', async () => {
    const exportId = v4();
    const id = await appendDraft(store());
    await requestPage(exportId, [id], false);
    const [request] = await waitUntilRecorded(store(), `export-${exportId}`, ['ExportPageRequested']);
    await handle(
      store(),
      ledgerExport,
      exportId,
      { type: 'RecordExportFailure', reason: 'ENOSPC', requestId: request?.id ?? '' },
      newCommandContext(),
    );
    await requestPage(exportId, [id], true);
    test.startWorker();
    await waitForBuilt(exportId);
    expect((await load(store(), ledgerExport, exportId)).state).toMatchObject({
      failure: null,
      built: { pages: 2, rows: 1 },
    });
    expect((await loadLedger(exportId)).rows).toHaveLength(2);
  });

  it('whose jobs were lost is built for its newest page alone', async () => {
    const exportId = v4();
    const ids = [await appendDraft(store()), await appendDraft(store())];
    await requestPage(exportId, ids.slice(0, 1), false);
    await requestPage(exportId, ids.slice(1), true);
    await test.startWorker().stop();
    await test.loseJobs();
    test.startWorker();
    await waitForBuilt(exportId);
    expect((await test.engines.jobs.find({})).jobs).toHaveLength(1);
    expect((await loadLedger(exportId)).rows).toHaveLength(3);
  });

  it('that cannot be stored fails with its reason, and a retry builds it', async () => {
    let isFull = true;
    const exportId = v4();
    await requestPage(exportId, [await appendDraft(store())], false);
    test.startWorker({
      files: filesOnDisk(test.engines.files, () => {
        if (isFull) throw simulateFullDisk();
      }),
    });
    const waitForJob = (state: string, attempts: number) =>
      waitUntil(async () =>
        (await test.engines.jobs.find({})).jobs.some((job) => job.state === state && job.attempts === attempts),
      );
    for (const attempt of [1, 2]) {
      await waitForJob('waiting', attempt);
      test.clock.pass(HOUR);
    }
    await waitForJob('failed', 3);
    expect((await load(store(), ledgerExport, exportId)).state).toMatchObject({
      built: null,
      failure: { reason: 'ENOSPC' },
    });
    isFull = false;
    await test.engines.jobs.retry((await test.engines.jobs.find({})).jobs[0]?.id ?? '');
    await waitForBuilt(exportId);
    expect((await load(store(), ledgerExport, exportId)).state).toMatchObject({ built: { rows: 1 }, failure: null });
  });
});
