import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  getConcatRules,
  getConsingInfo,
  getConsignLogOfLab,
  getOtherInfo,
  getParamPacks,
  getPreQualificationList,
  getReportConsignScheduleNew,
  getSampleRequirements,
  getSampleTree,
  getStandards,
  getTestParameters,
  issueAccessKey,
  listFeedConsumers,
  syncUpdateConsignInfo,
  updateTestUnit,
} from '#contract';
import { createConsignmentAt } from '#harness/consignments/stages';
import { CEMENT } from '#harness/catalogue/demo-catalogue';
import { LAB1, LAB2 } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { startLabSystem } from '../../scripts/lab/processes.mjs';
import { freePort } from '../free-port.mjs';

const KEY = Buffer.alloc(32, 9);
const WEBHOOK_SECRET = `whsec_${KEY.toString('base64')}`;

type LabSystemState = {
  consignments: { id: string; code: string; status: number; reports: Record<string, { name: string }> }[];
  journal: { door: string; what: string }[];
};

let service: Service;
let folder: string;
let lab: Client;
let url: string;
let settings: { port: number } & Record<string, string | number>;
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-system-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  service = await startService({ labSystemHosts: [`127.0.0.1:${port}`] });
  lab = await service.as('lab1');
  const key = await lab.do(issueAccessKey, {
    body: {
      name: 'LIMS',
      scopes: ['events:read', 'consignments:read', 'status:write', 'bills:write', 'express:write', 'reports:write'],
    },
  });
  await (
    await service.as('admin')
  ).do(updateTestUnit, {
    body: { id: LAB1.testUnitId, lmisType: 1, lmisurl: url, lmisIntegratedCode: 'TU001_lims' },
  });
  settings = {
    port,
    PLATFORM: service.url,
    ACCESS_KEY: key.secret,
    WEBHOOK_SECRET,
    UNIT_CODE: 'TU001_lims',
    UNIT_NO: 'TU001',
    STATE_DIR: folder,
  };
  stop = await startLabSystem(settings);
});
afterAll(async () => {
  await stop();
  await service.close();
  await rm(folder, { recursive: true });
});

/** What the page of the lab system shows now. */
const readState = async (): Promise<LabSystemState> => {
  const abortController = new AbortController();
  const response = await fetch(`${url}/changes`, { signal: abortController.signal });
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part as Uint8Array).toString();
    if (text.includes('\n\n')) break;
  }
  abortController.abort();
  return JSON.parse(text.slice('data: '.length, text.indexOf('\n\n'))) as LabSystemState;
};
const waitForState = async (condition: (state: LabSystemState) => boolean): Promise<LabSystemState> => {
  for (;;) {
    const state = await readState();
    if (condition(state)) return state;
    await pause(50);
  }
};
const consignmentOf = ({ consignments }: LabSystemState, id: string) =>
  consignments.find((consignment) => consignment.id === id);
const runStep = async (id: string, step: string, remark = '') =>
  (await fetch(`${url}/consignments/${id}/${step}`, { method: 'POST', body: JSON.stringify({ remark }) })).status;
/** What it answers to a call of the platform. */
const asPlatform = async (path: string, unitCode = 'TU001'): Promise<unknown> =>
  (await fetch(`${url}/api/${path}`, { headers: { 'unit-code': unitCode } })).json();
const deliver = (event: object & { id: string }, key = KEY) => {
  const [body, timestamp] = [JSON.stringify(event), Math.floor(Date.now() / 1000)];
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
  return fetch(`${url}/webhooks`, { method: 'POST', headers, body });
};

