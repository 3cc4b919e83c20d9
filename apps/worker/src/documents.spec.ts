import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { load, pdfDocument, pdfStatusOf } from '#domain';
import type { Engines } from '#engines';
import { CODE, header, people, sample, settings } from '../../../libs/domain/src/testing/consignment-story.js';
import { requestPdf, submittedIn, tell } from './testing/consignment-in-log.js';
import { pdfText } from './testing/pdf-text.js';
import { HOUR, openTestEngines, TestClock, until, withNewJobs } from './testing/test-engines.js';
import { untilRecorded } from './testing/until-recorded.js';
import { createWorker } from './worker.js';

jest.setTimeout(60_000);

let clock: TestClock;
let engines: Engines;
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  clock = new TestClock();
  engines = await openTestEngines(clock);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await engines.close();
});

const startWorker = (on: Engines = engines) => {
  const worker = createWorker({ engines: on, messages: { name: 'none', send: () => Promise.resolve() }, logger: pino({ level: 'silent' }), now: clock.now, retryMs: 1 });
  stops.push(worker.stop);
  return worker;
};
const answersTo = (id: string, count = 1) => untilRecorded(engines.eventStore, `document-${id}`, ['PdfGenerated', 'PdfFailed'], count);
const documentOf = async (id: string) => {
  const { state } = await load(engines.eventStore, pdfDocument, id);
  return { ...state, status: pdfStatusOf(state, (await engines.eventStore.read(`consignment-${id}`)).head.revision) };
};
const textOf = async (id: string) => {
  const file = await engines.files.get((await documentOf(id)).ready?.fileHash ?? '');
  return pdfText(file?.content ?? new Uint8Array());
};
const jobs = async () => (await engines.jobs.find({ name: 'render-pdf' })).jobs;
const jobIs = (requestId: string, state: string, attempts?: number) =>
  until(async () => (await jobs()).some((job) => job.id === `${requestId}.render-pdf` && job.state === state && (attempts === undefined || job.attempts === attempts)));

