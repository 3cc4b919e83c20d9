import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  copyBuSampleInfo,
  getBuSampleInfo,
  getConcatRules,
  getOtherInfo,
  getUnitDetail,
  saveBuSampleInfo,
  saveSpecification,
  type SampleInput,
  type SampleView,
} from '#contract';
import { addCement, CEMENT, DENSITY, createDraft } from '#harness/consignments/drafts';
import { LAB1, newLaboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = await service.as('client1');
});
afterAll(() => service.close());

const read = (id: string) => client.do(getBuSampleInfo, { query: { id } });
const bodyOf = ({ buSampleParamPackInfo: _pack, ...view }: SampleView, changes: object): SampleInput =>
  ({ ...view, inputMethod: 1, tuSampleParamIds: [{ tuTestParamId: DENSITY }], ...changes }) as SampleInput;
const cement = async () => {
  const { id: consignId } = await createDraft(client);
  const id = await addCement(client, consignId);
  return {
    id,
    consignId,
    save: async (changes: object) => client.call(saveBuSampleInfo, { body: bodyOf(await read(id), changes) }),
  };
};
const refusalFields = ({
  status,
  failure,
  rawBody: body,
}: Awaited<ReturnType<Awaited<ReturnType<typeof cement>>['save']>>) => [
  status,
  failure?.code,
  ((body as { error: { validationErrors: { members: string[] }[] } }).error.validationErrors ?? []).map(
    ({ members }) => members[0],
  ),
];

describe('auxiliary properties', () => {
  it('AUX-001 are saved and read under the names of the specification', async () => {
    const { id, save } = await cement();
    const currentProperties = (await read(id)).buSamplePropertyInfo;
    const enteredValues: Record<string, string> = { manufacturer: '安溪水泥厂', batchNo: 'P20261120' };
    await save({
      buSamplePropertyInfo: currentProperties.map((property) => ({
        ...property,
        value: enteredValues[property.testSamplePropertySystemName] ?? property.value,
      })),
    });
    const savedProperties = (await read(id)).buSamplePropertyInfo;
    expect(
      savedProperties.flatMap(({ testSamplePropertySystemName: name, value }) =>
        name in enteredValues ? [[name, value]] : [],
      ),
    ).toEqual(Object.entries(enteredValues));
    for (const property of savedProperties)
      expect(Object.keys(property)).toEqual(
        expect.arrayContaining([
          'testSamplePropertyId',
          'testSamplePropertyDisplayName',
          'testSamplePropertySystemName',
          'testSamplePropertyType',
          'value',
          'orderNum',
          'isJoinSpecification',
          'listValue',
          'inputHistory',
          'deleteAble',
          'isShowTest',
        ]),
      );
    expect(savedProperties.some(({ listValue }) => (listValue ?? []).length > 0)).toBe(true);
  });

  it('AUX-007 fill in quantities of the sample that were left empty', async () => {
    const { save } = await cement();
    const special = (value: string, count: string) => [
      { testSamplePropertyDisplayName: '代表批量', testSamplePropertySystemName: '', value },
      { testSamplePropertyDisplayName: 'test specimen quantity', testSamplePropertySystemName: '', value: count },
    ];
    expect(
      (await save({ delegatesNum: '', sampleNum: '', buSamplePropertyInfo: special('20', '3') })).result,
    ).toMatchObject({ delegatesNum: '20', sampleNum: '3' });
    expect(
      (await save({ delegatesNum: '7', sampleNum: '8', buSamplePropertyInfo: special('20', '3') })).result,
    ).toMatchObject({ delegatesNum: '7', sampleNum: '8' });
  });

  it('with a value of the wrong type are refused with their field, and a number of type 4 is rounded', async () => {
    const { save } = await cement();
    const property = (testSamplePropertyType: number, value: string) => ({
      testSamplePropertyDisplayName: '深度',
      testSamplePropertySystemName: 'x',
      testSamplePropertyType,
      value,
    });
    expect(
      refusalFields(
        await save({ buSamplePropertyInfo: [property(2, '2024-02-30'), property(3, '-1'), property(4, 'x')] }),
      ),
    ).toEqual([
      400,
      'EXTRA_NOT_A_DATE',
      ['buSamplePropertyInfo.0.value', 'buSamplePropertyInfo.1.value', 'buSamplePropertyInfo.2.value'],
    ]);
    expect((await save({ buSamplePropertyInfo: [property(4, '1.23456')] })).result.buSamplePropertyInfo[0]?.value).toBe(
      '1.235',
    );
  });
});

