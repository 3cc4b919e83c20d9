import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { createUser, getPersonalData, listPersonalReads, readHistoryPersons, saveConsignInfo } from '#contract';
import { handle } from '#domain/event-sourcing';
import { personalRead } from '#domain/personal-data';
import { fingerprint } from '#engines';
import { ROLE, StoreUnavailable } from '#events';
import { addCement, createDraft, filledHeader, PROJECT1 } from '#harness/consignments/drafts';
import { readConsignment } from '#harness/consignments/stages';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

/** How far the clock of the service is ahead. */
let clockOffset = 0;
let service: Service;
let client: Client;
let auditor: Client;
let admin: Client;
beforeAll(async () => {
  service = await startService({ now: () => new Date(Date.now() + clockOffset) });
  [client, auditor, admin] = await Promise.all([service.as('client1'), service.as('auditor'), service.as('admin')]);
});
afterAll(() => service.close());

type Part = 'contact' | 'ownerWitness' | 'supervisionWitness' | 'sampler';
const witness = {
  needWitnessUnit: true,
  constructionJzunit: '建设指挥部',
  constructionJzperson: '张见证',
  constructionJzcardNo: 'JZ-77',
  constructionJzphone: '13811112222',
};
const ask = (
  id: string,
  revision: number,
  {
    parts = ['contact'],
    reason = '举报核查',
    by = auditor,
    key = v4(),
  }: { parts?: Part[]; reason?: string; by?: Client; key?: string } = {},
) =>
  by.call(readHistoryPersons, {
    body: { consignmentId: id, revision, parts, reason },
    headers: { 'idempotency-key': key },
  });
const recordedFor = async (id: string) => (await service.engines.eventStore.read(`personalRead-${id}`)).events;
const listed = async (id: string) =>
  (await admin.do(listPersonalReads, { query: { maxResultCount: 100 } })).items.filter(
    ({ consignmentId }) => consignmentId === id,
  );

describe('an auditor’s request for personal data', () => {
  it('returns who a person was at a revision, and is recorded without names', async () => {
    const { id } = await createDraft(client, { changes: witness });
    await addCement(client, id);
    const earlierRevision = (await readConsignment(client, id)).revision;
    await client.do(saveConsignInfo, {
      body: { ...filledHeader(), projectId: PROJECT1, id, linkPerson: '陈大文', linkPersonPhone: '13877778888' },
    });
    const now = (await readConsignment(client, id)).revision;
    expect((await ask(id, earlierRevision, { parts: ['ownerWitness', 'contact'] })).result.persons).toEqual([
      { part: 'contact', about: '', cardNo: '', name: '陈志远', phone: '13800000001' },
      { part: 'ownerWitness', about: '', cardNo: 'JZ-77', name: '张见证', phone: '13811112222' },
    ]);
    expect((await ask(id, now)).result.persons).toEqual([
      expect.objectContaining({ name: '陈大文', phone: '13877778888' }),
    ]);
    const events = await recordedFor(id);
    expect(
      events.map(({ data, metadata }) => [
        (data as { revision: number; reason: string }).revision,
        (data as { reason: string }).reason,
        metadata.by.role,
      ]),
    ).toEqual([
      [earlierRevision, '举报核查', 'auditor'],
      [now, '举报核查', 'auditor'],
    ]);
    for (const secret of ['陈志远', '陈大文', '张见证', '13800000001', '13811112222', 'JZ-77'])
      expect(JSON.stringify(events)).not.toContain(secret);
    expect(
      (await listed(id)).map(({ userName, part, revision, reason }) => [userName.length > 0, part, revision, reason]),
    ).toEqual(
      expect.arrayContaining([
        [true, 'contact', now, '举报核查'],
        [true, 'contact', earlierRevision, '举报核查'],
        [true, 'ownerWitness', earlierRevision, '举报核查'],
      ]),
    );
  });

  it('is refused without a reason, for a person who is not there, and for an unknown revision', async () => {
    const { id } = await createDraft(client);
    expect((await ask(id, 0, { reason: '  ' })).failure).toMatchObject({
      code: 'REASON_REQUIRED',
      message: '输入内容不能为空',
    });
    expect((await ask(id, 0, { parts: ['sampler'] })).failure?.code).toBe('NO_PERSON_THERE');
    expect((await ask(id, 99)).failure?.code).toBe('NO_SUCH_REVISION');
    expect((await ask(id, 0, { parts: [] })).status).toBe(400);
    expect(await recordedFor(id)).toEqual([]);
  });

  it('is refused to every other role, and only the administrator can list the requests', async () => {
    const { id } = await createDraft(client);
    for (const by of [client, admin, await service.as('lab1'), await service.as('operator')])
      expect((await ask(id, 0, { by })).status).toBe(403);
    for (const by of [client, auditor, await service.as('lab1'), await service.as('operator')])
      expect((await by.call(listPersonalReads)).status).toBe(403);
    expect(await recordedFor(id)).toEqual([]);
  });

  it('is recorded once if it is repeated, and again if the same key requests more', async () => {
    const { id } = await createDraft(client, { changes: witness });
    const revision = (await readConsignment(client, id)).revision;
    const key = v4();
    const [first, repeated] = [await ask(id, revision, { key }), await ask(id, revision, { key })];
    expect(repeated.result).toEqual(first.result);
    expect(await recordedFor(id)).toHaveLength(1);
    await ask(id, revision, { key, parts: ['ownerWitness'] });
    expect(await recordedFor(id)).toHaveLength(2);
  });

  it('is recorded as another reading each time it is repeated after more than ten minutes', async () => {
    const { id } = await createDraft(client);
    const { revision } = await readConsignment(client, id);
    const key = v4();
    for (const count of [1, 2, 3]) {
      expect((await ask(id, revision, { key })).result.persons).toHaveLength(1);
      expect((await ask(id, revision, { key })).status).toBe(200);
      expect(await recordedFor(id)).toHaveLength(count);
      clockOffset += 11 * 60_000;
    }
    expect((await listed(id)).length).toBe(3);
  });

  it('returns nothing if it cannot be recorded', async () => {
    const { id } = await createDraft(client);
    const { revision } = await readConsignment(client, id);
    const { eventStore } = service.engines;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = (stream, ...rest) =>
      stream === `personalRead-${id}`
        ? Promise.reject(new StoreUnavailable('the disk is full'))
        : append(stream, ...rest);
    const reply = await ask(id, revision);
    eventStore.append = append;
    expect([reply.status, JSON.stringify(reply.rawBody).includes('陈志远')]).toEqual([503, false]);
    expect(await listed(id)).toEqual([]);
  });
});

