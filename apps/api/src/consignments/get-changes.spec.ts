import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commitConsignInfo, getConsignmentChanges, passAuditConsignInfo, saveConsignInfo } from '#contract';
import type { Client } from '../testing/client.js';
import { startService, type Service } from '../testing/service.js';
import { filled, PROJECT1, readyDraft } from './testing/drafts.js';
import { read } from './testing/stages.js';

let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService();
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());

it('tells who changed a consignment after a revision, of what, and where it went', async () => {
  const { id, revision } = await readyDraft(client);
  await client.do(saveConsignInfo, { body: { ...filled(), projectId: PROJECT1, id, memo: '改过' } });
  await client.do(commitConsignInfo, { query: { consignInfoIds: id, description: '' } });
  await lab.do(passAuditConsignInfo, { body: { ids: [id], remark: '' } });
  const seen = async (who: Client) => (await who.do(getConsignmentChanges, { query: { id, after: revision } })).map(({ userName, isCaller, changed, toStatus }) => [userName, isCaller, changed, toStatus]);
  expect(await seen(client)).toEqual([['陈志远', true, 'form', null], ['陈志远', true, 'other', 20], ['陈志远', true, 'other', null], ['沈惠兰', false, 'other', 30]]);
  expect(await seen(await service.as('auditor'))).toEqual([['陈**', false, 'form', null], ['陈**', false, 'other', 20], ['陈**', false, 'other', null], ['沈**', false, 'other', 30]]);
  expect(await client.do(getConsignmentChanges, { query: { id, after: (await read(client, id)).revision } })).toEqual([]);
});
