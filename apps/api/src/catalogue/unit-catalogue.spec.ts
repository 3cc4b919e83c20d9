import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { v4, v5 } from 'uuid';
import { createBuSampleParamInfo, getBuSampleInfo, getTestParameters, searchCategorySamples } from '#contract';
import { catalogueSamples, type CatalogueSampleRow } from '#domain/catalogue';
import { unitSample, type UnitSampleCommand } from '#domain/catalogue-maintenance';
import { handle } from '#domain/event-sourcing';
import { createDraft } from '#harness/consignments/drafts';
import { LAB1, LAB2 } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { CEMENT, TU001, TU002 } from '#harness/catalogue/demo-catalogue';

let service: Service;
let client: Client;
let template: CatalogueSampleRow;

beforeAll(async () => {
  service = await startService();
  client = await service.as('client1');
  const cement = await service.engines.views.get<CatalogueSampleRow>(catalogueSamples, CEMENT);
  if (!cement) throw new Error('the demo catalogue has no cement');
  template = cement;
});
afterAll(() => service.close());

/** What the laboratory does on its catalogue pages. */
const changeSample = async (
  command:
    | Omit<Extract<UnitSampleCommand, { type: 'KeepUnitSample' }>, 'key'>
    | Omit<Extract<UnitSampleCommand, { type: 'ResetUnitSample' }>, 'key'>,
) => {
  await handle(
    service.engines.eventStore,
    unitSample,
    v5(CEMENT, TU001),
    { ...command, key: { testUnitId: TU001, sampleId: CEMENT } },
    {
      by: { userId: v4(), role: 'lab', unitId: TU001 },
      at: new Date().toISOString(),
      commandId: v4(),
      correlationId: v4(),
    },
  );
  await service.catchUp();
};
const priceAt = async (testUnitId: string) =>
  (await client.do(getTestParameters, { query: { sampleId: CEMENT, testUnitId } })).find(({ name }) => name === '密度')
    ?.tuTestParamPrice;
const feeOf = async (lab: typeof LAB1) => {
  const { id: consignId } = await createDraft(client, { lab });
  const density = template.parameters.find(({ name }) => name === '密度')?.id ?? '';
  const id = await client.do(createBuSampleParamInfo, {
    body: { consignId, tuTestSampleDTO: { id: CEMENT, sampleName: '' }, tuTestParamDtos: [{ tuTestParamId: density }] },
  });
  return (await client.do(getBuSampleInfo, { query: { id, consignId } })).testParamFee;
};

it('a unit’s own price applies to requests for that unit and to stored samples, but to no other unit, until it is reset', async () => {
  const { id: _, ...sample } = template;
  const dearer = {
    ...sample,
    name: '普硅水泥（本所）',
    parameters: sample.parameters.map((parameter) =>
      parameter.name === '密度'
        ? { ...parameter, prices: [{ type: 1, price: '123.45', qualifier: '', scriptDescription: '' }] }
        : parameter,
    ),
  };
  await changeSample({ type: 'KeepUnitSample', sample: dearer, template: sample });
  expect([await priceAt(TU001), await priceAt(TU002)]).toEqual(['123.45', '90.00']);
  expect([await feeOf(LAB1), await feeOf(LAB2)]).toEqual(['123.45', '90.00']);
  expect(
    JSON.stringify(await client.do(searchCategorySamples, { query: { sampleName: '本所', testUnitId: TU001 } })),
  ).toContain(CEMENT);
  expect(
    (await client.do(searchCategorySamples, { query: { sampleName: '本所', testUnitId: TU002 } })).sampleTree,
  ).toEqual([]);
  await changeSample({ type: 'ResetUnitSample', template: sample, reason: '恢复统一价格' });
  expect([await priceAt(TU001), await feeOf(LAB1)]).toEqual(['90.00', '90.00']);
});
