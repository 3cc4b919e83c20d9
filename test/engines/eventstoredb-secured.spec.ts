import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { NO_STREAM, START, StoreUnavailable } from '#events';
import { openEventStoreDbLog } from '#engines';
import { newAuthority, type Authority } from '../eventstoredb/certificates.mjs';
import { startServer, type EventStoreServer, type EventStoreUser } from '../eventstoredb/start-server.mjs';
import {
  DEADLINE_MS,
  fill,
  newStream,
  numberTaken,
  storesOverEventStoreDb,
  type OpenedStores,
} from './support/eventstoredb-under-test.js';

const ADMIN: EventStoreUser = { loginName: 'admin', password: 'changeit', groups: ['$admins'] };
const PLATFORM: EventStoreUser = { loginName: 'platform', password: 'p@ss/w:rd%' };

/** Promises that were let go of, which would end a process. */
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

let folder: string;
let authority: Authority;
let stores: OpenedStores;
beforeAll(async () => {
  process.on('unhandledRejection', note);
  folder = await mkdtemp(join(tmpdir(), 'secured-'));
  authority = newAuthority(folder);
  stores = await storesOverEventStoreDb();
});
afterEach(() => expect(unhandled).toEqual([]));
afterAll(async () => {
  await stores.close();
  await rm(folder, { recursive: true });
  process.off('unhandledRejection', note);
});

const secured = (users: EventStoreUser[], port = 0) =>
  startServer({ port, secure: { ...authority.certificateOf('eventstoredb-node'), ca: authority.ca, users } });

const urlOf = ({ port }: EventStoreServer, user: EventStoreUser, options = `tlsCaFile=${authority.ca}`) =>
  `esdb://${encodeURIComponent(user.loginName)}:${encodeURIComponent(user.password)}@localhost:${port}?${options}`;

/** What the administrator of a server grants the service, as docs/operations.md says; `roles` replaces who may do what. */
const grant = async (server: EventStoreServer, roles: { all?: string[]; read?: string[]; write?: string[] } = {}) => {
  const { all = ['platform'], read = ['platform'], write = ['platform'] } = roles;
  const client = EventStoreDBClient.connectionString(urlOf(server, ADMIN));
  await client.setStreamMetadata('$all', { acl: { readRoles: ['$admins', ...all] } });
  const [$r, $w] = [
    ['$admins', ...read],
    ['$admins', ...write],
  ];
  const data = {
    $userStreamAcl: { $r, $w, $d: '$admins', $mr: '$admins', $mw: '$admins' },
    $systemStreamAcl: { $r: '$admins', $w: '$admins', $d: '$admins', $mr: '$admins', $mw: '$admins' },
  };
  await client.appendToStream('$settings', jsonEvent({ type: 'update-default-acl', data }));
  await client.dispose();
};

describe('a secured EventStoreDB', () => {
  let server: EventStoreServer;
  beforeAll(async () => {
    server = await secured([ADMIN, PLATFORM]);
    await grant(server);
  });
  afterAll(() => server.stop());

  it('serves a user with the least rights, whatever the password is made of', async () => {
    const store = await stores.open(urlOf(server, PLATFORM));
    const stream = newStream();
    await fill(store, stream, 3);
    expect((await store.read(stream)).events).toHaveLength(3);
    const ids: string[] = [];
    const done = new AbortController();
    for await (const item of store.subscribe(START, ['NumberTaken'], done.signal)) {
      if ('event' in item && item.event.stream === stream) ids.push(item.event.id);
      if (ids.length === 3) done.abort();
    }
    expect(new Set(ids).size).toBe(3);
    const [first] = await store.log.read(stream);
    const behind = await store.log.appendBehind(`${stream}b`, [{ ...first!, stream: `${stream}b` }], NO_STREAM);
    expect(behind).toBe(await store.lastPosition());
  });

  it('is found by its cluster too, and under the newer names of the scheme', async () => {
    const url = urlOf(server, PLATFORM);
    for (const other of [
      url.replace('esdb:', 'kurrentdb:'),
      url.replace('esdb:', 'esdb+discover:'),
      url.replace('@localhost', '@localhost:1,localhost'),
      ` "${url}"\n`,
    ])
      await (await openEventStoreDbLog(other, { deadlineMs: 3 * DEADLINE_MS })).close();
  });

  it('takes a certificate for the user', async () => {
    const { certificate, key } = authority.certificateOf('platform');
    const files = `tlsCaFile=${authority.ca}&userCertFile=${certificate}&userKeyFile=${key}`;
    const store = await stores.open(`esdb://localhost:${server.port}?${files}`);
    const stream = newStream();
    await fill(store, stream, 2);
    const [first, second] = await store.log.read(stream);
    const copies = [first!, second!].map((event) => ({ ...event, stream: `${stream}c` }));
    await Promise.all([
      store.log.appendBehind(`${stream}c`, copies.slice(0, 1), NO_STREAM),
      store.log.appendBehind(`${stream}c`, copies.slice(1), { revision: 0, hash: first!.hash }),
    ]);
    expect(await store.log.read(`${stream}c`)).toHaveLength(2);
  });

  it('is told nothing of a URL on the standard streams, whatever is wrong with it', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    for (const option of ['tlsVerifyCert=false', 'tlsCertFile=/x'])
      await expect(openEventStoreDbLog(urlOf(server, PLATFORM, option))).rejects.toThrow(/^EVENTSTORE_URL: /);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});

describe('a cluster of EventStoreDB', () => {
  it('of which no node is left is told of at once, and no process ends by it; it goes on when one is back', async () => {
    const folderOfLog = join(folder, 'cluster');
    const server = await startServer({ data: folderOfLog });
    const dead = await closedPort();
    const store = await stores.open(`esdb://127.0.0.1:${server.port},127.0.0.1:${dead}?tls=false`);
    const stream = newStream();
    const head = await fill(store, stream, 1);
    const reading = new AbortController();
    const followed = (async () => {
      for await (const item of store.subscribe(START, ['NumberTaken'], reading.signal))
        if ('event' in item && item.event.revision === 1) return item.event.data;
      return null;
    })();
    await server.stop();
    // Longer than the client looks for a node: ten times with a pause of 100 ms.
    for (const until = Date.now() + 2_500; Date.now() < until;)
      await expect(store.read(stream)).rejects.toThrow(StoreUnavailable);
    const again = await startServer({ port: server.port, data: folderOfLog });
    await eventually(() => store.append(stream, [numberTaken(2)], head));
    expect(await followed).toMatchObject({ number: 2 });
    reading.abort();
    await again.stop();
  }, 60_000);
});

const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const eventually = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
};
