import { describe, expect, it } from '@jest/globals';
import { confirmSample, passAuditConsignInfo } from './consignment-lifecycle.contract.js';
import { getLimsConsignAttachments } from './file.contract.js';
import { openApiDocument } from './openapi.js';
import { operations } from './operations.js';
import { permissions } from './permissions.js';
import { GET_LAB_ATTACHMENTS, LAB_CONSIGN_ID, PRODUCT, QUERY_SYSTEM } from './product.js';

const described = JSON.stringify(openApiDocument(operations, permissions));

describe('the product’s short name', () => {
  it('AK-012 EM-009 is a constant used in the query address, in the member for laboratory ids and in the call for their files', () => {
    expect([QUERY_SYSTEM, LAB_CONSIGN_ID, GET_LAB_ATTACHMENTS]).toEqual([
      `${PRODUCT}QuerySystem`,
      `${PRODUCT}ConsignID`,
      `Get${PRODUCT}ConsignAttachments`,
    ]);
    expect([getLimsConsignAttachments.name, getLimsConsignAttachments.path.split('/').at(-1)]).toEqual([
      GET_LAB_ATTACHMENTS,
      GET_LAB_ATTACHMENTS,
    ]);
    expect(permissions[GET_LAB_ATTACHMENTS]).toBeDefined();
    expect(passAuditConsignInfo.result.parse({ items: [{ id: 'a', [LAB_CONSIGN_ID]: 'b' }] })).toEqual({
      items: [{ id: 'a', [LAB_CONSIGN_ID]: 'b' }],
    });
    expect(confirmSample.result.safeParse({ items: [] }).success).toBe(false);
    expect(confirmSample.result.parse({ items: [], [LAB_CONSIGN_ID]: 'b' })).toEqual({
      items: [],
      [LAB_CONSIGN_ID]: 'b',
    });
  });
});

describe('names of the specification', () => {
  it.each([
    'ConsginUnit',
    'consginTestType',
    'rawMateriaConsignInfo',
    'CreateRawMateriaConsingInfo',
    'GetConsingInfo',
    'EunmValue',
    'GetUserByWeChart',
    'inroduce',
    'uninCode',
    'uniionHeadImage',
    'baAddresss',
    'consignFormaNumber',
    'jtsyjcAddress',
    'isdeleted',
  ])('AK-011 %s is in the API description with its original misspelling', (name) => {
    expect(described.includes(name)).toBe(true);
  });
});
