import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  getAllUnit,
  getAreaList,
  getEnumValues,
  getQualificationNameList,
  getTestUnitConfig,
  getTestUnitInfoByConsignPlatURL,
  getTestUnitInfoByConsignPlatURLCore,
  getUnitDetail,
} from '#contract';
import type { TestingUnit } from '#events';
import { handle } from '#domain/event-sourcing';
import { citiesIn, provincesIn, testingUnit } from '#domain/units';
import { newLaboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const TU001 = '736e0494-c50f-5fb5-9296-7000562a5e79';
const TU003 = '48ee00c6-73a6-59d0-92d8-70a79627524f';
let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  client = await service.as('client1');
});
afterAll(() => service.close());

const register = async (number: number, changes: Partial<TestingUnit> = {}, id = v4()) => {
  const unit: TestingUnit = {
    unitNo: `TU${900 + number}`,
    testUnitName: `测试机构${number}`,
    shortName: '',
    contact: { name: '', phone: '' },
    sheng: '海南省',
    shi: '三亚市',
    regAddress: '',
    inroduce: '',
    regTime: '2020-01-01',
    logoPath: '',
    isActive: true,
    qualifications: [{ id: v4(), name: `专项资质${number}`, sysQualificationId: v4(), orderIndex: 1 }],
    addresses: [],
    bigCategoryIds: [],
    reportCount: 3,
    lmisType: 0,
    lmisurl: '',
    lmisIntegratedCode: '',
    iLISReportProgressQueryURL: '',
    origins: [],
    systemName: '',
    filingNumber: '',
    ...changes,
  };
  const at = new Date().toISOString();
  await handle(
    service.engines.eventStore,
    testingUnit,
    id,
    { type: 'RegisterTestingUnit', unit },
    { by: { userId: v4(), role: 'admin', unitId: null }, at, commandId: v4(), correlationId: v4() },
  );
};

