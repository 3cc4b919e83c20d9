import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  getBusinessParam,
  getConcatRules,
  getConsignDefaultValues,
  getCustomPropertyConsign,
  getDetectionTypes,
  getDictionary,
  getEnumValues,
  getListByGroupId,
  getParameterList,
  getPreAttachments,
  getPreQualificationList,
  getSampleProcessMethods,
  getSampleTree,
  getStandardList,
  getTestParameters,
  listWantedParameters,
  recordParameterClick,
  saveSpecification,
  searchCategorySamples,
} from '#contract';
import { AMOUNT_UNITS } from '#domain/consignment';
import { START } from '#events';
import { createSubmittableDraft } from '#harness/consignments/drafts';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { CEMENT, TU001, TU002, TU003, TU006 } from '#harness/catalogue/demo-catalogue';
import { leafNodes } from '#harness/catalogue/leaves';

let service: Service;
let client: Client;
let now = '2026-03-02T01:00:00.000Z';

beforeAll(async () => {
  service = await startService({ now: () => new Date(now) });
  client = await service.as('client1');
});
afterAll(() => service.close());

describe('the unit code', () => {
  const samplesAt = async (unitCode: string, caller = client) => {
    const reply = await caller.call(searchCategorySamples, { headers: { 'unit-code': unitCode } });
    return { ...reply, ids: reply.failure ? [] : leafNodes(reply.result.sampleTree).map(({ id }) => id) };
  };

  it('identifies the testing unit by its part before the first underscore, as a whole, or as the unit number', async () => {
    const byId = leafNodes((await client.do(searchCategorySamples, { query: { testUnitId: TU006 } })).sampleTree).map(
      ({ id }) => id,
    );
    for (const code of ['WNXY', 'WNXY_1006', 'WNXY_1006_B', 'TU006'])
      expect([code, (await samplesAt(code)).ids]).toEqual([code, byId]);
    expect((await samplesAt('ZDJT')).ids.length).toBeGreaterThan(byId.length);
  });

  it('is refused if it is unknown or names another unit than the id', async () => {
    expect((await samplesAt('XXXX_9')).rawBody).toEqual({
      code: 40400,
      message: '没有代码为“XXXX_9”的检测单位',
      data: null,
      reason: 'NO_SUCH_UNIT_CODE',
    });
    const differs = await client.call(getSampleTree, {
      query: { testUnitId: TU001 },
      headers: { 'unit-code': 'WNXY', 'accept-language': 'en' },
    });
    expect(differs.rawBody).toMatchObject({
      code: 40000,
      reason: 'UNIT_CODE_DIFFERS',
      message: 'Unit-Code and testUnitId name different testing units',
    });
  });

  it('of another laboratory is refused to a laboratory, whose own unit is used if none is named', async () => {
    const lab = await service.as('lab1');
    expect((await samplesAt('JHGL', lab)).rawBody).toMatchObject({ code: 40300, reason: 'CATALOGUE_NOT_YOURS' });
    expect((await lab.call(getTestParameters, { query: { sampleId: CEMENT, testUnitId: TU002 } })).status).toBe(403);
    expect((await samplesAt('ZDJT', lab)).ids).toEqual(
      leafNodes((await lab.do(searchCategorySamples)).sampleTree).map(({ id }) => id),
    );
  });
});

