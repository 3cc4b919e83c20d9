import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { consignment } from '#domain/consignment';
import { handle } from '#domain/event-sourcing';
import { assembleEngines, embeddedOpeners, AppendInDoubt, type Engines, type EventLog } from '#engines';
import { ROLE, START, StoreUnavailable, type Actor, type Position } from '#events';
import { type MovableStores, TargetInUse, moveService, retryingReads } from './move.js';

const by: Actor = { userId: randomUUID(), role: ROLE.client, unitId: randomUUID() };
const silent = () => undefined;

const consign = async ({ eventStore }: Engines): Promise<string> => {
  const id = randomUUID();
  const at = '2026-03-01T08:00:00.000Z';
  const context = { by, at, commandId: randomUUID(), correlationId: randomUUID() };
  await handle(
    eventStore,
    consignment,
    id,
    {
      type: 'CreateConsignment',
      by,
      at,
      consignType: 1,
      consignUnitName: '三公司',
      defaults: { contact: { name: '陈工', phone: '13800000001' } },
    },
    context,
  );
  return id;
};

const shiftedBy = (position: Position): Position => String(BigInt(position) + 1_000n).padStart(20, '0');
/** A log whose positions are others than those of the log it is made of, as on a server. */
const shifted = (log: EventLog): EventLog =>
  new Proxy(log, {
    get: (of, name) => {
      if (name === 'readAll')
        return async (after: Position, limit: number) => {
          const from = after === START ? START : String(BigInt(after) - 1_000n).padStart(20, '0');
          return (await of.readAll(from, limit)).map((event) => ({ ...event, position: shiftedBy(event.position) }));
        };
      if (name === 'dense') return false;
      if (name === 'lastPosition') return async () => shiftedBy(await of.lastPosition());
      const member: unknown = Reflect.get(of, name);
      return typeof member === 'function' ? (member.bind(of) as unknown) : member;
    },
  });

