import { describe, expect, it } from '@jest/globals';
import { verify } from '@node-rs/argon2';
import type { Projection } from '#domain/event-sourcing';
import { allProjections } from '#domain/views';
import type { Engines } from '#engines';
import { type EventStore, START, StoreUnavailable } from '#events';
import { createFirstAdministrator } from './run-import.js';
import { DEMO_PASSWORD, demoAccounts, importDemo } from './import-demo.js';
import { importReference } from './import-reference.js';
import { enginesInMemory } from '#harness/standalone/engines-in-memory';

const open = enginesInMemory();

const silent = { info: () => {} };
const now = new Date('2026-03-01T08:00:00.000Z');
const eventsOf = ({ eventStore }: Engines, types?: string[]) => eventStore.readAll(START, 100_000, types);

/** The store of a process that is killed after so many appends. */
const dyingAfter = (appends: number, store: EventStore): EventStore => {
  let remainingAppends = appends;
  return {
    logId: store.logId,
    read: (...args) => store.read(...args),
    readLast: (...args) => store.readLast(...args),
    append: (...args) =>
      remainingAppends-- > 0 ? store.append(...args) : Promise.reject(new StoreUnavailable('killed')),
    readAll: (...args) => store.readAll(...args),
    countAfter: (...args) => store.countAfter(...args),
    subscribe: (...args) => store.subscribe(...args),
    lastPosition: () => store.lastPosition(),
  };
};

/** Every view folded from the log, by name. */
const countRowsByView = async (engines: Engines): Promise<Record<string, number>> => {
  const events = await eventsOf(engines);
  const countRows = ({ types, idsOf, project }: Projection<object>) => {
    const rows = new Map<string, object | null>();
    for (const event of events.filter(({ type }) => types.includes(type)))
      for (const id of idsOf(event)) rows.set(id, project(rows.get(id) ?? null, event, id));
    return rows.size;
  };
  return Object.fromEntries(allProjections.map((projection) => [projection.name, countRows(projection)]));
};

describe('the import at a first start', () => {
  it('writes the catalogue and the demo data in under 3 s each, and every view can be projected from them', async () => {
    const engines = await open();
    const durationsMs: number[] = [];
    const log = { info: (facts: object) => durationsMs.push((facts as { ms: number }).ms) };
    const steps = [await importReference(engines, log, { now }), await importDemo(engines, log, { now })];
    expect(steps).toEqual([625, 52]);
    expect(await countRowsByView(engines)).toEqual({
      consignmentList: 0,
      sampleIndex: 0,
      attachmentIndex: 0,
      reportList: 0,
      consignmentProgress: 0,
      testingUnits: 6,
      consigningUnits: 8,
      unitSettings: 6,
      projects: 25,
      tenants: 0,
      instructions: 0,
      notices: 0,
      messages: 0,
      notifications: 0,
      imageUses: 171,
      richTextImages: 0,
      personalReads: 0,
      roles: 0,
      accessKeys: 0,
      outgoingCalls: 0,
      unitFeed: 0,
      webhooks: 0,
      users: 7,
      usersByName: 7,
      catalogueCategories: 116,
      catalogueSamples: 165,
      catalogueLeaves: 165,
      catalogueStandards: 281,
      cataloguePacks: 42,
      unitSamples: 0,
      unitLeaves: 0,
      unitPacks: 0,
      standardUses: 207,
      wantedParameters: 0,
      referenceLists: 21,
      eventLog: 686,
    });
    expect(Math.min(...durationsMs)).toBeLessThan(3000);
    process.stdout.write(`import: reference ${durationsMs[0]} ms, demo ${durationsMs[1]} ms\n`);
  });

  it('is marked as an import by an actor who cannot sign in, and is marked complete last', async () => {
    const engines = await open();
    await importReference(engines, silent, { now });
    const events = await eventsOf(engines);
    expect(
      events.every(
        ({ metadata }) =>
          metadata.imported === true && metadata.by.role === 'system' && metadata.at === now.toISOString(),
      ),
    ).toBe(true);
    expect(events.at(-1)).toMatchObject({
      stream: 'reference-import-reference',
      type: 'ImportCompleted',
      data: { import: 'reference', events: 625 },
    });
    expect(events.filter(({ type }) => type === 'ImportCompleted')).toHaveLength(1);
  });

  it('writes nothing the second time', async () => {
    const engines = await open();
    await importReference(engines, silent, { now });
    await importDemo(engines, silent, { now });
    const end = await engines.eventStore.lastPosition();
    expect([await importReference(engines, silent), await importDemo(engines, silent)]).toEqual([0, 0]);
    expect(await engines.eventStore.lastPosition()).toBe(end);
  });

  it('is completed by the next start if it was killed half-way', async () => {
    const [uninterrupted, interrupted] = [await open(), await open()];
    for (const run of [importReference, importDemo]) {
      await run(uninterrupted, silent, { now });
      await expect(
        run({ ...interrupted, eventStore: dyingAfter(20, interrupted.eventStore) }, silent, { now }),
      ).rejects.toThrow(StoreUnavailable);
      await run(interrupted, silent, { now });
    }
    const idsOf = async (engines: Engines) => (await eventsOf(engines)).map(({ id }) => id).toSorted();
    const reservations = (await eventsOf(uninterrupted, ['ValueReserved'])).length;
    const [expectedIds, completedIds] = [await idsOf(uninterrupted), await idsOf(interrupted)];
    expect(completedIds).toHaveLength(expectedIds.length);
    // Reserved names stand under the secret of the installation; all other ids are the same in every installation.
    expect(completedIds.filter((id) => expectedIds.includes(id))).toHaveLength(expectedIds.length - reservations);
  });

  it('creates exactly the demo accounts that sign in with the demo password', async () => {
    const engines = await open();
    await importDemo(engines, silent, { now });
    const users = await eventsOf(engines, ['UserRegistered']);
    expect(users.map(({ data }) => (data as { userName: string }).userName).toSorted()).toEqual(
      demoAccounts.map(({ userName }) => userName).toSorted(),
    );
    const hashes = await Promise.all(users.map(({ stream }) => engines.vault.credential(stream.slice('user-'.length))));
    expect(await Promise.all(hashes.map((hash) => verify(hash ?? '', DEMO_PASSWORD)))).toEqual(users.map(() => true));
    expect(await verify(hashes[0] ?? '', 'Consign-2026')).toBe(false);
    expect(new Set(hashes).size).toBe(users.length);
  });
});