describe('the export of personal data', () => {
  it('lists every reading about the person, and none about others', async () => {
    const mobile = '13955550001';
    const { id: userId } = await client.do(createUser, {
      body: { userName: `person-${v4().slice(0, 8)}`, name: '周小川', mobile, password: 'Harbour-2027!' },
    });
    const [searchedDraft, otherDraft] = [
      await createDraft(client, { changes: { linkPerson: '周小川', linkPersonPhone: mobile } }),
      await createDraft(client),
    ];
    const revision = (await readConsignment(client, searchedDraft.id)).revision;
    await ask(searchedDraft.id, revision, { reason: '信访' });
    await ask(otherDraft.id, 0, { reason: '抽查' });
    await service.catchUp();
    expect((await admin.do(getPersonalData, { query: { userId } })).readings).toEqual([
      expect.objectContaining({
        consignmentId: searchedDraft.id,
        revision,
        part: 'contact',
        reason: '信访',
        userName: expect.stringMatching(/./),
      }),
    ]);
  });

  it('of an account of another unit, or of none, lists no reading merely because the phone number is the same', async () => {
    const mobile = '13955550003';
    const { id } = await createDraft(client, { changes: { linkPerson: '吴敏', linkPersonPhone: mobile } });
    const person = { name: '吴敏', mobile, password: 'Harbour-2027!' };
    const open = async (by: Client, roleNames: string[] = []) =>
      (await by.do(createUser, { body: { ...person, roleNames, userName: `typed-${v4().slice(0, 8)}` } })).id;
    const [ownUser, otherUser, laboratory, platform] = [
      await open(client),
      await open(await service.as('client2')),
      await open(await service.as('lab1')),
      await open(admin, [ROLE.operator]),
    ];
    await ask(id, (await readConsignment(client, id)).revision);
    await service.catchUp();
    const listReadings = async (userId: string) =>
      (await admin.do(getPersonalData, { query: { userId } })).readings.map(({ consignmentId }) => consignmentId);
    expect([
      await listReadings(ownUser),
      await listReadings(otherUser),
      await listReadings(laboratory),
      await listReadings(platform),
    ]).toEqual([[id], [], [], []]);
  });

  it('is complete with more than a thousand readings', async () => {
    const phone = '13955550002';
    const { id: userId } = await client.do(createUser, {
      body: { userName: `many-${v4().slice(0, 8)}`, name: '孙工', mobile: phone, password: 'Harbour-2027!' },
    });
    const person = await fingerprint(service.engines.vault, `person/${phone}`);
    const read = {
      consignmentId: (await createDraft(client)).id,
      consignCode: '',
      revision: 0,
      reason: '抽查',
      persons: Array.from({ length: 201 }, () => ({ part: 'sampler' as const, person })),
    };
    for (let n = 0; n < 5; n++)
      await handle(
        service.engines.eventStore,
        personalRead,
        read.consignmentId,
        { type: 'ReadPersonalData', read },
        {
          by: { userId, role: 'auditor', unitId: null },
          at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
          commandId: v4(),
          correlationId: v4(),
        },
      );
    await service.catchUp();
    const { readings } = await admin.do(getPersonalData, { query: { userId } });
    expect([readings.length, new Set(readings.map(({ id }) => id)).size, readings[0]?.at]).toEqual([
      1005,
      1005,
      '2026-01-05T00:00:00.000Z',
    ]);
  });
});
