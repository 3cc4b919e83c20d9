import { expect, it } from '@jest/globals';
import {
  getSampleChanges,
  getTestParameters,
  tuTestParamCreate,
  tuTestParamGetAll,
  tuTestParamUpdate,
  tuTestSampleGetAll,
} from '#contract';
import { CEMENT, DENSITY } from '#harness/consignments/drafts';
import { startWithOwnLaboratory, type LaboratoryFixtures } from '#harness/catalogue-admin/own-laboratory';

let { service, lab, staff, client } = {} as LaboratoryFixtures;
startWithOwnLaboratory((story) => ({ service, lab, staff, client } = story));

const offered = async (sampleId: string, id: string) => {
  await service.catchUp();
  return (await client.do(getTestParameters, { query: { sampleId, testUnitId: lab.testUnitId } })).find(
    (parameter) => parameter.id === id,
  );
};

it('a portion that parameters share has an amount and a required name, which the form of the client receives', async () => {
  const update = (body: object) =>
    staff.call(tuTestParamUpdate, { body: { testSampleId: CEMENT, testParamId: DENSITY, ...body } });
  const [current] = (await staff.do(tuTestParamGetAll, { query: { testSampleId: CEMENT } })).filter(
    ({ id }) => id === DENSITY,
  );
  expect((await update({ shareTestQuantity: 15, shareTestQuantityIdent: '胶砂样' })).result).toMatchObject({
    shareTestQuantity: 15,
    shareTestQuantityIdent: '胶砂样',
    testQuantity: current?.testQuantity,
  });
  expect(await offered(CEMENT, DENSITY)).toMatchObject({ shareTestQuantity: 15, shareTestQuantityIdent: '胶砂样' });
  expect((await update({ shareTestQuantityIdent: ' ' })).failure).toMatchObject({
    code: 'SHARED_PORTION_NEEDS_A_NAME',
  });
  expect((await update({ shareTestQuantity: null, shareTestQuantityIdent: '' })).result).toMatchObject({
    shareTestQuantity: null,
  });
  const [lastChange] = await staff.do(getSampleChanges, { query: { sampleId: CEMENT } });
  expect(lastChange?.changes).toEqual([
    { field: 'parameters', about: '密度', member: 'shareTestQuantity', old: '15', new: '' },
    { field: 'parameters', about: '密度', member: 'shareTestQuantityIdent', old: '胶砂样', new: '' },
  ]);
});

it('the description of a price by script is shown to the client who chooses the parameter', async () => {
  const samples = (await staff.do(tuTestSampleGetAll, { query: { maxResultCount: 200 } })).items;
  let scripted: { sampleId: string; id: string; price: string } | undefined;
  for (const { id: sampleId } of samples) {
    const match = (await staff.do(tuTestParamGetAll, { query: { testSampleId: sampleId } })).find(
      ({ scriptDescription }) => scriptDescription !== null,
    );
    if (match) {
      scripted = { sampleId, id: match.id, price: match.price };
      break;
    }
  }
  if (!scripted) throw new Error('the demo catalogue has prices by script');
  const text = '每增加一个龄期加收 20 元';
  expect(
    (
      await staff.call(tuTestParamUpdate, {
        body: { testSampleId: scripted.sampleId, testParamId: scripted.id, scriptDescription: text },
      })
    ).result,
  ).toMatchObject({ scriptDescription: text, price: scripted.price });
  expect((await offered(scripted.sampleId, scripted.id))?.prices.filter(({ type }) => type === 4)).toMatchObject([
    { scriptDescription: text },
  ]);
});

it('PR-002 a price can become a price by script with a description for the unit’s clients, and an ordinary price again', async () => {
  const update = (body: object) =>
    staff.call(tuTestParamUpdate, { body: { testSampleId: CEMENT, testParamId: DENSITY, ...body } });
  const current = (await staff.do(tuTestParamGetAll, { query: { testSampleId: CEMENT } })).find(
    ({ id }) => id === DENSITY,
  );
  expect(current).toMatchObject({ scriptDescription: null });
  expect((await update({ price: '1200', scriptDescription: '按龄期' })).result).toMatchObject({
    price: '1200',
    scriptDescription: '按龄期',
  });
  expect(await offered(CEMENT, DENSITY)).toMatchObject({ tuTestParamPrice: '1200.00', testParamPriceType: 4 });
  for (const [body, code] of [
    [{ scriptDescription: ' ' }, 'SCRIPT_WITHOUT_WORDS'],
    [{ price: '', scriptDescription: '按龄期' }, 'SCRIPT_WITHOUT_PRICE'],
    [{ sharedPrice: '5', sharedPriceQualifier: '净浆' }, 'SCRIPT_PRICE_SHARED'],
  ] as const) {
    expect((await update(body)).failure).toMatchObject({ code });
  }
  expect((await update({ price: current?.price ?? '', scriptDescription: null })).result).toMatchObject({
    price: current?.price,
    scriptDescription: null,
  });
  expect(await offered(CEMENT, DENSITY)).toMatchObject({ testParamPriceType: 1 });
  const [lastChange] = await staff.do(getSampleChanges, { query: { sampleId: CEMENT } });
  expect(lastChange?.changes).toContainEqual({
    field: 'parameters',
    about: '密度',
    member: 'scriptDescription',
    old: '按龄期',
    new: '',
  });
  expect(
    (
      await staff.call(tuTestParamCreate, {
        body: { testSampleId: CEMENT, testParamCode: 'X-1', name: '甲', price: '60', scriptDescription: '按厚度' },
      })
    ).result,
  ).toMatchObject({ price: '60', scriptDescription: '按厚度' });
});