describe('moving a service to other engines', () => {
  let source: Engines;
  let target: Engines;
  const of = ({ eventStore, vault, files, deliveries }: Engines): MovableStores => ({
    log: eventStore.log,
    vault,
    files,
    deliveries,
  });

  beforeEach(async () => {
    source = await assembleEngines(embeddedOpeners(':memory:'));
    target = await assembleEngines(embeddedOpeners(':memory:'));
  });
  afterEach(() => Promise.all([source.close(), target.close()]));

  const stored = async ({ eventStore }: Engines) =>
    (await eventStore.log.readAll(START, 10_000)).map(({ position: _, ...event }) => event);

  /** A log that takes the nth append as `appendBehind` says, from 1 on. */
  const taking = (
    log: EventLog,
    appendBehind: (n: number, append: () => Promise<Position>) => Promise<Position>,
  ): EventLog => {
    let n = 0;
    return new Proxy(log, {
      get: (of, name) => {
        if (name === 'appendBehind')
          return (...append: Parameters<EventLog['appendBehind']>) =>
            appendBehind(++n, () => of.appendBehind(...append));
        const member: unknown = Reflect.get(of, name);
        return typeof member === 'function' ? member.bind(of) : member;
      },
    });
  };

  /** A log whose process is killed after so many appends. */
  const dyingAfter = (appends: number, log: EventLog): EventLog =>
    taking(log, (n, append) => (n > appends ? Promise.reject(new StoreUnavailable('killed')) : append()));

  it('copies log, vault and files unchanged: hashes are equal, persons can be decrypted, passwords and sessions remain valid', async () => {
    const id = await consign(source);
    await consign(source);
    await source.vault.setCredential('u-1', 'hash');
    await source.vault.addSession({
      jti: 'j-1',
      userId: 'u-1',
      createdAt: '2026-03-01T08:00:00.000Z',
      expiresAt: '2026-03-08T08:00:00.000Z',
    });
    const { hash } = await source.files.put(randomBytes(3_000), { contentType: 'application/pdf', name: '委托书.pdf' });

    expect(await moveService(of(source), of(target), silent)).toMatchObject({
      log: { events: 2, written: 2 },
      files: { count: 1, damaged: [] },
    });
    expect(await stored(target)).toEqual(await stored(source));
    expect(await target.files.get(hash)).toEqual(await source.files.get(hash));
    expect([await target.vault.credential('u-1'), (await target.vault.session('j-1'))?.userId]).toEqual([
      'hash',
      'u-1',
    ]);
    // Opened anew, as the service there will be: what it has read before it would have to forget.
    const { events } = await target.eventStore.read(`consignment-${id}`, { from: 0 });
    expect(JSON.stringify(events)).toContain('陈工');
  });

  it('copies webhook deliveries in both directions: pending ones are due, attempts are listed, positions are those of the new log', async () => {
    for (let n = 0; n < 3; n++) await consign(source);
    const [first, second, third] = await source.eventStore.readAll(START, 3);
    const endpoint = 'w-1';
    const at = (second: number) => `2026-03-01T08:00:0${second}.000Z`;
    const delivery = ({ id, position }: { id: string; position: Position }) =>
      ({
        eventId: id,
        position,
        type: 'consignment.submitted',
        subject: 'c-1',
        createdAt: at(0),
        isTest: false,
      }) as const;
    if (!first || !second || !third) throw new Error('three events were written');
    await source.deliveries.add(endpoint, [delivery(first), delivery(second)], {
      logId: source.eventStore.logId,
      position: second.position,
    });
    await source.deliveries.add(endpoint, [{ ...delivery(third), position: null, isTest: true }], null);
    const attempt = {
      at: at(1),
      ms: 40,
      status: 500,
      failure: 'status',
      retryAfterS: null,
      headers: { a: 'b' },
      answer: 'no',
    } as const;
    await source.deliveries.record(
      endpoint,
      [
        { eventId: first.id, attempt, state: 'waiting', nextAt: at(5) },
        { eventId: second.id, attempt: { ...attempt, status: 204, failure: null }, state: 'delivered', nextAt: null },
      ],
      5,
    );
    const keptIn = async ({ deliveries, eventStore }: Engines) => ({
      cursor: await deliveries.cursor(endpoint),
      due: (await deliveries.due(endpoint, at(5), 10)).map(({ eventId, position, tries }) => ({
        eventId,
        position,
        tries,
      })),
      listed: await Promise.all([first, second, third].map(({ id }) => deliveries.get(endpoint, id))),
      summary: await deliveries.summary([endpoint]),
      hours: await deliveries.hours(endpoint, at(0)),
      places: (await eventStore.readAll(START, 3)).map(({ id, position }) => [id, position]),
    });
    // In the other log events lie elsewhere.
    const elsewhere = await assembleEngines(embeddedOpeners(':memory:'));
    const back = await assembleEngines(embeddedOpeners(':memory:'));
    try {
      const before = await keptIn(source);
      expect(before.due).toHaveLength(2);
      const far: EventLog = shifted(elsewhere.eventStore.log);
      expect(await moveService(of(source), { ...of(elsewhere), log: far }, silent)).toMatchObject({ deliveries: 3 });
      const there = await keptIn(elsewhere);
      expect(there.cursor).toEqual({ logId: far.logId, position: shiftedBy(second.position) });
      expect(there.due.find(({ eventId }) => eventId === first.id)?.position).toBe(shiftedBy(first.position));
      expect(there.hours).toEqual(before.hours);
      // Again, and after the receiver has accepted an event there.
      await elsewhere.deliveries.record(
        endpoint,
        [{ eventId: first.id, attempt: { ...attempt, status: 204, failure: null }, state: 'delivered', nextAt: null }],
        5,
      );
      await moveService(of(source), { ...of(elsewhere), log: far }, silent);
      expect((await elsewhere.deliveries.get(endpoint, first.id))?.state).toBe('delivered');
      await moveService({ ...of(elsewhere), log: far }, of(back), silent);
      const { cursor, due, listed, places } = await keptIn(back);
      expect(cursor).toEqual({ logId: back.eventStore.logId, position: second.position });
      expect(due.map(({ eventId }) => eventId)).toEqual([third.id]);
      expect(listed.map((one) => one?.tried.map(({ status }) => status))).toEqual([[500, 204], [204], []]);
      expect(listed.map((one) => one?.position)).toEqual([first.position, second.position, null]);
      expect(places).toEqual(before.places);
    } finally {
      await Promise.all([elsewhere.close(), back.close()]);
    }
  });

  it('continues where it was killed, and does nothing when it is complete', async () => {
    for (let n = 0; n < 9; n++) await consign(source);
    await expect(
      moveService(of(source), { ...of(target), log: dyingAfter(4, target.eventStore.log) }, silent),
    ).rejects.toThrow('killed');
    expect((await stored(target)).length).toBe(4);
    expect((await moveService(of(source), of(target), silent)).log).toEqual({ events: 9, written: 5 });
    expect((await moveService(of(source), of(target), silent)).log).toEqual({ events: 9, written: 0 });
    expect(await stored(target)).toEqual(await stored(source));
  });

  it('sends nothing after a failed append, and continues by itself after an append with an unknown outcome', async () => {
    for (let n = 0; n < 9; n++) await consign(source);
    const refusing = taking(target.eventStore.log, (n, append) =>
      n === 4 ? Promise.reject(new StoreUnavailable('refused')) : append(),
    );
    await expect(moveService(of(source), { ...of(target), log: refusing }, silent)).rejects.toThrow('refused');
    expect(await stored(target)).toEqual((await stored(source)).slice(0, 3));

    const losing = taking(target.eventStore.log, (n, append) =>
      n === 3 ? Promise.reject(new AppendInDoubt('the connection broke')) : append(),
    );
    expect((await moveService(of(source), { ...of(target), log: losing }, silent)).log).toEqual({
      events: 9,
      written: 6,
    });
    expect(await stored(target)).toEqual(await stored(source));
  });

  it('asks an unresponsive server a limited number of times, and says how to continue', async () => {
    let asked = 0;
    const away: EventLog = new Proxy(target.eventStore.log, {
      get: (of, name) =>
        name === 'readAll'
          ? () => (asked++, Promise.reject(new StoreUnavailable('read ECONNRESET')))
          : (Reflect.get(of, name) as unknown),
    });
    const reads = retryingReads(away, { ms: 50, firstPauseMs: 1, maxPauseMs: 5 });
    await expect(reads.readAll(START, 1)).rejects.toThrow(/read ECONNRESET.*run the move again/);
    expect([asked > 1, asked < 60]).toEqual([true, true]);
  });

  it('continues as long as it makes progress, even if no append is ever acknowledged', async () => {
    for (let n = 0; n < 25; n++) await consign(source);
    const answering = taking(target.eventStore.log, async (_, append) => {
      await append();
      throw new AppendInDoubt('no answer');
    });
    expect((await moveService(of(source), { ...of(target), log: answering }, silent)).log).toMatchObject({
      events: 25,
      written: 25,
    });
    expect(await stored(target)).toEqual(await stored(source));
  });

  it('says how to continue when the server has stored events without the ones before them', async () => {
    for (let n = 0; n < 4; n++) await consign(source);
    // A server that drops one of those it was sent together, as a broken one may.
    const dropping = taking(target.eventStore.log, (n, append) =>
      n === 2 ? new Promise((_, fail) => setImmediate(fail, new AppendInDoubt('dropped'))) : append(),
    );
    await expect(moveService(of(source), { ...of(target), log: dropping }, silent)).rejects.toThrow(
      "Empty the server's log and move again",
    );
    await expect(moveService(of(source), of(target), silent)).rejects.toThrow(
      'event 2 of this log, which comes before it',
    );
  });

  it('refuses to move onto another service, or onto a copy that has been used since', async () => {
    await consign(source);
    await consign(target);
    await expect(moveService(of(source), of(target), silent)).rejects.toThrow('the log of another service');

    const fresh = await assembleEngines(embeddedOpeners(':memory:'));
    try {
      await moveService(of(source), of(fresh), silent);
      await consign(fresh);
      await source.vault.setCredential('u-2', 'changed there since');
      await expect(moveService(of(source), of(fresh), silent)).rejects.toThrow(TargetInUse);
      expect(await fresh.vault.credential('u-2')).toBeNull();
    } finally {
      await fresh.close();
    }
  });

  it('writes no event beside a vault with other secrets', async () => {
    await consign(source);
    await target.vault.secret('personal-index', () => 'another');
    await expect(moveService(of(source), of(target), silent)).rejects.toThrow('secret "personal-index"');
    expect(await stored(target)).toEqual([]);
  });
});