describe('lists of the pre-consignment service', () => {
  it('SAPI-018 PRE-011 return standards in pages, by name or number, of this unit unless all are requested', async () => {
    const list = (query: object) => client.do(getStandardList, { query: { testUnitId: TU006, ...query } });
    const [first, second, both] = [
      await list({}),
      await list({ skipCount: 10, maxResultCount: 10 }),
      await list({ maxResultCount: 20 }),
    ];
    expect([first.items.length, second.items.length]).toEqual([10, 10]);
    expect([...first.items, ...second.items]).toEqual(both.items);
    expect(first.items[0]).toMatchObject({
      id: expect.any(String),
      baseStandardName: expect.stringMatching(/./),
      printsManCode: expect.any(String),
      type: expect.any(Number),
      uniqKey: expect.any(String),
    });
    const all = await list({ whetherThisUnit: 'false', maxResultCount: 1000 });
    expect(all.totalCount).toBe(281);
    expect(first.totalCount).toBeLessThan(281);
    expect(all.items.filter(({ isExpired }) => isExpired).length).toBeGreaterThan(50);
    const standards = await list({ search: 'gb 175' });
    expect(standards.items.map(({ printsManCode }) => printsManCode)).toContain('GB 175-2023');
    expect(
      (await list({ search: '通用硅酸盐水泥' })).items.every(({ baseStandardName }) =>
        baseStandardName.includes('通用硅酸盐水泥'),
      ),
    ).toBe(true);
    expect((await client.call(getStandardList, { query: { maxResultCount: 1001 } })).failure?.code).toBe(40000);
    expect((await client.call(getStandardList, { query: { skipCount: -1 } })).rawBody).toMatchObject({
      errors: [{ path: 'skipCount', message: expect.stringMatching(/./) }],
    });
  });

  it('PRE-011 return the parameters of all samples in pages, by name and without prices', async () => {
    const all = await client.do(getParameterList, { query: { maxResultCount: 5 } });
    expect(all.totalCount).toBe(983);
    const parameters = await client.do(getParameterList, { query: { search: '水化热', maxResultCount: 50 } });
    expect(parameters.items.find(({ sampleId }) => sampleId === CEMENT)).toMatchObject({
      name: '水化热',
      offered: false,
      sampleName: '普通硅酸盐水泥',
    });
    expect(JSON.stringify(parameters)).not.toContain('rice');
    expect((await client.do(getParameterList, { query: { skipCount: 983 } })).items).toEqual([]);
  });

  it('SAPI-011 return the units of sample quantities', async () => {
    const units = await client.do(getDictionary, { query: { typeCode: 'sampleAmountUnit' } });
    expect(units.map(({ typename }) => typename)).toEqual([...AMOUNT_UNITS]);
    expect(units).toHaveLength(19);
    expect(units[0]).toMatchObject({ typecode: '个', typename: '个' });
  });

  it('SAPI-012 return after-test handlings under code 20000, the default first; an unknown list has another code', async () => {
    const reply = await client.call(getSampleProcessMethods, { query: { code: 'sample_process_method' } });
    expect(reply.rawBody).toMatchObject({
      code: 20000,
      data: expect.arrayContaining([{ id: expect.any(String), typename: expect.any(String) }]),
    });
    expect(reply.result[0]?.typename).toBe('检毕由委托单位取回');
    expect((await client.call(getSampleProcessMethods, { query: { code: 'no_such_list' } })).rawBody).toMatchObject({
      code: 40400,
      message: '字典“no_such_list”不存在',
    });
  });

  it('return mail companies by group, and the qualifications of a testing unit', async () => {
    const response = await fetch(
      `${service.url}/api/dictionaryController.do?getListByGroupId&dictGroupId=mailCompanies`,
      { headers: { authorization: `Bearer ${client.token}` } },
    );
    expect(await response.json()).toMatchObject({
      code: 20000,
      data: expect.arrayContaining([expect.objectContaining({ typename: '顺丰速运' })]),
    });
    expect(
      (await client.call(getListByGroupId, { query: { getListByGroupId: '', dictGroupId: 'nothing' } })).failure?.code,
    ).toBe(40400);
    const qualifications = await client.do(getPreQualificationList, { query: { testUnitId: TU001 } });
    expect(qualifications.map(({ name }) => name)).toEqual([
      '公路工程综合甲级',
      '公路工程桥梁隧道工程专项',
      '水运工程材料甲级',
      '检验检测机构资质认定（CMA）',
    ]);
    expect((await client.do(getPreQualificationList)).length).toBe(11);
  });

  it('CAT-005 return three test categories for a unit without a lab system', async () => {
    const three = ['委托检测', '抽样检测', '监督抽检'];
    expect(
      (await client.do(getDetectionTypes, { query: { organizationCode: 'ZDJT' } })).map(({ typename }) => typename),
    ).toEqual(three);
    expect(
      (await client.do(getEnumValues, { query: { enumTypeName: 'detectionTypes' } })).map(({ name }) => name),
    ).toEqual(three);
    expect((await client.call(getDetectionTypes, { query: { organizationCode: 'XXXX' } })).failure?.code).toBe(40400);
  });

  it('CP-006 EM-005 return settings of the unit as Y or N, and N for those that are not public', async () => {
    const ask = (unitCode: string) =>
      client.do(getBusinessParam, {
        query: { keys: 'USING_RECOMMENDED_PARAMETER_STANDARD,IsConsignHidePrice,ValidAppealPeriodNumber' },
        headers: { 'unit-code': unitCode },
      });
    expect(await ask('ZDJT')).toEqual({
      USING_RECOMMENDED_PARAMETER_STANDARD: 'Y',
      IsConsignHidePrice: 'N',
      ValidAppealPeriodNumber: 'N',
    });
    expect(await ask('MHGH')).toMatchObject({ USING_RECOMMENDED_PARAMETER_STANDARD: 'N', IsConsignHidePrice: 'Y' });
    expect((await client.call(getBusinessParam, { query: { keys: '' } })).failure?.code).toBe(40000);
  });

  it('SAPI-020 return the extra fields of a consignment with HTTP 200 and code 20000', async () => {
    const reply = await client.call(getCustomPropertyConsign);
    expect([reply.status, reply.rawBody]).toMatchObject([200, { code: 20000 }]);
    expect(reply.result[0]).toMatchObject({
      columnIndex: 1,
      columnName: '#合同编号',
      visible: true,
      columnType: 'text',
      value: '',
    });
  });

  it('return the default values of a consignment to a unit', async () => {
    const defaults = await client.do(getConsignDefaultValues, { query: { testUnitId: TU002 } });
    expect(defaults).toMatchObject({
      consginTestType: '委托检测',
      reportCount: 3,
      testUnitAddressDetail: expect.stringMatching(/./),
    });
    expect(await (await service.as('lab2')).do(getConsignDefaultValues)).toMatchObject({
      consginTestType: '委托检测',
      testUnitAddressDetail: defaults.testUnitAddressDetail,
    });
  });

  it('return no attachments without a lab system, and refuse the consignment of another unit', async () => {
    const { id } = await createSubmittableDraft(client);
    expect(await client.do(getPreAttachments, { query: { consignId: id } })).toEqual([]);
    expect((await (await service.as('client2')).call(getPreAttachments, { query: { consignId: id } })).status).toBe(
      403,
    );
  });

  it('SAPI-001 PRE-002 have a code that states whether their data may be used', async () => {
    expect((await client.call(getDictionary, { query: { typeCode: 'sampleAmountUnit' } })).rawBody).toMatchObject({
      code: 20000,
      message: '',
      data: expect.any(Array),
    });
    expect((await client.call(getDictionary, { query: { typeCode: '' } })).rawBody).toMatchObject({
      code: 40000,
      data: null,
      message: expect.stringMatching(/./),
    });
    expect(
      (await service.stranger.call(getDictionary, { query: { typeCode: 'sampleAmountUnit' } })).rawBody,
    ).toMatchObject({ code: 40100, data: null });
  });
});

