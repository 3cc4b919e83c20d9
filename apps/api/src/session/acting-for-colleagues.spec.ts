import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  changeRole,
  exchangeEmbeddingCode,
  getConsignLog,
  getHistory,
  getHistoryRecord,
  getHistoryState,
  getRecordChanges,
  getTokenByUnitCode,
  getUserInfo,
  iLisAuthenticate,
  issueEmbeddingCode,
  listEvents,
  passAuditConsignInfo,
  confirmSample,
  changeLanguage,
  renewLabSystemCode,
  updateTestUnit,
} from '#contract';
import { consignmentIn } from '../consignments/testing/stages.js';
import { newLaboratory, type Laboratory } from '../consignments/testing/units.js';
import type { Client } from '../testing/client.js';
import { startService, type Service } from '../testing/service.js';

jest.setTimeout(60_000); // the import of a whole catalogue, on machines with other work too

const LIMS = 'https://lims.example.com';
let now = new Date('2026-12-02T01:00:00.000Z');
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
let service: Service;
let admin: Client;
beforeAll(async () => {
  service = await startService({ now: () => now });
  admin = await service.as('admin');
});
afterAll(() => service.close());

describe('a session that the laboratory’s system opened', () => {
  let lab: Laboratory & { unitNo: string; staff: Client; authCode: string };
  beforeAll(async () => {
    const made = await newLaboratory(service, {});
    const { unitNo } = await admin.do(updateTestUnit, { body: { id: made.testUnitId, embedOrigins: [LIMS] } });
    const staff = await service.as(made.userName);
    const { authCode } = await staff.do(renewLabSystemCode, { body: {} });
    lab = { ...made, unitNo, staff, authCode: authCode ?? '' };
    await service.catchUp();
  });
  const signedIn = async () =>
    service.withToken(
      (
        await service.stranger.do(iLisAuthenticate, {
          body: { unitCode: lab.unitNo, userName: lab.userName, authCode: lab.authCode },
        })
      ).accessToken,
    );
  const embedded = async () => {
    const { code } = await service.stranger.do(issueEmbeddingCode, {
      body: { unitCode: lab.unitNo, userName: lab.userName, authCode: lab.authCode, origin: LIMS },
    });
    return service.withToken(
      (await service.stranger.do(exchangeEmbeddingCode, { body: { unitCode: lab.unitNo, origin: LIMS, code } }))
        .accessToken,
    );
  };

  it('AU-015 marks every event that follows in it, in the history, the log and the log of all events', async () => {
    const { id } = await consignmentIn(service, 20, { lab });
    pass(61); // logins of a minute are recorded once
    const through = await signedIn();
    await through.do(passAuditConsignInfo, { query: { ids: id } });
    await lab.staff.do(confirmSample, { query: { ids: id } });
    const marks = [undefined, 'labSystem', undefined];
    const { items } = await admin.do(getHistory, { query: { id } });
    expect(items.slice(0, 3).map(({ facts, via }) => [facts.type, via])).toEqual([
      ['SampleConfirmed', undefined],
      ['AuditPassed', 'labSystem'],
      ['ConsignmentCommitted', undefined],
    ]);
    const { revision } = items[1] ?? { revision: -1 };
    expect((await admin.do(getHistoryState, { query: { id, revision } })).moment.via).toBe('labSystem');
    expect((await admin.do(getHistoryRecord, { query: { id, revision } })).metadata).toMatchObject({
      by: { via: 'labSystem' },
    });
    expect((await admin.do(getConsignLog, { query: { consignId: id } })).slice(-3).map(({ via }) => via)).toEqual(
      marks,
    );
    await service.catchUp();
    const told = await admin.do(listEvents, { query: { stream: `consignment-${id}` } });
    expect(told.items.slice(0, 3).map(({ via }) => via)).toEqual(marks);
    const { items: logins } = await admin.do(listEvents, { query: { type: 'UserSignedIn' } });
    expect(logins.filter(({ via }) => via === 'labSystem')).toHaveLength(1);
  });

  it('is marked in the account’s history, and its user is told so', async () => {
    const through = await signedIn();
    const { userId, via } = await through.do(getUserInfo);
    expect([via, (await lab.staff.do(getUserInfo)).via]).toEqual(['labSystem', undefined]);
    await through.do(changeLanguage, { body: { languageName: 'es' } });
    await lab.staff.do(changeLanguage, { body: { languageName: 'en' } });
    const told = await lab.staff.do(getRecordChanges, { query: { kind: 'user', id: userId } });
    expect(told.slice(0, 2).map((change) => change.via)).toEqual([undefined, 'labSystem']);
  });

  it('keeps the mark through a change of role and an embedded page', async () => {
    const through = await signedIn();
    const changed = service.withToken((await through.do(changeRole, {})).accessToken);
    const within = service.withToken(
      (await changed.do(getTokenByUnitCode, { query: { unitCode: lab.unitNo, origin: LIMS } })).accessToken,
    );
    const page = await embedded();
    const renewed = service.withToken(
      (await page.do(getTokenByUnitCode, { query: { unitCode: lab.unitNo } })).accessToken,
    );
    for (const session of [changed, within, page, renewed])
      expect((await session.do(getUserInfo)).via).toBe('labSystem');
    const own = service.withToken(
      (await lab.staff.do(getTokenByUnitCode, { query: { unitCode: lab.unitNo, origin: LIMS } })).accessToken,
    );
    expect((await own.do(getUserInfo)).via).toBeUndefined();
  });
});
