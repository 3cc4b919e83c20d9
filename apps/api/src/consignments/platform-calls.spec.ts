import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  copyConsignInfo,
  getAllUnit,
  getCreatePreSiteConsign,
  getEnumValues,
  getParamPacks,
  getProjectList,
  getRawMateriaConsignInfoList,
  getSampleTree,
  getStandardList,
  getSystemUserList,
  searchCategorySamples,
  updatePreSiteConsign,
} from '#contract';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { CEMENT, filledHeader, PROJECT1, startConsignment } from '#harness/consignments/drafts';
import { createConsignmentAt } from '#harness/consignments/stages';
import { LAB1, newClient } from '#harness/consignments/units';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = await service.as('client1');
});
afterAll(() => service.close());

describe('consignment lists and details', () => {
  it('AAPI-014 a list row has the sixteen members of the specification and the name of its status', async () => {
    const { id } = await createConsignmentAt(service, 30);
    const { items } = await client.do(getRawMateriaConsignInfoList, { query: { maxResultCount: 100 } });
    const row = items.find((each) => each.id === id) ?? {};
    const KEYS = [
      'consignCode',
      'consignType',
      'consignTypeVal',
      'consignUnit',
      'testContent',
      'consignStatus',
      'consignStatusStr',
      'mailOrderNumber',
      'projectName',
      'sendPerson',
      'sendPersonPhone',
      'consignFormaNumber',
      'commitConsignTime',
      'sampleCount',
      'isConsignBillGened',
      'consignBillFile',
    ];
    expect(KEYS.filter((key) => !(key in row))).toEqual([]);
    const names = await client.do(getEnumValues, { query: { enumTypeName: 'ConsignStatus' } });
    expect(row).toMatchObject({ consignStatus: 30, consignStatusStr: names.find(({ value }) => value === 30)?.name });
  });

  it('AAPI-014 an on-site consignment has its form, times and type, and the qualifications and addresses of its testing unit', async () => {
    const { id } = await client.do(getCreatePreSiteConsign, { query: { consignType: 2 } });
    await client.do(updatePreSiteConsign, { body: { ...filledHeader(LAB1, 2), projectId: PROJECT1, id } });
    const read = await client.do(getCreatePreSiteConsign, { query: { id, consignType: 2 } });
    for (const key of [
      'id',
      'consignUnitId',
      'testUnitId',
      'reportCount',
      'projectName',
      'linkPerson',
      'consignTime',
      'expectTestTime',
      'consignType',
      'preSiteOtherInfo',
    ])
      expect(read).toHaveProperty(key);
    expect(read.preSiteOtherInfo).toEqual({
      qualifications: expect.arrayContaining([{ id: expect.any(String), name: expect.any(String) }]),
      baAddresss: expect.arrayContaining([{ id: expect.any(String), addressText: expect.any(String) }]),
    });
  });

  it('AAPI-025 a list without parameters returns the first ten rows; 999 rows may be requested, 1001 may not', async () => {
    const newcomer = await newClient(service);
    const { id } = await startConsignment(newcomer);
    for (let n = 0; n < 11; n++) await newcomer.do(copyConsignInfo, { query: { id } });
    const first = await newcomer.do(getRawMateriaConsignInfoList);
    expect([first.items.length, first.totalCount]).toEqual([10, 11]);
    expect(await newcomer.do(getRawMateriaConsignInfoList, { query: { skipCount: 0, maxResultCount: 10 } })).toEqual(
      first,
    );
    expect((await newcomer.do(getAllUnit)).items.length).toBeLessThanOrEqual(10);
    expect(await newcomer.do(getAllUnit)).toEqual(
      await newcomer.do(getAllUnit, { query: { currPage: 1, maxPage: 10 } }),
    );
    expect((await newcomer.do(getRawMateriaConsignInfoList, { query: { maxResultCount: 999 } })).items).toHaveLength(
      11,
    );
    expect((await client.call(getSystemUserList, { query: { page: 1, size: 999 } })).status).toBe(200);
    expect((await newcomer.call(getProjectList, { query: { maxResultCount: 1001 } })).status).toBe(400);
  });
});

describe('queries of the pre-consignment service', () => {
  it('AK-013 use the specified defaults for parameters that the caller leaves out', async () => {
    expect(await client.do(getSampleTree, { query: {} })).toEqual(
      await client.do(getSampleTree, { query: { type: 0 } }),
    );
    expect(await client.do(searchCategorySamples, { query: { sampleName: '水泥' } })).toEqual(
      await client.do(searchCategorySamples, { query: { sampleName: '水泥', queryScope: 0 } }),
    );
    const standards = { query: { skipCount: 0, maxResultCount: 5 } };
    expect(await client.do(getStandardList, standards)).toEqual(
      await client.do(getStandardList, { query: { ...standards.query, whetherThisUnit: 'true' } }),
    );
    const packs = await client.do(getParamPacks, { query: { sampleId: CEMENT } });
    expect(packs).toEqual(
      await client.do(getParamPacks, { query: { sampleId: CEMENT, pagination: 'false', exposed: 'true' } }),
    );
    expect(Array.isArray(packs)).toBe(true);
  });
});