describe('A requested PDF', () => {
  it('is made, and reads back the consignment', async () => {
    const standards = [{ baBaseStandardId: 's', baseStandardName: '试验规程', baseStandardCode: 'JTG 3420-2020', baseStandardClauseCode: '', baseStandardType: 1, useType: '1', limsUniqueKey: '', isDefault: true, executeDate: null, expireDate: null } as const];
    const [parameter] = sample().parameters;
    const cement = sample({ specificationType: 'P·O 42.5', testGroupCount: 2, testParamFee: '2640.00', parameters: parameter ? [{ ...parameter, totalFee: '1320.00', standards: [...standards] }] : [] });
    const id = await submittedIn(engines.eventStore, { samples: [cement], header: header({ memo: '雨天勿送样' }) });
    startWorker();
    await requestPdf(engines.eventStore, id);
    await answersTo(id);
    expect(await documentOf(id)).toMatchObject({ status: 1, ready: { pages: 1 } });
    const text = await textOf(id);
    for (const words of ['原材料检测预委托单', CODE, '宁波路桥', '浙东交通工程检测中心', '沿海高速公路', '公路工程综合甲级', '陈工', '张三', '李四', '雨天勿送样', '水泥', 'P·O 42.5', '2 组', '抗压强度', 'JTG 3420-2020', '1,320.00', '小计 2,640.00 元', '样品 1 个，2 组', '预估费用合计', '2026-03-01 16:00', '第 1 页，共 1 页']) {
      expect(text).toContain(words);
    }
  });

  it('shows the consignment as it was when it was asked for, though it has moved on since', async () => {
    const id = await submittedIn(engines.eventStore);
    await tell(engines.eventStore, id, { type: 'Cancel', by: people.client, description: '' }, { type: 'SaveHeader', by: people.client, header: header({ memo: '旧备注' }), settings });
    await requestPdf(engines.eventStore, id);
    await tell(engines.eventStore, id, { type: 'SaveHeader', by: people.client, header: header({ memo: '新备注' }), settings });
    startWorker();
    await answersTo(id);
    expect((await documentOf(id)).status).toBe(4);
    const text = await textOf(id);
    expect([text.includes('旧备注'), text.includes('新备注')]).toEqual([true, false]);
  });

  it('is made once, however often its request is delivered', async () => {
    startWorker();
    startWorker();
    const id = await submittedIn(engines.eventStore);
    const requestId = await requestPdf(engines.eventStore, id);
    await jobIs(requestId, 'done', 1);
    const last = await submittedIn(engines.eventStore);
    await requestPdf(engines.eventStore, last);
    await answersTo(last);
    expect(await jobs()).toHaveLength(2);
    expect(await answersTo(id)).toHaveLength(1);
    expect((await engines.eventStore.read(`document-${id}`)).events).toHaveLength(2);
  });

  it('is made after the jobs were lost only if nobody had answered it', async () => {
    const [answered, unanswered] = [await submittedIn(engines.eventStore), await submittedIn(engines.eventStore)];
    const worker = startWorker();
    await requestPdf(engines.eventStore, answered);
    await answersTo(answered);
    await worker.stop();
    const requestId = await requestPdf(engines.eventStore, unanswered);
    engines = await withNewJobs(engines, clock);
    startWorker();
    await answersTo(unanswered);
    await jobIs(requestId, 'done');
    expect(await jobs()).toHaveLength(1);
    expect(await answersTo(answered)).toHaveLength(1);
  });

  it('of more than 24 hours ago waits for an operator, who can have it made', async () => {
    const id = await submittedIn(engines.eventStore);
    const requestId = await requestPdf(engines.eventStore, id);
    clock.pass(24 * HOUR + 1);
    startWorker();
    await jobIs(requestId, 'failed', 0);
    expect((await jobs())[0]?.error).toBe('The request is older than 24 hours and was never answered.');
    expect((await documentOf(id)).status).toBe(2);
    expect(await engines.jobs.retry(`${requestId}.render-pdf`)).toBe(true);
    await answersTo(id);
    expect((await documentOf(id)).status).toBe(1);
  });

  it('that an import wrote is history and asks for nothing', async () => {
    startWorker();
    const [imported, wanted] = [await submittedIn(engines.eventStore), await submittedIn(engines.eventStore)];
    await requestPdf(engines.eventStore, imported, { imported: true });
    const requestId = await requestPdf(engines.eventStore, wanted);
    await jobIs(requestId, 'done');
    expect((await jobs()).map(({ id }) => id)).toEqual([`${requestId}.render-pdf`]);
  });

  it('that fails at every attempt is failed with its reason, and a retry of its job makes it ready', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'worker-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    await engines.close();
    engines = await openTestEngines(clock, folder);
    const [files, away] = [join(folder, 'files'), join(folder, 'away')];
    await rename(files, away);
    await writeFile(files, 'a disk that takes no files');

    startWorker();
    const id = await submittedIn(engines.eventStore);
    const requestId = await requestPdf(engines.eventStore, id);
    for (const attempt of [1, 2]) {
      await jobIs(requestId, 'waiting', attempt);
      expect((await documentOf(id)).status).toBe(2);
      clock.pass(HOUR);
    }
    await jobIs(requestId, 'failed', 3);
    expect(await documentOf(id)).toMatchObject({ status: 3, reason: 'ENOTDIR', ready: null });

    await rm(files);
    await rename(away, files);
    await engines.jobs.retry(`${requestId}.render-pdf`);
    await answersTo(id, 2);
    expect(await documentOf(id)).toMatchObject({ status: 1, reason: '' });
    expect(await textOf(id)).toContain(CODE);
  });

  it('of a consignment that does not exist fails at once', async () => {
    startWorker();
    const requestId = await requestPdf(engines.eventStore, 'nowhere');
    await jobIs(requestId, 'failed', 1);
    expect(await documentOf('nowhere')).toMatchObject({ stage: 'failed', reason: 'The consignment does not exist.' });
  });
});
