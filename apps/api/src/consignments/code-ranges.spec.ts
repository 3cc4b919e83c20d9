import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { enterLaterStage, getBuSampleInfoParams, getRawMateriaConsignInfoList, PdfInfo, setActualFee } from '#contract';
import { consignmentEvents, decode, type SignatureEntry } from '#events';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { appendEvents } from '#harness/consignments/record';
import { createConsignmentAt, ifMatch, readConsignment, STATUSES } from '#harness/consignments/stages';
import { LAB2 } from '#harness/consignments/units';

let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService();
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());

const entry = (signType: number) => ({ id: v4(), signType, status: 0, senMsgStatus: 0, signMsgTime: null });
const stored = (signType: number) => ({
  type: 'SignatureRequested',
  data: { entries: [entry(signType)] },
  metadata: { schemaVersion: 1 },
});

describe('codes and fees', () => {
  it('K-010 statuses, signature types and document statuses are limited to the listed numbers', async () => {
    const consignments = await Promise.all(STATUSES.map((status) => createConsignmentAt(service, status)));
    expect(consignments.map(({ consignStatus }) => consignStatus)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90]);
    const list = (consignStatuses: string) =>
      client.call(getRawMateriaConsignInfoList, { query: { consignStatuses, maxResultCount: 1000 } });
    for (const { id, consignStatus } of consignments)
      expect((await list(`${consignStatus}`)).result.items).toContainEqual(
        expect.objectContaining({ id, consignStatus }),
      );
    for (const statuses of ['0', '65', '20,100', 'x']) expect((await list(statuses)).status).toBe(400);

    const received = consignments.find(({ consignStatus }) => consignStatus === 60);
    const enter = (consignStatus: unknown, revision = received?.revision ?? 0) =>
      lab.call(enterLaterStage, {
        query: { id: received?.id ?? '' },
        body: { consignStatus: consignStatus as 80, description: '' },
        headers: ifMatch(revision),
      });
    for (const status of [0, 10, 65, 90, 100, '80.5', null]) expect((await enter(status)).status).toBe(400);
    expect((await enter(80)).result.consignStatus).toBe(80);

    const { id } = await createConsignmentAt(service, 60, { lab: LAB2 });
    await appendEvents(service, id, {
      type: 'SignatureRequested',
      data: { entries: [1, 2, 3, 4].map((signType) => entry(signType) as SignatureEntry) },
    });
    expect((await readConsignment(client, id)).buConsignInfoSign.map(({ signType }) => signType)).toEqual([1, 2, 3, 4]);
    for (const consignType of [0, 5]) expect(() => decode(consignmentEvents, stored(consignType))).toThrow();
    expect(decode(consignmentEvents, stored(4)).type).toBe('SignatureRequested');

    const document = (pdfStatus: number) =>
      PdfInfo.safeParse({ id, pdfStatus, pdfUrl: '', reason: '', requestedAt: null }).success;
    expect([-1, 0, 1, 2, 3, 4, 5].map(document)).toEqual([false, true, true, true, true, true, false]);
  });

  it('K-010 fees have two decimals, and an actual fee with more decimals or in another form is refused', async () => {
    const { id, estimatedFee, revision } = await createConsignmentAt(service, 60);
    const [detail] = await client.do(getBuSampleInfoParams, { query: { id } });
    expect([estimatedFee, detail?.totalFee]).toEqual(['90.00', '90.00']);
    for (const actFee of ['1.005', '-1', '1e3', ''])
      expect(
        (await lab.call(setActualFee, { query: { id }, body: { actFee }, headers: ifMatch(revision) })).status,
      ).toBe(400);
  });
});