describe('the example of a lab system', () => {
  it('ILIS-013 serves the catalogue on request of the platform, in the format of the platform’s own', async () => {
    const client = await service.as('client1');
    const queries = [
      [getTestParameters, { sampleId: CEMENT }],
      [getOtherInfo, { sampleId: CEMENT }],
      [getSampleRequirements, { sampleId: CEMENT }],
      [getStandards, { sampleId: CEMENT }],
      [getParamPacks, { sampleId: CEMENT }],
      [getConcatRules, { sampleId: CEMENT }],
      [getPreQualificationList, {}],
    ] as const;
    const membersOf = (value: unknown): string[] => Object.keys((Array.isArray(value) ? value[0] : value) as object);
    for (const [operation, query] of queries) {
      const callUnit = async ({ testUnitId }: { testUnitId: string }): Promise<unknown> =>
        client.do(operation as typeof getTestParameters, { query: { ...query, testUnitId } as never });
      const [remote, platformResult] = [await callUnit(LAB1), await callUnit(LAB2)];
      expect([operation.name, membersOf(remote)]).toEqual([operation.name, membersOf(platformResult)]);
    }
    const { sampleTree } = await client.do(getSampleTree, { query: { testUnitId: LAB1.testUnitId, id: CEMENT } });
    expect(JSON.stringify(sampleTree)).toContain('"name":"普通硅酸盐水泥"');
  });

  it('follows the feed and takes a consignment through audit, receipt, bill, parcel and report', async () => {
    const { id } = await createConsignmentAt(service, 20);
    await waitForState((state) => consignmentOf(state, id)?.status === 20);
    expect(await runStep(id, 'confirm')).toBe(409); // a step that the platform forbids is said, and changes nothing
    for (const [step, status] of [
      ['pass', 30],
      ['confirm', 60],
    ] as const) {
      expect(await runStep(id, step)).toBe(200);
      await waitForState((state) => consignmentOf(state, id)?.status === status);
    }
    for (const step of ['bill', 'express', 'report']) expect([step, await runStep(id, step)]).toEqual([step, 200]);
    const consignment = await lab.do(getConsingInfo, { query: { id } });
    expect(consignment).toMatchObject({ consignStatus: 60, mailOrderNumber: expect.stringMatching(/^顺丰速运 SF/) });
    await service.catchUp();
    const { items } = await lab.do(getReportConsignScheduleNew, { query: { keyword: consignment.consignCode } });
    expect(items[0]?.reports).toMatchObject([{ reportStatus: 40 }]);
    await waitForState((state) => Object.values(consignmentOf(state, id)?.reports ?? {})[0]?.name === '已发布');
    expect(await asPlatform(`pre/consign/state?consignInfoIDs=${id},${randomUUID()}`)).toMatchObject({
      code: 20000,
      data: [
        {
          consignInfoID: id,
          LimsConsignID: `LAB-${consignment.consignCode}`,
          isConsignBillGened: true,
          expressBusiness: '顺丰速运',
          reports: [{ reportStatus: 40 }],
        },
      ],
    });
    expect(await asPlatform(`pre/consign/state?consignInfoIDs=${id}`, 'TU002')).toMatchObject({ code: 40300 });
    // What the platform has missed is taken over when it asks: here the laboratory's own id alone.
    const synchronised = await lab.do(syncUpdateConsignInfo, { body: { ids: id } });
    expect(synchronised.items).toMatchObject([{ id, isKnown: true, problems: [], consignStatus: 60 }]);
    expect(await lab.do(getConsingInfo, { query: { id } })).toMatchObject({
      ext_ILISConsignID: `LAB-${consignment.consignCode}`,
    });
    const bill = await fetch(`${url}/bills/${id}.pdf`);
    expect((await bill.text()).startsWith('%PDF-1.4')).toBe(true);
  });

  it('rejects a consignment with a reason that the client can read', async () => {
    const { id } = await createConsignmentAt(service, 20);
    await waitForState((state) => consignmentOf(state, id)?.status === 20);
    await runStep(id, 'reject', '缺见证取样单');
    const machine = service.withToken(String(settings['ACCESS_KEY']));
    const log = await machine.do(getConsignLogOfLab, { query: { consignId: id } });
    expect(log.at(-1)).toMatchObject({ exeDescription: '缺见证取样单', exeUserName: '赵试验' });
  });

  it('handles an event once, whichever interface delivers it first, and applies the later of two events in any order', async () => {
    const subject = randomUUID();
    const event = (sequence: string, to: number, name: string) => ({
      id: randomUUID(),
      type: 'consignment.audit-passed.v1',
      subject,
      time: new Date().toISOString(),
      sequence,
      data: {
        consignmentId: subject,
        consignCode: 'TU001-TEST',
        projectName: '试验工程',
        sampleCount: 1,
        status: { to, name },
      },
    });
    const [laterEvent, earlierEvent] = [event('6', 60, '已收样'), event('5', 30, '待收样')];
    expect((await deliver(laterEvent)).status).toBe(204);
    expect((await deliver(earlierEvent)).status).toBe(204);
    expect((await deliver(laterEvent)).status).toBe(204);
    expect((await deliver({ ...laterEvent, id: randomUUID() }, Buffer.alloc(32, 1))).status).toBe(401);
    const state = await readState();
    expect(consignmentOf(state, subject)?.status).toBe(60);
    expect(state.journal.filter(({ what }) => what.endsWith('TU001-TEST'))).toHaveLength(2);
  });

  it('continues after its cursor when it is restarted, and requests no event twice', async () => {
    const stateBefore = await readState();
    await stop();
    const { id } = await createConsignmentAt(service, 20);
    stop = await startLabSystem(settings);
    const stateAfter = await waitForState((state) => consignmentOf(state, id)?.status === 20);
    const countFeedEntries = ({ journal }: LabSystemState) => journal.filter(({ door }) => door === 'feed').length;
    expect(countFeedEntries(stateAfter)).toBe(countFeedEntries(stateBefore) + 1);
    const { items } = await lab.do(listFeedConsumers);
    expect(items.find(({ name }) => name === 'LIMS')?.lagEvents).toBeLessThanOrEqual(1);
  });
});
