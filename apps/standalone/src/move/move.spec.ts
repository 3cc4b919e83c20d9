import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { consignment, handle } from '#domain';
import { assembleEngines, embeddedOpeners, type Engines, type EventLog } from '#engines';
import { ROLE, START, StoreUnavailable, type Actor } from '#events';
import { GoneOn, move, type Belongings } from './move.js';

const by: Actor = { userId: randomUUID(), role: ROLE.client, unitId: randomUUID() };
const silent = () => undefined;

const consign = async ({ eventStore }: Engines): Promise<string> => {
  const id = randomUUID();
  const at = '2026-03-01T08:00:00.000Z';
  const context = { by, at, commandId: randomUUID(), correlationId: randomUUID() };
  await handle(eventStore, consignment, id, { type: 'CreateConsignment', by, at, consignType: 1, consignUnitName: '三公司', defaults: { contact: { name: '陈工', phone: '13800000001' } } }, context);
  return id;
};

describe('moving a service to other engines', () => {
  let source: Engines;
  let target: Engines;
  const of = ({ eventStore, vault, files }: Engines): Belongings => ({ log: eventStore.log, vault, files });

  beforeEach(async () => {
    source = await assembleEngines(embeddedOpeners(':memory:'));
    target = await assembleEngines(embeddedOpeners(':memory:'));
  });
  afterEach(() => Promise.all([source.close(), target.close()]));

  const stored = async ({ eventStore }: Engines) => (await eventStore.log.readAll(START, 10_000)).map(({ position: _, ...event }) => event);

  /** A log whose process is killed after so many appends. */
  const dyingAfter = (appends: number, log: EventLog): EventLog => {
    let left = appends;
    return new Proxy(log, {
      get: (of, name) => {
        if (name === 'append' && left-- <= 0) return () => Promise.reject(new StoreUnavailable('killed'));
        const member: unknown = Reflect.get(of, name);
        return typeof member === 'function' ? member.bind(of) : member;
      },
    });
  };

  it('carries log, vault and files as they are: the same hashes, persons who can be read, passwords and sessions that go on', async () => {
    const id = await consign(source);
    await consign(source);
    await source.vault.setCredential('u-1', 'hash');
    await source.vault.addSession({ jti: 'j-1', userId: 'u-1', createdAt: '2026-03-01T08:00:00.000Z', expiresAt: '2026-03-08T08:00:00.000Z' });
    const { hash } = await source.files.put(randomBytes(3_000), { contentType: 'application/pdf', name: '委托书.pdf' });

    expect(await move(of(source), of(target), silent)).toMatchObject({ log: { events: 2, written: 2 }, files: { count: 1, damaged: [] } });
    expect(await stored(target)).toEqual(await stored(source));
    expect(await target.files.get(hash)).toEqual(await source.files.get(hash));
    expect([await target.vault.credential('u-1'), (await target.vault.session('j-1'))?.userId]).toEqual(['hash', 'u-1']);
    // Opened anew, as the service there will be: what it has read before it would have to forget.
    const { events } = await target.eventStore.read(`consignment-${id}`, { from: 0 });
    expect(JSON.stringify(events)).toContain('陈工');
  });

  it('goes on where it was killed, and has nothing to do when it is done', async () => {
    for (let n = 0; n < 9; n++) await consign(source);
    await expect(move(of(source), { ...of(target), log: dyingAfter(4, target.eventStore.log) }, silent)).rejects.toThrow('killed');
    expect((await stored(target)).length).toBe(4);
    expect((await move(of(source), of(target), silent)).log).toEqual({ events: 9, written: 5 });
    expect((await move(of(source), of(target), silent)).log).toEqual({ events: 9, written: 0 });
    expect(await stored(target)).toEqual(await stored(source));
  });

  it('moves nothing onto another service, nor onto this one when it has been used there since', async () => {
    await consign(source);
    await consign(target);
    await expect(move(of(source), of(target), silent)).rejects.toThrow('the log of another service');

    const fresh = await assembleEngines(embeddedOpeners(':memory:'));
    try {
      await move(of(source), of(fresh), silent);
      await consign(fresh);
      await source.vault.setCredential('u-2', 'changed there since');
      await expect(move(of(source), of(fresh), silent)).rejects.toThrow(GoneOn);
      expect(await fresh.vault.credential('u-2')).toBeNull();
    } finally {
      await fresh.close();
    }
  });

  it('writes no event beside a vault that has other secrets', async () => {
    await consign(source);
    await target.vault.secret('personal-index', () => 'another');
    await expect(move(of(source), of(target), silent)).rejects.toThrow('secret "personal-index"');
    expect(await stored(target)).toEqual([]);
  });
});
