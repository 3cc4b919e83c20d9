// LAB section 2: the calls of the specification. Pushes use ids that do not exist, so that nothing changes. With a
// consignment of the unit that waits for audit (--consignment), one step is really executed and repeated.
import { granted, ILIS, refusedWith } from './platform-client.mjs';
import { expectThat, skip } from './report.mjs';

const READ_SCOPE = 'consignments:read';
const SUMMARY = [
  'consignInfoID',
  'consignUnitName',
  'reportID',
  'consignTime',
  'projectName',
  'consignType',
  'consignCode',
  'reportNumber',
  'testContent',
  'reportStatus',
  'expressNumber',
  'consignStatus',
  'consignStatusStr',
  'commitConsignTime',
  'changedAt',
  'revision',
];
const DRAFT = 10;

export const callChecks = (platform, { consignment }) => {
  const list = async (query = {}) => granted(await platform.get(`${ILIS}GetBuConsignInfoList`, query), READ_SCOPE);
  const firstItem = async () =>
    (await list({ maxResultCount: 1 })).items[0] ?? skip('the unit has no submitted consignment');
  const push = (call, json, options) => platform.post(`${ILIS}${call}`, json, options);
  const pushStatus = (consignInfoIDs, overrides = {}) =>
    push('PushConsignStatus', {
      consignInfoIDs,
      consignStatus: 30,
      changeTime: '2026-01-01 08:00:00',
      changeDescription: 'lab:check',
      operUserNameFriendly: 'lab:check',
      ...overrides,
    });

  return [
    [
      'GetBuConsignInfoList answers items, totalCount and a cursor, 20 at a time and never a draft',
      async () => {
        const { items, totalCount, cursor } = await list();
        expectThat(items.length === Math.min(20, totalCount), `${items.length} of ${totalCount} items came`);
        expectThat(typeof cursor === 'string' && cursor !== '', 'there is no cursor');
        expectThat(
          items.every(({ consignStatus }) => consignStatus !== DRAFT),
          'a draft is among them',
        );
      },
    ],
    [
      'an item has the members of the consignment summary, and no authCode',
      async () => {
        const item = await firstItem();
        const missingMembers = SUMMARY.filter((member) => !(member in item));
        expectThat(missingMembers.length === 0, `${missingMembers.join(', ')} are missing`);
        expectThat(!('authCode' in item), 'authCode is among them');
      },
    ],
    [
      'statuses may be comma-joined or repeated',
      async () => {
        const joinedResult = await list({ consignStatuses: '30,60', maxResultCount: 200 });
        const repeatedResult = await list({ consignStatuses: ['30', '60'], maxResultCount: 200 });
        expectThat(
          joinedResult.totalCount === repeatedResult.totalCount,
          `${joinedResult.totalCount} and ${repeatedResult.totalCount} came`,
        );
        expectThat(
          joinedResult.items.every(({ consignStatus }) => [30, 60].includes(consignStatus)),
          'another status is among them',
        );
      },
    ],
    [
      'at most 200 items are answered, and what is no number is refused with 400',
      async () => {
        for (const query of [
          { maxResultCount: 201 },
          { maxResultCount: 0 },
          { skipCount: -1 },
          { consignStatuses: '31' },
        ])
          refusedWith(await platform.get(`${ILIS}GetBuConsignInfoList`, query), 400, { scope: READ_SCOPE });
      },
    ],
    [
      'changedAfter takes a cursor and a time, and refuses anything else',
      async () => {
        const { cursor } = await list({ maxResultCount: 1 });
        const since = await list({ changedAfter: cursor });
        expectThat(Array.isArray(since.items), 'there are no items');
        expectThat(
          (await list({ changedAfter: '2100-01-01T00:00:00Z' })).totalCount === 0,
          'something changed after 2100',
        );
        refusedWith(await platform.get(`${ILIS}GetBuConsignInfoList`, { changedAfter: 'x' }), 400, {
          scope: READ_SCOPE,
        });
      },
    ],
    [
      'GetConsignInfoDetail answers a whole consignment, with its samples and files',
      async () => {
        const { consignInfoID: id } = await firstItem();
        const detail = granted(await platform.get(`${ILIS}GetConsignInfoDetail`, { id }), READ_SCOPE);
        expectThat(detail.id === id, `it is ${detail.id}`);
        expectThat(
          Array.isArray(detail.samples) && Array.isArray(detail.attachments),
          'samples or attachments are missing',
        );
      },
    ],
    [
      'GetConsignLog answers the steps, the submission first',
      async () => {
        const { consignInfoID: consignId } = await firstItem();
        const rows = granted(await platform.get(`${ILIS}GetConsignLog`, { consignId }), READ_SCOPE);
        expectThat(rows.length > 0, 'there are none');
        expectThat(rows[0].exeType === 'submit', `the first is ${rows[0].exeType}`);
      },
    ],
    [
      'a consignment that the unit does not have is 404',
      async () => {
        const id = platform.unknownId();
        refusedWith(await platform.get(`${ILIS}GetConsignInfoDetail`, { id }), 404, { scope: READ_SCOPE });
        refusedWith(await platform.get(`${ILIS}GetConsignLog`, { consignId: id }), 404, { scope: READ_SCOPE });
      },
    ],
    [
      'a pushed status of an unknown consignment is 404, and one that there is none of 400',
      async () => {
        refusedWith(await pushStatus(platform.unknownId()), 404, { scope: 'status:write' });
        refusedWith(await pushStatus(platform.unknownId(), { consignStatus: 31 }), 400, { scope: 'status:write' });
        refusedWith(await pushStatus(''), 400, { scope: 'status:write' });
      },
    ],
    [
      'a wrong authCode beside a key is refused, whatever the key may do',
      async () => {
        const reply = await pushStatus(platform.unknownId(), { authCode: 'lab-check' });
        if (reply.failure === 'scope_missing') skip('the key has not the scope status:write');
        expectThat([401, 404].includes(reply.status), `it was answered ${reply.status}`);
      },
    ],
    [
      'a bill of an unknown consignment is 404, and an address that is none 400',
      async () => {
        const bill = { consignInfoID: platform.unknownId(), isConsignBillGened: true };
        const pushBillAt = (consignBillFile) => push('PushConsignBillGenStatus', { ...bill, consignBillFile });
        refusedWith(await pushBillAt('https://lab.example.com/bill.pdf'), 404, { scope: 'bills:write' });
        refusedWith(await pushBillAt('file:///etc/passwd'), 400, { scope: 'bills:write' });
      },
    ],
    [
      'parcels of unknown consignments and reports are 404, and lists of unequal length 400 naming the index',
      async () => {
        const express = { dataKeys: platform.unknownId(), expressBusiness: 'lab:check' };
        const scope = 'express:write';
        for (const dataType of [1, 2])
          refusedWith(await push('PushExpressInfo', { ...express, dataType, expressNos: 'X1' }), 404, { scope });
        // The id belongs to the unit, because a foreign one is always a 404. Nothing changes, because the request is
        // refused.
        const { consignInfoID: dataKeys } = await firstItem();
        const unevenReply = await push('PushExpressInfo', { ...express, dataKeys, dataType: 1, expressNos: 'X1,X2' });
        refusedWith(unevenReply, 400, { scope });
        expectThat(
          unevenReply.text.includes('expressNos.1'),
          `the index is not named: ${unevenReply.text.slice(0, 200)}`,
        );
      },
    ],
    [
      'a report of an unknown consignment, and the file of an unknown report, are 404',
      async () => {
        const report = {
          consignInfoID: platform.unknownId(),
          reportID: platform.unknownId(),
          reportNumber: 'LAB-CHECK',
        };
        refusedWith(await push('PushReportInfo', report), 404, { scope: 'reports:write' });
        const form = new FormData();
        form.append('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'lab-check.pdf');
        const reply = await platform.call('POST', `/api/v1/lab/reports/${platform.unknownId()}/file`, { form });
        refusedWith(reply, 404, { scope: 'reports:write' });
      },
    ],
    [
      'a pushed status takes one step; the same body again answers the same and adds nothing',
      async () => {
        if (!consignment)
          skip('--consignment <id> names a consignment of the unit that waits for audit, which would be passed');
        const changes = { changeTime: new Date().toISOString() };
        const [firstReply, secondReply] = [
          await pushStatus(consignment, changes),
          await pushStatus(consignment, changes),
        ];
        expectThat(granted(firstReply, 'status:write').items[0].consignStatus === 30, `it is ${firstReply.text}`);
        expectThat(
          JSON.stringify(secondReply.result) === JSON.stringify(firstReply.result),
          `the second answer is ${secondReply.text}`,
        );
        const rows = granted(await platform.get(`${ILIS}GetConsignLog`, { consignId: consignment }), READ_SCOPE);
        expectThat(rows.filter(({ exeType }) => exeType === 'pass').length === 1, 'the log has it twice');
        const forbiddenReply = await pushStatus(consignment, {
          consignStatus: 70,
          changeTime: new Date().toISOString(),
        });
        refusedWith(forbiddenReply, 409, { code: 'TRANSITION_NOT_ALLOWED' });
        expectThat(forbiddenReply.text.includes(consignment), 'the refusal does not name the consignment');
      },
    ],
  ];
};