describe('the specification rule of a sample', () => {
  const line = (orderNo: number, changes: object = {}) => ({
    inputHistory: ['42.5'],
    isJoinSpecification: true,
    orderNo,
    displayName: '强度',
    dataType: 5,
    systemFieldName: 'prop_7380349c',
    infoType: 1,
    customized: 0,
    name: '强度等级',
    isShowTest: 1,
    attributeId: 'db2e2c2e-ef29-5a9a-bd51-719eca080635',
    value: '42.5',
    ...changes,
  });
  const ruleAt = (caller: Client, sampleId = CEMENT) =>
    caller.do(getConcatRules, { query: { sampleId, testUnitId: TU001 } });

  it('SAPI-019 PRE-015 PRE-016 comes from the catalogue until one is saved, which is found by ids with and without dashes', async () => {
    const [currentRule] = await ruleAt(client);
    expect(currentRule).toMatchObject({
      separator: ' ',
      example: expect.stringMatching(/./),
      configData: expect.arrayContaining([expect.objectContaining({ infoType: 1 })]),
    });
    expect(
      await client.do(saveSpecification, {
        query: { testUnitId: TU001 },
        body: {
          sampleId: CEMENT.replaceAll('-', ''),
          configData: [line(1), line(2, { attributeId: null, infoType: 2, value: ' ', isJoinSpecification: 1 })],
        },
      }),
    ).toBe(true);
    const [updatedRule] = await ruleAt(client, CEMENT.replaceAll('-', ''));
    expect(updatedRule?.configData).toEqual([
      { ...line(1), isJoinSpecification: 1 },
      { ...line(2), attributeId: null, infoType: 2, value: ' ', isJoinSpecification: 1 },
    ]);
    expect(await ruleAt(client)).toEqual([updatedRule]);
  });

  it('SPM-012 is stored for the unit that saved it; a laboratory’s rule applies to all units without one of their own', async () => {
    const [client2, lab] = [await service.as('client2'), await service.as('lab1')];
    const textsOf = async (caller: Client) =>
      (await ruleAt(caller))[0]?.configData.map(({ displayName }) => displayName);
    const [catalogueTexts, ownTexts] = [await textsOf(client2), await textsOf(client)];
    expect(ownTexts).not.toEqual(catalogueTexts);
    await lab.do(saveSpecification, {
      body: { sampleId: CEMENT, configData: JSON.stringify([line(1, { displayName: '实验室' })]) },
    });
    expect([await textsOf(client2), await textsOf(lab), await textsOf(client)]).toEqual([
      ['实验室'],
      ['实验室'],
      ownTexts,
    ]);
    expect(await client2.do(getConcatRules, { query: { sampleId: CEMENT, testUnitId: TU002 } })).toMatchObject([
      { configData: catalogueTexts?.map((displayName) => ({ displayName })) },
    ]);
  });

  it('PRE-016 can be sent url-encoded, and an invalid rule is refused with its path', async () => {
    const send = async (fields: Record<string, string>, address = '?testUnitId=' + TU002) => {
      const response = await fetch(`${service.url}/api/specification/saveOrUpdate${address}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
      return (await response.json()) as { code: number; errors?: { path: string }[] };
    };
    expect(await send({ sampleId: CEMENT, configData: JSON.stringify([line(1)]) })).toMatchObject({
      code: 20000,
      data: true,
    });
    expect((await send({ sampleId: CEMENT, configData: '[{' })).errors?.map(({ path }) => path)).toEqual([
      'configData',
    ]);
    expect(
      (await send({ sampleId: CEMENT, configData: JSON.stringify([line(1, { dataType: 'x' })]) })).errors?.map(
        ({ path }) => path,
      ),
    ).toEqual(['configData.0.dataType']);
    expect(
      (await send({ sampleId: CEMENT, configData: JSON.stringify(Array.from({ length: 51 }, (_, at) => line(at))) }))
        .code,
    ).toBe(40000);
    expect(await send({ sampleId: v4(), configData: '[]' })).toMatchObject({
      code: 40400,
      reason: 'NO_SUCH_CATALOGUE_SAMPLE',
    });
    expect(await send({ sampleId: CEMENT, configData: '[]' }, '')).toMatchObject({
      code: 40000,
      reason: 'TESTING_UNIT_REQUIRED',
    });
    expect(
      (
        await fetch(`${service.url}/api/specification/saveOrUpdate`, {
          method: 'POST',
          headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
          body: '{}',
        })
      ).status,
    ).toBe(415);
  });
});

describe('a click on a parameter that is not offered', () => {
  const click = {
    sampleName: '普通硅酸盐水泥',
    paramName: '水化热',
    qualification: '公路工程综合甲级',
    sampleSender: '陈志远',
    consignUnit: '皖江路桥',
  };
  const listWanted = async (userName: string, query: object = {}) =>
    (await (await service.as(userName)).do(listWantedParameters, { query })).items;

  it('SAPI-021 PRE-018 SS-023 returns code 21000 and is counted for the laboratory and the administrator', async () => {
    const reply = await client.call(recordParameterClick, { query: { testUnitId: TU001 }, body: click });
    expect(reply.rawBody).toEqual({ code: 21000, message: '', data: true });
    await (
      await service.as('client2')
    ).do(recordParameterClick, { body: { ...click, consignUnit: '华东建工' }, headers: { 'unit-code': 'ZDJT_1001' } });
    expect(await listWanted('lab1')).toMatchObject([
      {
        testUnitId: TU001,
        testUnitName: '浙东交通工程检测中心有限公司',
        sampleId: CEMENT,
        paramName: '水化热',
        clicks: 2,
        consignUnit: '华东建工',
        lastAt: '2026-03-02T01:00:00.000Z',
      },
    ]);
    expect(await listWanted('admin', { search: '水化' })).toHaveLength(1);
    expect([await listWanted('lab2'), await listWanted('admin', { testUnitId: TU003 })]).toEqual([[], []]);
    expect((await (await service.as('lab2')).call(listWantedParameters, { query: { testUnitId: TU001 } })).status).toBe(
      403,
    );
  });

  it('SS-023 is counted once per user and day, however often it is repeated', async () => {
    const press = () =>
      client.call(recordParameterClick, { query: { testUnitId: TU001 }, body: { ...click, consignUnit: '别处' } });
    const clicks = async () => (await listWanted('lab1'))[0]?.clicks;
    expect((await Promise.all([press(), press(), press()])).map(({ rawBody: body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ code: 21000, message: '', data: true })),
    );
    expect(await clicks()).toBe(2);
    now = '2026-03-03T00:30:00.000Z';
    await press();
    await press();
    expect(await clicks()).toBe(3);
  });

  it('is recorded without the name of the person who sends the sample', async () => {
    const events = await service.engines.eventStore.readAll(START, 1, ['UnofferedParameterClicked']);
    expect(events).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain('陈志远');
  });

  it('is not recorded if the parameter is offered or unknown, or if no unit is named', async () => {
    const sendClick = async (body: object, query: object = { testUnitId: TU002 }) =>
      (await client.call(recordParameterClick, { query, body: { ...click, ...body } })).rawBody;
    expect(await sendClick({ paramName: '密度' })).toEqual({
      code: 40400,
      message: '样品“普通硅酸盐水泥”没有未开展的参数“密度”',
      data: null,
      reason: 'NO_UNOFFERED_PARAMETER',
    });
    expect(await sendClick({ sampleName: '月壤' })).toMatchObject({ code: 40400 });
    expect(await sendClick({}, {})).toMatchObject({ code: 40000, reason: 'TESTING_UNIT_REQUIRED' });
    expect(await sendClick({ paramName: '' })).toMatchObject({ code: 40000 });
    expect(await listWanted('lab2')).toEqual([]);
  });
});