describe('prepared pieces', () => {
  const piece = (changes: object = {}) => ({
    buTestSampleId: '',
    sampleName: '试块',
    ageBeginTime: '2024-05-01',
    ageWaitTime: 28,
    descrition: '标养',
    ...changes,
  });

  it('PP-002 PP-003 PP-005 are saved and read under the specified names; empty rows are dropped and an age of 0 is cleared', async () => {
    const { id, save } = await cement();
    const blank = { ageBeginTime: null, ageWaitTime: null, descrition: '' };
    await save({
      testGroupCount: 3,
      buSampleChild: [piece(blank), piece({ ageWaitTime: 0 }), piece({ ...blank, ageWaitTime: 0 })],
    });
    expect((await read(id)).buSampleChild).toEqual([
      { buTestSampleId: id, sampleName: '试块', ageBeginTime: '2024-05-01', ageWaitTime: null, descrition: '标养' },
    ]);
    await save({ testGroupCount: 3, buSampleChild: [piece()] });
    expect((await read(id)).buSampleChild).toMatchObject([{ ageBeginTime: '2024-05-01', ageWaitTime: 28 }]);
    await save({ testGroupCount: 3, buSampleChild: [piece({ ageWaitTime: '' })] });
    expect((await read(id)).buSampleChild).toMatchObject([{ ageWaitTime: null }]);
  });

  it('are refused with their field if an age or a date is invalid, or if there are more pieces than groups', async () => {
    const { id, save } = await cement();
    expect(
      refusalFields(
        await save({
          testGroupCount: 3,
          buSampleChild: [
            piece({ ageWaitTime: -1 }),
            piece({ ageWaitTime: 1.5 }),
            piece({ ageBeginTime: '2024-02-30' }),
          ],
        }),
      ),
    ).toEqual([
      400,
      'PIECE_AGE_INVALID',
      ['buSampleChild.0.ageWaitTime', 'buSampleChild.1.ageWaitTime', 'buSampleChild.2.ageBeginTime'],
    ]);
    expect(refusalFields(await save({ testGroupCount: 1, buSampleChild: [piece(), piece()] }))).toEqual([
      400,
      'TOO_MANY_PIECES',
      ['buSampleChild'],
    ]);
    expect((await read(id)).buSampleChild).toEqual([]);
  });

  it('are copied with their sample and then belong to the copy', async () => {
    const { id, save } = await cement();
    await save({ buSampleChild: [{ ...piece(), buTestSampleId: id }] });
    const copy = await client.do(copyBuSampleInfo, { query: { id } });
    expect((await read(copy)).buSampleChild).toMatchObject([{ buTestSampleId: copy, descrition: '标养' }]);
  });
});

describe('test sites and specification', () => {
  it('are limited to one test site per group and to a valid list of specification parts', async () => {
    const { save } = await cement();
    expect(refusalFields(await save({ testGroupCount: 2, testPart: 'A;B;C' }))).toEqual([
      400,
      'TOO_MANY_SITES',
      ['testPart'],
    ]);
    expect(refusalFields(await save({ specificationBuildMethod: '{"a":1}' }))).toEqual([
      400,
      'SPECIFICATION_INVALID',
      ['specificationBuildMethod'],
    ]);
    const fields = {
      testGroupCount: 2,
      testPart: 'A;B',
      specificationType: 'P·O 42.5',
      specificationBuildMethod: JSON.stringify([{ testSamplePropertyId: null, value: 'P·O 42.5' }]),
    };
    expect((await save(fields)).result).toMatchObject(fields);
  });

  it('SPM-012 PRE-028 specification rules stored under an id without dashes are found by the id with dashes', async () => {
    const { testUnitId } = LAB1;
    const line = {
      inputHistory: [],
      isJoinSpecification: 1,
      orderNo: 1,
      displayName: '强度等级',
      dataType: 5,
      systemFieldName: 'prop_x',
      infoType: 1,
      customized: 0,
      name: '强度等级',
      isShowTest: 1,
      attributeId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      value: '42.5',
    };
    await client.do(saveSpecification, {
      query: { testUnitId },
      body: { sampleId: CEMENT.replaceAll('-', ''), configData: [line] },
    });
    const [rule] = await client.do(getConcatRules, { query: { sampleId: CEMENT, testUnitId } });
    expect(rule?.configData).toEqual([line]);
  });

  it('the catalogue returns its specification rule with the auxiliary properties, and a unit states if it has a laboratory system', async () => {
    const { specificationParts = [] } = await client.do(getOtherInfo, { query: { sampleId: CEMENT } });
    expect(specificationParts.map(({ displayName }) => displayName)).toEqual(['品种', '连接符', '强度等级']);
    const integrated = async (id: string) => (await client.do(getUnitDetail, { query: { id } })).isIntegrated;
    const { testUnitId } = await newLaboratory(service, {}, { lmisType: 1, lmisurl: 'https://lims.example.com' });
    expect([await integrated(LAB1.testUnitId), await integrated(testUnitId)]).toEqual([false, true]);
  });
});
