import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  commitConsignInfo,
  erasePerson,
  getConsginUnitById,
  getConsingInfo,
  getPersonalData,
  getUserInfo,
  getUsers,
  listPersonalReads,
  resetUserPassword,
  sendToMobile,
  updateConsginUnit,
  updateUser,
} from '#contract';
import { handle, load } from '#domain/event-sourcing';
import { message } from '#domain/messages';
import { consigningUnits } from '#domain/units';
import { user } from '#domain/users';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import { ROLE } from '#events';
import { addCement, createSubmittableDraft, saveSampler } from '#harness/consignments/drafts';
import type { Client } from '#harness/service/client';
import type { Service } from '#harness/service/service';
import { startAccounts } from '#harness/users/accounts';
import { DEMO_PASSWORD } from '../../../standalone/src/import/import-demo.js';

let accounts: Awaited<ReturnType<typeof startAccounts>>;
let service: Service;
let admin: Client;
let client: Client;
beforeAll(async () => {
  accounts = await startAccounts();
  ({ service, admin, client } = accounts);
});
afterAll(() => accounts.stop());

it('the data stored about a person is shown only to that person and to an administrator', async () => {
  const { id, userName } = await accounts.openAccount({ description: '资料员' });
  await client.do(updateUser, { body: { id, name: '孙大海', mobile: '13900007777' } });
  const ownSession = await accounts.session(userName);
  await service.catchUp();
  const personalData = await ownSession.do(getPersonalData, { query: { userId: id } });
  expect(personalData).toMatchObject({
    userName,
    roles: [ROLE.client],
    thirdParties: [],
    messages: [],
    namedIn: [],
    lastLoginTime: accounts.now().toISOString(),
  });
  expect(personalData.profiles.map(({ name, phone, description }) => [name, phone, description])).toEqual([
    ['孙工', expect.any(String), '资料员'],
    ['孙大海', '13900007777', '资料员'],
  ]);
  expect((await admin.do(getPersonalData, { query: { userId: id } })).profiles).toEqual(personalData.profiles);
  for (const caller of [client, await service.as('auditor'), await service.as('lab1')])
    expect((await caller.call(getPersonalData, { query: { userId: id } })).status).toBe(404);
});