describe('testing units', () => {
  it('API-031 UN-007 are listed in pages, and each filter narrows the list', async () => {
    const seeded = (await client.do(getAllUnit)).totalCount;
    for (let number = seeded; number < 25; number++) await register(number);
    await service.catchUp();

    const page = await client.do(getAllUnit, { query: { currPage: 2, maxPage: 10 } });
    expect(page.items).toHaveLength(10);
    expect(page.totalCount).toBe(25);
    expect((await client.do(getAllUnit, { query: { currPage: 3, maxPage: 10 } })).items).toHaveLength(5);

    const count = async (query: Record<string, string>) => (await client.do(getAllUnit, { query })).totalCount;
    expect(await count({ nameKey: '浙东' })).toBe(1);
    expect(await count({ sheng: '海南省' })).toBe(25 - seeded);
    expect(await count({ sheng: '海南省', shi: '宁波市' })).toBe(0);
    expect(await count({ shi: '宁波市' })).toBe(1);
    expect(await count({ qualificationName: '专项资质24' })).toBe(1);

    const names = await client.do(getQualificationNameList);
    expect(names).toContain('公路工程综合甲级');
    expect(new Set(names).size).toBe(names.length);
  });

  it('are sorted by qualification in the requested order', async () => {
    const rising = await client.do(getAllUnit, { query: { qualificationSort: 'asc', maxPage: 100 } });
    const falling = await client.do(getAllUnit, { query: { qualificationSort: 'desc', maxPage: 100 } });
    expect(rising.items.map(({ qualificationName }) => qualificationName)).not.toEqual(
      falling.items.map(({ qualificationName }) => qualificationName),
    );
    expect(rising.items[0]?.qualificationName).toBe(falling.items.at(-1)?.qualificationName);
  });

  it('AAPI-023 AK-002 API-033 have their flags, and the enumeration ConsignStatus has its nine names', async () => {
    expect(await client.do(getTestUnitConfig, { query: { unitId: TU003 } })).toMatchObject({
      IsConsignHidePrice: true,
      IsConsignHideEstimatedCost: true,
      IsEnableConsignSign: false,
      ValidAppealPeriodNumber: 9,
    });
    const status = await client.do(getEnumValues, { query: { enumTypeName: 'ConsignStatus' } });
    expect(status.map(({ value, name }) => [value, name])).toEqual([
      [10, '填写中'],
      [20, '待审核'],
      [30, '待收样'],
      [40, '审核不通过'],
      [50, '已撤回'],
      [60, '已收样'],
      [70, '待补正'],
      [80, '待签名'],
      [90, '已退样'],
    ]);
    expect(
      (await client.do(getEnumValues, { query: { enumTypeName: 'ConsignType' } })).map(({ value }) => value),
    ).toEqual([1, 2, 3]);
    expect((await client.call(getEnumValues, { query: { enumTypeName: 'Nothing' } })).status).toBe(404);
    expect((await client.call(getEnumValues, { query: { enumTypeName: 'testReasons' } })).status).toBe(404);
  });

  it('an enumeration has status names in the caller’s language', async () => {
    const reply = await client.call(getEnumValues, {
      query: { enumTypeName: 'ConsignStatus' },
      headers: { 'accept-language': 'en-GB,en;q=0.9' },
    });
    expect(reply.result[0]).toEqual({ value: 10, name: '填写中', text: 'Filling in' });
  });

  it('are found by an id with or without dashes, in any case', async () => {
    const dashed = await client.do(getTestUnitConfig, { query: { unitId: TU001 } });
    expect(await client.do(getTestUnitConfig, { query: { unitId: TU001.replaceAll('-', '').toUpperCase() } })).toEqual(
      dashed,
    );
    expect((await client.call(getTestUnitConfig, { query: { unitId: v4() } })).status).toBe(404);
    expect((await client.call(getTestUnitConfig, { query: { unitId: 'TU001' } })).status).toBe(400);
  });

  it('API-002 brand their registered origin without a token; an unknown origin has no branding', async () => {
    const branding = await service.stranger.do(getTestUnitInfoByConsignPlatURL, {
      query: { url: 'https://zdjt.consign.example.com/login?x=1' },
    });
    expect(branding).toMatchObject({
      testUnitId: TU001,
      logo: expect.stringContaining('data:image/svg+xml'),
      systemName: expect.any(String),
      filingNumber: expect.any(String),
      iLISReportProgressQueryURL: 'https://lims-zdjt.example.com/progress',
    });
    // Where the laboratory's system is, and the code it is known by there, is told to users alone.
    const integrated = await newLaboratory(
      service,
      {},
      { lmisType: 1, lmisurl: 'https://lims.example.com', lmisIntegratedCode: 'LC-7' },
    );
    const core = (caller: Client) =>
      caller.do(getTestUnitInfoByConsignPlatURLCore, { query: { unitId: integrated.testUnitId } });
    await service.catchUp();
    expect(await core(service.stranger)).toMatchObject({ lmisurl: '', lmisIntegratedCode: '' });
    expect(await core(client)).toMatchObject({ lmisurl: 'https://lims.example.com', lmisIntegratedCode: 'LC-7' });
    expect(
      await service.stranger.do(getTestUnitInfoByConsignPlatURL, {
        query: { url: 'https://mhgh.consign.example.com' },
      }),
    ).toMatchObject({ testUnitId: TU003, systemName: '闽海港航检测委托平台', filingNumber: '闽ICP备00000003号' });
    expect(
      await service.stranger.do(getTestUnitInfoByConsignPlatURL, { query: { url: 'https://elsewhere.example.com' } }),
    ).toBeNull();
    expect(await service.stranger.do(getTestUnitInfoByConsignPlatURL)).toBeNull();
  });

  it('can be read by every user, but not once they are inactive', async () => {
    const detail = await client.do(getUnitDetail, { query: { id: TU001.replaceAll('-', '').toUpperCase() } });
    expect(detail).toMatchObject({
      id: TU001,
      unitNo: 'TU001',
      regTime: '2010-05-08',
      inroduce: expect.stringContaining('从事公路'),
      tuQualification: expect.arrayContaining([expect.objectContaining({ name: '公路工程综合甲级' })]),
    });
    expect((await client.call(getUnitDetail, { query: { id: v4() } })).status).toBe(404);
    const closedUnitId = v4();
    await register(99, { isActive: false }, closedUnitId);
    expect((await client.call(getUnitDetail, { query: { id: closedUnitId } })).status).toBe(404);
  });

  it('UN-014 are located in areas of the whole country: provinces with their cities, ports and the production corps', async () => {
    const areas = await client.do(getAreaList);
    const ids = new Set(areas.map(({ AreaID }) => AreaID));
    expect(ids.size).toBe(areas.length);
    expect(areas.filter(({ RootID }) => RootID !== 0 && !ids.has(RootID))).toEqual([]);
    const provinces = provincesIn(areas).map(({ AreaName }) => AreaName);
    expect(provinces).toHaveLength(35);
    expect(provinces).toEqual(
      expect.arrayContaining([
        '北京市',
        '浙江省',
        '新疆维吾尔自治区',
        '台湾省',
        '香港特别行政区',
        '澳门特别行政区',
        '新疆生产建设兵团',
      ]),
    );
    expect(areas.filter(({ AreaName }) => AreaName.endsWith('港')).length).toBeGreaterThan(0);
    expect(citiesIn(areas, '四川省').map(({ AreaName }) => AreaName)).toEqual(
      expect.arrayContaining(['成都市', '甘孜藏族自治州']),
    );
    expect(new Set(citiesIn(areas, '四川省').map(({ RootID }) => RootID))).toEqual(new Set([510000]));
    expect(citiesIn(areas, '上海市').map(({ AreaName }) => AreaName)).toContain('浦东新区');
    expect(citiesIn(areas, '没有这个省')).toEqual([]);
  });
});
