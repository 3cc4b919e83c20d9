import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { consignment } from '#domain/consignment';
import { handle } from '#domain/event-sourcing';
import { assembleEngines, embeddedOpeners, AppendInDoubt, type Engines, type EventLog } from '#engines';
import { ROLE, START, StoreUnavailable, type Actor, type Position } from '#events';
import { type MovableStores, TargetInUse, moveService, withReadRetries } from './move.js';

const by: Actor = { userId: randomUUID(), role: ROLE.client, unitId: randomUUID() };
const silent = () => undefined;

const createConsignment = async ({ eventStore }: Engines): Promise<string> => {
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

const shiftPosition = (position: Position): Position => String(BigInt(position) + 1_000n).padStart(20, '0');
/** A log whose positions are others than those of the log it is made of, as on a server. */
const withShiftedPositions = (log: EventLog): EventLog =>
  new Proxy(log, {
    get: (of, name) => {
      if (name === 'readAll')
        return async (after: Position, limit: number) => {
          const from = after === START ? START : String(BigInt(after) - 1_000n).padStart(20, '0');
          return (await of.readAll(from, limit)).map((event) => ({
            ...event,
            position: shiftPosition(event.position),
          }));
        };
      if (name === 'dense') return false;
      if (name === 'lastPosition') return async () => shiftPosition(await of.lastPosition());
      const member: unknown = Reflect.get(of, name);
      return typeof member === 'function' ? (member.bind(of) as unknown) : member;
    },
  });

describe('moving a service to other engines', () => {
  let source: Engines;
  let target: Engines;
  const storesOf = ({ eventStore, vault, files, deliveries }: Engines): MovableStores => ({
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

  const readEvents = async ({ eventStore }: Engines) =>
    (await eventStore.log.readAll(START, 10_000)).map(({ position: _, ...event }) => event);

  /** A log that takes the nth append as `appendPipelined` says, from 1 on. */
  const interceptAppends = (
    log: EventLog,
    appendPipelined: (n: number, append: () => Promise<Position>) => Promise<Position>,
  ): EventLog => {
    let n = 0;
    return new Proxy(log, {
      get: (of, name) => {
        if (name === 'appendPipelined')
          return (...append: Parameters<EventLog['appendPipelined']>) =>
            appendPipelined(++n, () => of.appendPipelined(...append));
        const member: unknown = Reflect.get(of, name);
        return typeof member === 'function' ? member.bind(of) : member;
      },
    });
  };

  /** A log whose process is killed after so many appends. */
  const failAfter = (appends: number, log: EventLog): EventLog =>
    interceptAppends(log, (n, append) => (n > appends ? Promise.reject(new StoreUnavailable('killed')) : append()));

  it('copies log, vault and files unchanged: hashes are equal, persons can be decrypted, passwords and sessions remain valid', async () => {
    const id = await createConsignment(source);
    await createConsignment(source);
    await source.vault.setCredential('u-1', 'hash');
    await source.vault.addSession({
      jti: 'j-1',
      userId: 'u-1',
      createdAt: '2026-03-01T08:00:00.000Z',
      expiresAt: '2026-03-08T08:00:00.000Z',
    });
    const { hash } = await source.files.put(randomBytes(3_000), { contentType: 'application/pdf', name: '委托书.pdf' });

    expect(await moveService(storesOf(source), storesOf(target), silent)).toMatchObject({
      log: { events: 2, newEvents: 2 },
      files: { count: 1, damaged: [] },
    });
    expect(await readEvents(target)).toEqual(await readEvents(source));
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
    for (let n = 0; n < 3; n++) await createConsignment(source);
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
    const readDeliveries = async ({ deliveries, eventStore }: Engines) => ({
      cursor: await deliveries.cursor(endpoint),
      due: (await deliveries.findDue(endpoint, at(5), 10)).map(({ eventId, position, tries }) => ({
        eventId,
        position,
        tries,
      })),
      listedDeliveries: await Promise.all([first, second, third].map(({ id }) => deliveries.get(endpoint, id))),
      summary: await deliveries.summary([endpoint]),
      hours: await deliveries.hours(endpoint, at(0)),
      eventPositions: (await eventStore.readAll(START, 3)).map(({ id, position }) => [id, position]),
    });
    // In the other log events lie elsewhere.
    const otherEngines = await assembleEngines(embeddedOpeners(':memory:'));
    const back = await assembleEngines(embeddedOpeners(':memory:'));
    try {
      const sourceDeliveries = await readDeliveries(source);
      expect(sourceDeliveries.due).toHaveLength(2);
      const shiftedLog: EventLog = withShiftedPositions(otherEngines.eventStore.log);
      expect(await moveService(storesOf(source), { ...storesOf(otherEngines), log: shiftedLog }, silent)).toMatchObject(
        { deliveries: 3 },
      );
      const movedDeliveries = await readDeliveries(otherEngines);
      expect(movedDeliveries.cursor).toEqual({ logId: shiftedLog.logId, position: shiftPosition(second.position) });
      expect(movedDeliveries.due.find(({ eventId }) => eventId === first.id)?.position).toBe(
        shiftPosition(first.position),
      );
      expect(movedDeliveries.hours).toEqual(sourceDeliveries.hours);
      // Again, and after the receiver has accepted an event there.
      await otherEngines.deliveries.record(
        endpoint,
        [{ eventId: first.id, attempt: { ...attempt, status: 204, failure: null }, state: 'delivered', nextAt: null }],
        5,
      );
      await moveService(storesOf(source), { ...storesOf(otherEngines), log: shiftedLog }, silent);
      expect((await otherEngines.deliveries.get(endpoint, first.id))?.state).toBe('delivered');
      await moveService({ ...storesOf(otherEngines), log: shiftedLog }, storesOf(back), silent);
      const { cursor, due, listedDeliveries, eventPositions } = await readDeliveries(back);
      expect(cursor).toEqual({ logId: back.eventStore.logId, position: second.position });
      expect(due.map(({ eventId }) => eventId)).toEqual([third.id]);
      expect(listedDeliveries.map((one) => one?.tried.map(({ status }) => status))).toEqual([[500, 204], [204], []]);
      expect(listedDeliveries.map((one) => one?.position)).toEqual([first.position, second.position, null]);
      expect(eventPositions).toEqual(sourceDeliveries.eventPositions);
    } finally {
      await Promise.all([otherEngines.close(), back.close()]);
    }
  });

  it('continues where it was killed, and does nothing when it is complete', async () => {
    for (let n = 0; n < 9; n++) await createConsignment(source);
    await expect(
      moveService(storesOf(source), { ...storesOf(target), log: failAfter(4, target.eventStore.log) }, silent),
    ).rejects.toThrow('killed');
    expect((await readEvents(target)).length).toBe(4);
    expect((await moveService(storesOf(source), storesOf(target), silent)).log).toEqual({ events: 9, newEvents: 5 });
    expect((await moveService(storesOf(source), storesOf(target), silent)).log).toEqual({ events: 9, newEvents: 0 });
    expect(await readEvents(target)).toEqual(await readEvents(source));
  });

  it('sends nothing after a failed append, and continues by itself after an append with an unknown outcome', async () => {
    for (let n = 0; n < 9; n++) await createConsignment(source);
    const refusing = interceptAppends(target.eventStore.log, (n, append) =>
      n === 4 ? Promise.reject(new StoreUnavailable('refused')) : append(),
    );
    await expect(moveService(storesOf(source), { ...storesOf(target), log: refusing }, silent)).rejects.toThrow(
      'refused',
    );
    expect(await readEvents(target)).toEqual((await readEvents(source)).slice(0, 3));

    const losing = interceptAppends(target.eventStore.log, (n, append) =>
      n === 3 ? Promise.reject(new AppendInDoubt('the connection broke')) : append(),
    );
    expect((await moveService(storesOf(source), { ...storesOf(target), log: losing }, silent)).log).toEqual({
      events: 9,
      newEvents: 6,
    });
    expect(await readEvents(target)).toEqual(await readEvents(source));
  });

  it('asks an unresponsive server a limited number of times, and says how to continue', async () => {
    let attempts = 0;
    const unavailableLog: EventLog = new Proxy(target.eventStore.log, {
      get: (of, name) =>
        name === 'readAll'
          ? () => (attempts++, Promise.reject(new StoreUnavailable('read ECONNRESET')))
          : (Reflect.get(of, name) as unknown),
    });
    const retryingLog = withReadRetries(unavailableLog, { ms: 50, firstPauseMs: 1, maxPauseMs: 5 });
    await expect(retryingLog.readAll(START, 1)).rejects.toThrow(/read ECONNRESET.*run the move again/);
    expect([attempts > 1, attempts < 60]).toEqual([true, true]);
  });

  it('continues as long as it makes progress, even if no append is ever acknowledged', async () => {
    for (let n = 0; n < 25; n++) await createConsignment(source);
    const unacknowledgingLog = interceptAppends(target.eventStore.log, async (_, append) => {
      await append();
      throw new AppendInDoubt('no answer');
    });
    expect(
      (await moveService(storesOf(source), { ...storesOf(target), log: unacknowledgingLog }, silent)).log,
    ).toMatchObject({
      events: 25,
      newEvents: 25,
    });
    expect(await readEvents(target)).toEqual(await readEvents(source));
  });

  it('says how to continue when the server has stored events without the ones before them', async () => {
    for (let n = 0; n < 4; n++) await createConsignment(source);
    // A server that drops one of those it was sent together, as a broken one may.
    const dropping = interceptAppends(target.eventStore.log, (n, append) =>
      n === 2 ? new Promise((_, fail) => setImmediate(fail, new AppendInDoubt('dropped'))) : append(),
    );
    await expect(moveService(storesOf(source), { ...storesOf(target), log: dropping }, silent)).rejects.toThrow(
      "Empty the server's log and move again",
    );
    await expect(moveService(storesOf(source), storesOf(target), silent)).rejects.toThrow(
      'event 2 of this log, which comes before it',
    );
  });

  it('refuses to move onto another service, or onto a copy that has been used since', async () => {
    await createConsignment(source);
    await createConsignment(target);
    await expect(moveService(storesOf(source), storesOf(target), silent)).rejects.toThrow('the log of another service');

    const copy = await assembleEngines(embeddedOpeners(':memory:'));
    try {
      await moveService(storesOf(source), storesOf(copy), silent);
      await createConsignment(copy);
      await source.vault.setCredential('u-2', 'changed there since');
      await expect(moveService(storesOf(source), storesOf(copy), silent)).rejects.toThrow(TargetInUse);
      expect(await copy.vault.credential('u-2')).toBeNull();
    } finally {
      await copy.close();
    }
  });

  it('writes no event beside a vault with other secrets', async () => {
    await createConsignment(source);
    await target.vault.secret('personal-index', () => 'another');
    await expect(moveService(storesOf(source), storesOf(target), silent)).rejects.toThrow('secret "personal-index"');
    expect(await readEvents(target)).toEqual([]);
  });
});