describe('personal data', () => {
  it('is replaced by 已删除 in account, messages, consignments and lists after an erasure; other persons are unaffected', async () => {
    const person = await accounts.openAccount({ name: '周小川' });
    const { id, userName, mobile } = person;
    const consignment = await createSubmittableDraft(client, {
      changes: { linkPerson: '周小川', linkPersonPhone: mobile },
    });
    const untouched = await createSubmittableDraft(client, {
      changes: { linkPerson: '李四', linkPersonPhone: '13911110000' },
    });
    await client.do(commitConsignInfo, { query: { consignInfoIds: consignment.id } });
    accounts.pass(61);
    await service.stranger.do(sendToMobile, { body: { userName, sendCodeType: 2 } });
    await accounts.waitForMessageTo(mobile);
    await service.catchUp();
    const userSession = await accounts.session(userName);
    expect((await userSession.do(getPersonalData, { query: { userId: id } })).namedIn).toEqual([
      { kind: 'consignment', id: consignment.id, number: expect.stringMatching(/./), name: '周小川', phone: mobile },
    ]);

    const erase = (by: Client, reason = '本人要求') =>
      by.call(erasePerson, { query: { userId: id }, body: { reason } });
    expect((await erase(client)).status).toBe(403);
    expect((await erase(admin, ' ')).failure?.code).toBe('REASON_REQUIRED');
    expect((await erase(admin)).result).toMatchObject({ consignments: 1, keys: expect.any(Number) });

    expect((await userSession.call(getUserInfo)).status).toBe(401);
    expect(await client.do(getConsingInfo, { query: { id: consignment.id } })).toMatchObject({
      linkPerson: '已删除',
      linkPersonPhone: '已删除',
    });
    expect(await client.do(getConsingInfo, { query: { id: untouched.id } })).toMatchObject({
      linkPerson: '李四',
      linkPersonPhone: '13911110000',
    });
    expect(await contactListed(consignment.id)).toBe('已删除');
    expect(await contactListed(untouched.id)).toBe('李四');
    const personalData = await admin.do(getPersonalData, { query: { userId: id } });
    expect([
      personalData.profiles.map(({ phone }) => phone),
      personalData.messages.map(({ acceptPhone }) => acceptPhone),
      personalData.namedIn,
    ]).toEqual([['已删除'], ['已删除'], []]);
    await service.catchUp();
    expect((await admin.do(getUsers, { query: { search: '周小川' } })).totalCount).toBe(0);
    const everything = JSON.stringify(await service.engines.eventStore.readAll('0'.repeat(20), 100_000));
    expect(everything).not.toContain(mobile);
    expect((await erase(admin)).status).toBe(200); // asked again: nothing is left to do
  });

  it('is replaced by 已删除 in the unit that the person registered', async () => {
    const { id, mobile } = await accounts.openAccount();
    const { unitId } = await client.do(getUserInfo);
    const unit = await admin.do(getConsginUnitById, { query: { id: unitId ?? '' } });
    await admin.do(updateConsginUnit, { body: { ...unit, regPerson: '孙工', regPhone: mobile } });
    await admin.do(erasePerson, { query: { userId: id }, body: { reason: '本人要求' } });
    expect(await admin.do(getConsginUnitById, { query: { id: unitId ?? '' } })).toMatchObject({
      name: unit.name,
      regPerson: '已删除',
      regPhone: '已删除',
    });
    await service.catchUp();
    expect(
      JSON.stringify([
        await service.engines.eventStore.readAll('0'.repeat(20), 100_000),
        await service.engines.views.get(consigningUnits, unitId ?? ''),
      ]),
    ).not.toContain(mobile);
  });

  it('is reported with every place that an erasure will cover: the unit, and consignments in any role', async () => {
    const { id, mobile } = await accounts.openAccount();
    const { unitId } = await client.do(getUserInfo);
    const unit = await admin.do(getConsginUnitById, { query: { id: unitId ?? '' } });
    await admin.do(updateConsginUnit, { body: { id: unit.id, regPerson: '孙工', regPhone: mobile } });
    const { id: consignId } = await createSubmittableDraft(client, {
      changes: {
        needWitnessUnit: true,
        constructionJzunit: '建设指挥部',
        constructionJzperson: '孙工',
        constructionJzcardNo: 'JZ-9',
        constructionJzphone: mobile,
      },
    });
    const mentions = (await admin.do(getPersonalData, { query: { userId: id } })).namedIn;
    expect(mentions.map(({ kind, id: mentionId, name, phone }) => [kind, mentionId, name, phone])).toEqual([
      ['unit', unitId, '孙工', mobile],
      ['consignment', consignId, '孙工', mobile],
    ]);
    expect((await admin.do(erasePerson, { query: { userId: id }, body: { reason: '本人要求' } })).consignments).toBe(1);
  });

  it('is found by every phone number that the account ever had, in any notation, by report and erasure alike', async () => {
    const person = await accounts.openAccount({ name: '郝思嘉' });
    const { id, mobile: former } = person;
    const today = '13970001234';
    await client.do(updateUser, { body: { id, name: '郝思嘉', mobile: today } });
    const spaced = (phone: string, by: string) => [phone.slice(0, 3), phone.slice(3, 7), phone.slice(7)].join(by);
    const spellings = [
      today,
      spaced(today, ' '),
      spaced(today, '-'),
      former,
      spaced(former, ' '),
      spaced(former, '-'),
      `+86${former}`,
      `0086 ${former}`,
      `\u202d${former}\u202c`,
      former.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
      `${former} / 0571-12345678`,
    ];
    const draftNaming = (linkPersonPhone: string, linkPerson = '郝思嘉') =>
      createSubmittableDraft(client, { changes: { linkPerson, linkPersonPhone } });
    const userDrafts = await Promise.all(spellings.map((spelling) => draftNaming(spelling)));
    const sampled = await draftNaming('13911110000', '李四');
    await saveSampler(client, await addCement(client, sampled.id), '郝思嘉', 'QY-31');
    const otherDrafts = [await draftNaming('0571-12345678'), await draftNaming(`${former}9`)];
    await service.catchUp();

    const copy = (await admin.do(getPersonalData, { query: { userId: id } })).namedIn.map(
      ({ id: consignmentId }) => consignmentId,
    );
    expect(new Set(copy)).toEqual(new Set([...userDrafts, sampled].map(({ id: consignmentId }) => consignmentId)));

    const erase = () => admin.do(erasePerson, { query: { userId: id }, body: { reason: '本人要求' } });
    const erasure = await erase();
    expect(erasure).toMatchObject({ consignments: spellings.length + 1, toReviewCount: 2 });
    expect(new Set(erasure.toReview)).toEqual(
      new Set(otherDrafts.map(({ id: consignmentId }) => ({ id: consignmentId, consignCode: '', consignType: 1 }))),
    );
    for (const [at, { id: consignmentId }] of userDrafts.entries())
      expect([spellings[at], await client.do(getConsingInfo, { query: { id: consignmentId } })]).toMatchObject([
        spellings[at],
        { linkPerson: '已删除', linkPersonPhone: '已删除' },
      ]);
    for (const { id: consignmentId } of otherDrafts)
      expect((await client.do(getConsingInfo, { query: { id: consignmentId } })).linkPerson).toBe('郝思嘉');
    const readEvents = async () =>
      JSON.stringify((await service.engines.eventStore.read(`consignment-${sampled.id}`)).events);
    expect(await readEvents()).toContain('李四');
    expect(await readEvents()).not.toMatch(/郝思嘉|QY-31/);
    // Asked again, under another key: nothing is left to erase, and what is to be looked at is told again.
    expect(await erase()).toEqual({ ...erasure, keys: 0, consignments: 0 });
  });

  it('is read by an administrator only with a record, which that person’s own report shows', async () => {
    const { id, userName } = await accounts.openAccount();
    const userSession = await accounts.session(userName);
    expect((await userSession.do(getPersonalData, { query: { userId: id } })).readings).toEqual([]);
    const { userId: administrator } = await admin.do(getUserInfo);
    await admin.do(getPersonalData, { query: { userId: id } });
    await service.catchUp();
    expect((await userSession.do(getPersonalData, { query: { userId: id } })).readings).toMatchObject([
      { part: 'account', userId: administrator, consignmentId: '' },
    ]);
    expect((await admin.do(listPersonalReads)).items[0]).toMatchObject({ part: 'account', userId: administrator });
  });

  it('includes current and former password hashes, which an erasure deletes', async () => {
    const { id } = await accounts.openAccount();
    for (const newPassword of ['Lantern-2027!', 'Bridges-2028!'])
      await admin.do(resetUserPassword, { body: { adminPassword: DEMO_PASSWORD, userId: id, newPassword } });
    const { state } = await load(service.engines.eventStore, user, id);
    const credentialKeys = [
      id,
      ...[state?.formerCredential, state?.credential].map((credential) => `${id}.${credential}`),
    ];
    expect(
      (await Promise.all(credentialKeys.map((key) => service.engines.vault.credential(key)))).filter(
        (hash) => hash !== null,
      ),
    ).toHaveLength(2);
    await admin.do(erasePerson, { query: { userId: id }, body: { reason: '本人要求' } });
    expect(await Promise.all(credentialKeys.map((key) => service.engines.vault.credential(key)))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is erased from more than 500 messages, whatever revision the administrator saw', async () => {
    const { id, mobile, revision } = await accounts.openAccount();
    const { eventStore } = service.engines;
    const record = {
      sendSource: 'platform',
      msgType: 'verification-code',
      msgContent: '******',
      sendTime: accounts.now().toISOString(),
      isPrivate: true,
      acceptUserID: id,
      acceptUnitID: null,
      receiver: { name: '孙工', phone: mobile },
    };
    for (let n = 0; n < 502; n++)
      await handle(
        eventStore,
        message,
        v4(),
        { type: 'RecordSent', kind: 'verification-code', subjectId: id, transport: 'test', records: [record] },
        {
          by: { userId: v4(), role: 'system', unitId: null },
          at: accounts.now().toISOString(),
          commandId: v4(),
          correlationId: v4(),
        },
      );
    expect(
      (
        await admin.call(erasePerson, {
          query: { userId: id },
          body: { reason: '本人要求' },
          headers: { 'if-match': `"${revision}"` },
        })
      ).status,
    ).toBe(200);
    expect(JSON.stringify(await eventStore.readAll('0'.repeat(20), 100_000, ['MessageSent']))).not.toContain(mobile);
  });
});

/** The contact as the list shows it, once the row has been made anew. */
const contactListed = async (id: string): Promise<string> => {
  for (let look = 0; look < 200; look++) {
    const row = await service.engines.views.get<ConsignmentRow>(consignmentList, id);
    if (row && row.sendPerson !== '周小川') return row.sendPerson;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The row was not made anew');
};
