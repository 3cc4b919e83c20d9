import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commitConsignInfo, estimateSample, getTestParameters } from '#contract';
import {
  addCement,
  CEMENT,
  CONSISTENCY,
  DENSITY,
  createDraft,
  createSubmittableDraft,
  SETTING_TIME,
} from '#harness/consignments/drafts';
import { readConsignment } from '#harness/consignments/stages';
import { newClient, newLaboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = await service.as('client1');
});
afterAll(() => service.close());

const estimateRequest = (consignId: string, parameters = [DENSITY], testGroupCount = 1) => ({
  body: {
    consignId,
    testUnitSampleId: CEMENT,
    testGroupCount,
    tuSampleParamIds: parameters.map((tuTestParamId) => ({ tuTestParamId, tuTestParamCount: 2 })),
  },
});

describe('the estimate of a sample', () => {
  it('consists of the total only and follows the fee rules: counts, shared prices, groups', async () => {
    const { id, revision } = await createDraft(client);
    const estimate = async (parameters: string[], groups = 1) =>
      (await client.do(estimateSample, estimateRequest(id, parameters, groups))).testParamFee;
    expect([
      await estimate([]),
      await estimate([DENSITY]),
      await estimate([DENSITY, CONSISTENCY, SETTING_TIME]),
      await estimate([DENSITY], 3),
    ]).toEqual(['0.00', '180.00', '420.00', '540.00']);
    expect(await client.do(estimateSample, estimateRequest(id))).toEqual({ testParamFee: '180.00' });
    expect(await readConsignment(client, id)).toMatchObject({ revision, samples: [] });
  });

  it('of several parameters is visible if only prices are hidden, but not for one parameter or if estimated costs are hidden', async () => {
    const hiding = await newLaboratory(service, { IsConsignHidePrice: '1' });
    const hidingLab = await newLaboratory(service, { IsConsignHidePrice: '1', IsConsignHideEstimatedCost: '1' });
    for (const [lab, testParamFee] of [
      [hiding, '420.00'],
      [hidingLab, null],
    ] as const) {
      const { id } = await createSubmittableDraft(client, { lab });
      await client.do(commitConsignInfo, { query: { consignInfoIds: id } });
      for (const caller of [client, await service.as(lab.userName)]) {
        const offered = await caller.do(getTestParameters, { query: { sampleId: CEMENT, testUnitId: lab.testUnitId } });
        expect(
          offered.map(
            ({ tuTestParamPrice, sharedPrice, prices }) =>
              tuTestParamPrice === null && sharedPrice === null && prices.length === 0,
          ),
        ).not.toContain(false);
        const several = estimateRequest(id, [DENSITY, CONSISTENCY, SETTING_TIME]);
        expect(await caller.do(estimateSample, several)).toEqual({ testParamFee });
        for (const request of [
          estimateRequest(id),
          estimateRequest(id, [DENSITY], 3),
          estimateRequest(id, [DENSITY, DENSITY]),
        ])
          expect((await caller.call(estimateSample, request)).result?.testParamFee ?? null).toBeNull();
      }
    }
  });

  it('is refused to users without access to the consignment, and for unknown samples and parameters', async () => {
    const { id } = await createDraft(client);
    await addCement(client, id);
    for (const stranger of [await newClient(service), await service.as('lab1')])
      expect((await stranger.call(estimateSample, estimateRequest(id))).status).toBe(403);
    const unknown = { body: { ...estimateRequest(id).body, testUnitSampleId: crypto.randomUUID() } };
    expect((await client.call(estimateSample, unknown)).failure?.code).toBe('CATALOGUE_SAMPLE_UNKNOWN');
    expect((await client.call(estimateSample, estimateRequest(id, [crypto.randomUUID()]))).failure?.code).toBe(
      'PARAMETER_UNKNOWN',
    );
  });
});