describe('the first administrator of a production installation', () => {
  it('needs a strong password and a phone number or e-mail address, and is created once and not changed afterwards', async () => {
    const engines = await open();
    await expect(createFirstAdministrator(engines, { password: undefined })).rejects.toThrow('Set ADMIN_PASSWORD');
    for (const password of ['Short-1!', 'nothing-but-small', 'Admin-of-2026-it-is'])
      await expect(createFirstAdministrator(engines, { password })).rejects.toThrow('ADMIN_PASSWORD is too weak');
    const strong = 'Bridge-and-Tunnel-7';
    for (const [contact, message] of [
      [{}, 'Set ADMIN_PHONE or ADMIN_EMAIL'],
      [{ phone: ' ', email: '' }, 'Set ADMIN_PHONE or ADMIN_EMAIL'],
      [{ phone: '0571-88888888' }, 'ADMIN_PHONE is not a mobile number'],
      [{ email: 'admin' }, 'ADMIN_EMAIL is not an e-mail address'],
    ] as const)
      await expect(createFirstAdministrator(engines, { password: strong, ...contact })).rejects.toThrow(message);
    expect(await eventsOf(engines)).toEqual([]);

    expect(await createFirstAdministrator(engines, { password: strong, phone: '13800000000' })).toBe(true);
    expect(
      await createFirstAdministrator(engines, { password: 'Another-Password-8', email: 'admin@example.com' }),
    ).toBe(false);
    expect(await createFirstAdministrator(engines, { password: undefined })).toBe(false);
    const [user] = await eventsOf(engines, ['UserRegistered']);
    expect(user).toMatchObject({ data: { userName: 'admin', roles: ['admin'] } });
    expect(
      await verify(
        (await engines.vault.credential(user?.stream.slice('user-'.length) ?? '')) ?? '',
        'Bridge-and-Tunnel-7',
      ),
    ).toBe(true);
  });

  it('gets the password of the next start if the process was killed before the registration', async () => {
    const engines = await open();
    await expect(
      createFirstAdministrator(
        { ...engines, eventStore: dyingAfter(1, engines.eventStore) },
        { password: 'Bridge-and-Tunnel-7', email: 'admin@example.com' },
      ),
    ).rejects.toThrow(StoreUnavailable);
    expect(
      await createFirstAdministrator(engines, { password: 'Another-Password-8', email: 'admin@example.com' }),
    ).toBe(true);
    const [user] = await eventsOf(engines, ['UserRegistered']);
    expect(
      await verify(
        (await engines.vault.credential(user?.stream.slice('user-'.length) ?? '')) ?? '',
        'Another-Password-8',
      ),
    ).toBe(true);
  });
});
