import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { genConsignPdf, getPrintList, setParamValues } from '#contract';
import { LOG_READER } from '#engines';
import { pdfText } from '#harness/worker/pdf-text';
import { waitUntilRecorded } from '#harness/worker/until-recorded';
import { createWorker } from '../../../worker/src/worker.js';
import { createConsignmentAt } from '#harness/consignments/stages';
import { newLaboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let client: Client;
let lab: Client;
let isDiskFull = false;
let worker: ReturnType<typeof createWorker> | null = null;

beforeAll(async () => {
  service = await startService();
  [client, lab] = [await service.as('client1'), await service.as('lab1')];
});
afterAll(async () => {
  await worker?.stop();
  await service.close();
});

const startWorker = () => {
  const { files } = service.engines;
  const disk = {
    ...files,
    get: files.get.bind(files),
    delete: files.delete.bind(files),
    put: (...file: Parameters<typeof files.put>) =>
      isDiskFull ? Promise.reject(new Error('no space left')) : files.put(...file),
  };
  worker ??= createWorker({
    engines: { ...service.engines, files: disk },
    logger: pino({ level: 'silent' }),
    messages: { name: 'none', send: () => Promise.resolve() },
  });
};
const infoOf = async (caller: Client, id: string) => (await caller.do(getPrintList, { query: { ids: id } })).result[0];
const request = (caller: Client, id: string, force = 'false') => caller.do(genConsignPdf, { query: { id, force } });
const waitForOutcome = (id: string, count = 1) =>
  waitUntilRecorded(service.engines.eventStore, `document-${id}`, ['PdfGenerated', 'PdfFailed'], count);
const requests = async (id: string) =>
  (await service.engines.eventStore.read(`document-${id}`)).events.filter(({ type }) => type === 'PdfRequested').length;

describe('a document created by the worker', () => {
  it('is requested again if its job has disappeared', async () => {
    const { id } = await createConsignmentAt(service, 20);
    await request(client, id);
    await request(client, id);
    expect(await requests(id)).toBe(1);
    const { eventStore, jobs } = service.engines;
    // As the worker leaves it when it has made a job of the request, which the engine of the jobs then loses.
    const read = { logId: eventStore.logId, position: await eventStore.lastPosition() };
    await jobs.saveCheckpoint(LOG_READER, read);
    await request(client, id);
    expect(await requests(id)).toBe(2);
    await request(client, id);
    expect(await requests(id)).toBe(2);
  });

  it('PD-006 is requested once for all users, again only by force, and ends ready with its file or failed', async () => {
    const [printed, failed] = [await createConsignmentAt(service, 20), await createConsignmentAt(service, 20)];
    await request(client, printed.id);
    expect((await infoOf(lab, printed.id))?.pdfStatus).toBe(2);
    await request(lab, printed.id);
    expect(await requests(printed.id)).toBe(1);
    await request(lab, printed.id, 'true');
    expect(await requests(printed.id)).toBe(2);
    expect((await infoOf(client, printed.id))?.pdfStatus).toBe(2);

    startWorker();
    await waitForOutcome(printed.id, 2);
    const info = await infoOf(client, printed.id);
    expect(info?.pdfStatus).toBe(1);
    const file = await fetch(service.url + (info?.pdfUrl ?? ''));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await pdfText(new Uint8Array(await file.arrayBuffer()))).toContain(printed.consignCode);

    isDiskFull = true;
    await request(client, failed.id);
    await waitForOutcome(failed.id);
    expect(await infoOf(client, failed.id)).toMatchObject({ pdfStatus: 3, pdfUrl: '', reason: 'Error' });
    isDiskFull = false;
    await request(client, failed.id);
    await waitForOutcome(failed.id, 2);
    expect((await infoOf(client, failed.id))?.pdfStatus).toBe(1);
  });

  it('from before the laboratory hid its prices can no longer be opened, and is created again without them', async () => {
    isDiskFull = false;
    startWorker();
    const newLab = await newLaboratory(service, {});
    const { id } = await createConsignmentAt(service, 20, { lab: newLab });
    const textOf = async () => {
      const file = await fetch(service.url + ((await infoOf(client, id))?.pdfUrl ?? ''));
      return pdfText(new Uint8Array(await file.arrayBuffer()));
    };
    await request(client, id);
    await waitForOutcome(id);
    expect(await textOf()).toContain('费用（元）');
    const { pdfUrl: previousUrl = '' } = (await infoOf(client, id)) ?? {};
    expect((await fetch(service.url + previousUrl)).status).toBe(200);

    const admin = await service.as('admin');
    await admin.do(setParamValues, {
      body: [{ unitType: 1, unitID: newLab.testUnitId, paramCode: 'IsConsignHidePrice', paramValue: '1' }],
    });
    expect(await infoOf(client, id)).toMatchObject({ pdfStatus: 4, pdfUrl: '' });
    expect((await fetch(service.url + previousUrl)).status).toBe(404); // an address given out before
    await request(client, id);
    await waitForOutcome(id, 2);
    expect((await fetch(service.url + previousUrl)).status).toBe(404);
    expect((await infoOf(client, id))?.pdfStatus).toBe(1);
    expect(await textOf()).not.toContain('费用（元）');
  });
});
