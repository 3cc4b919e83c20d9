import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { NO_STREAM, START, StoreMisconfigured, StoreUnavailable } from '#events';
import { compiledFile, openEventStoreDbLog } from '#engines';
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

/**
 * What the administrator of a server grants the service, as docs/operations.md says; `roles` replaces who may do what.
 */
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

describe('what only an operator can mend', () => {
  let server: EventStoreServer;
  beforeAll(async () => {
    server = await secured([ADMIN, PLATFORM, { ...PLATFORM, loginName: 'gone', disabled: true }]);
  });
  afterAll(() => server.stop());

  /** What an operator is told, who has not waited for what no waiting mends. */
  const toldOf = async (url: string): Promise<string> => {
    const opening = openEventStoreDbLog(url, { deadlineMs: DEADLINE_MS, openWithinMs: 600_000 });
    const failure: unknown = await opening.then(
      () => 'opened',
      (error: unknown) => error,
    );
    if (!(failure instanceof StoreMisconfigured)) throw new Error('not told', { cause: failure });
    expect(failure.message).not.toContain(PLATFORM.password);
    return failure.message;
  };

  it('is told at the first attempt: user and password', async () => {
    const unknown = /EVENTSTORE_URL: the server does not know its user with this password, or the user is disabled/;
    for (const user of [
      { ...PLATFORM, password: 'other' },
      { ...PLATFORM, loginName: 'nobody' },
      { ...PLATFORM, loginName: 'gone' },
    ])
      expect(await toldOf(urlOf(server, user))).toMatch(unknown);
    const cluster = urlOf(server, { ...PLATFORM, password: 'other' }).replace('esdb:', 'esdb+discover:');
    expect(await toldOf(cluster)).toMatch(unknown);
  });

  it('is told at the first attempt: each right that is missing', async () => {
    const url = urlOf(server, PLATFORM);
    expect(await toldOf(url)).toMatch(/EVENTSTORE_URL: its user may not read \$all; the metadata of \$all/);
    const bare = await secured([ADMIN, PLATFORM]);
    await grant(bare, { write: [] });
    expect(await toldOf(urlOf(bare, PLATFORM))).toMatch(
      /platform-log was not written: .* may not append to platform-log/,
    );
    await grant(bare, { read: [] });
    expect(await toldOf(urlOf(bare, PLATFORM))).toMatch(/platform-log could not be read: .* may not read platform-log/);
    await grant(bare, { all: [] });
    expect(await toldOf(urlOf(bare, PLATFORM))).toMatch(/may not read \$all/);
    await grant(bare);
    await (await openEventStoreDbLog(urlOf(bare, PLATFORM))).close();
    await bare.stop();
  });

  it('is told at the first attempt: TLS, of a single node and of a cluster', async () => {
    const other = newAuthority(folder);
    const expired = await startServer({
      secure: { ...authority.certificateOf('node', { days: -1 }), ca: authority.ca, users: [] },
    });
    const elsewhere = await startServer({
      secure: { ...authority.certificateOf('node', { names: ['DNS:esdb.example.com'] }), ca: authority.ca, users: [] },
    });
    const insecure = await startServer();
    const plain = (of: EventStoreServer) => `esdb://localhost:${of.port}?tls=false`;
    const asCluster = (url: string) => url.replace('esdb:', 'esdb+discover:');
    const cases: [string, RegExp][] = [
      [urlOf(server, PLATFORM, `tlsCaFile=${other.ca}`), /no authority that is trusted here; name its CA by tlsCaFile/],
      [urlOf(expired, PLATFORM), /certificate of the server has expired/],
      [urlOf(elsewhere, PLATFORM), /does not name the host/],
      [urlOf(insecure, PLATFORM), /does not speak TLS there/],
      [plain(server), /the server at localhost:\d+ wants TLS and a user, and the URL says tls=false/],
    ];
    for (const [url, told] of cases) for (const one of [url, asCluster(url)]) expect(await toldOf(one)).toMatch(told);
    for (const one of [expired, elsewhere, insecure]) await one.stop();
  }, 60_000);

  it('leaves an api alive and answering that it is not ready and why, until it is mended', async () => {
    const own = await secured([ADMIN, PLATFORM]);
    const port = await closedPort();
    const api = spawn(process.execPath, [compiledFile(import.meta.url, '../../apps/api/src/main.js')], {
      env: {
        ...process.env,
        EVENTSTORE_URL: urlOf(own, PLATFORM),
        DATA_DIR: join(folder, 'api'),
        MONGO_URL: '',
        REDIS_URL: '',
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: api.stdout });
    const [line] = (await once(lines, 'line')) as [string];
    expect(JSON.parse(line)).toMatchObject({
      msg: 'an engine cannot be used until this is mended, trying again',
      err: { message: expect.stringMatching(/EVENTSTORE_URL: its user may not read \$all/) },
    });
    expect(line).not.toContain(encodeURIComponent(PLATFORM.password));
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const health = await eventually(() =>
      get('/healthz').catch(() => Promise.reject(new StoreUnavailable('not there yet'))),
    );
    expect(health.status).toBe(200);
    const waiting = await get('/readyz');
    expect(waiting.status).toBe(503);
    expect(await waiting.json()).toEqual({
      ready: false,
      engines: { vault: 'ok', eventStore: 'unreachable' },
      views: [],
    });
    expect((await get('/api/anything')).status).toBe(503);
    await grant(own);
    const opened = async () => (await get('/readyz').then((answer) => answer.json())) as { engines: object };
    await eventually(async () => {
      const { engines } = await opened().catch(() => ({ engines: {} })); // the port changes hands
      if (!('lastWrites' in engines) && !('jobs' in engines)) throw new StoreUnavailable('not yet');
    });
    expect((await opened()).engines).toMatchObject({ eventStore: 'ok', vault: 'ok' });
    api.kill();
    await once(api, 'exit');
    await own.stop();
  }, 60_000);

  it('while the service runs is a refusal, and passes when it is mended', async () => {
    const own = await secured([ADMIN, PLATFORM]);
    await grant(own);
    const store = await stores.open(urlOf(own, PLATFORM));
    const stream = newStream();
    const head = await fill(store, stream, 1);
    await own.setUsers([ADMIN, { ...PLATFORM, disabled: true }]);
    await expect(store.read(stream)).rejects.toThrow(StoreMisconfigured);
    await expect(store.append(stream, [numberTaken(2)], head)).rejects.toThrow(StoreMisconfigured);
    await own.setUsers([ADMIN, PLATFORM]);
    await store.append(stream, [numberTaken(2)], head);
    await grant(own, { write: [] });
    await expect(store.append(newStream(), [numberTaken(1)], NO_STREAM)).rejects.toThrow(
      /was not written.*may not append/,
    );
    expect((await store.read(stream)).events).toHaveLength(2);
    await own.stop();
  });
});

describe('npm run check:servers', () => {
  let server: EventStoreServer;
  beforeAll(async () => {
    server = await secured([ADMIN, PLATFORM]);
  });
  afterAll(() => server.stop());

  const check = async (urls: Record<string, string>, ...args: string[]) => {
    const program = compiledFile(import.meta.url, '../../apps/standalone/src/check-servers/main.js');
    const env = { ...process.env, EVENTSTORE_URL: '', MONGO_URL: '', REDIS_URL: '', ...urls };
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [[code], said, missing] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    return { code: code as number, said, missing };
  };

  it('names each right that is missing, and those that are too many, and writes nothing', async () => {
    const EVENTSTORE_URL = urlOf(server, PLATFORM);
    const byDefault = await check({ EVENTSTORE_URL }, '--eventstore');
    expect(byDefault.code).toBe(1);
    expect(byDefault.missing).toMatch(/^MISSING  EventStoreDB: may read \$all: .* its user may not read \$all.*\n$/);
    expect(byDefault.said).toContain('ok       EventStoreDB: may append to streams\n');
    expect(byDefault.said).toContain('note     EventStoreDB: may not delete streams: it may');

    await grant(server, { read: [], write: [] });
    const { code, missing } = await check({ EVENTSTORE_URL });
    expect(code).toBe(1);
    expect(missing).toMatch(/may read streams: .*"\$r"/);
    expect(missing).toMatch(/may append to streams: .*"\$w"/);

    await grant(server);
    expect(await check({ EVENTSTORE_URL })).toEqual({
      code: 0,
      missing: '',
      said: [
        'the URL is usable',
        'the server answers',
        'may read streams',
        'may read $all',
        'may append to streams',
        'may not delete streams',
        'may not change the metadata of streams',
      ]
        .map((what) => `ok       EventStoreDB: ${what}\n`)
        .join(''),
    });
    const store = await stores.open(EVENTSTORE_URL);
    expect(await store.readAll(START, 10)).toEqual([]);
  });

  it('says of other servers whether they answer, and why a URL or a server is of no use', async () => {
    const dead = await closedPort();
    const away = await check({
      EVENTSTORE_URL: urlOf(server, { ...PLATFORM, password: 'other' }),
      MONGO_URL: `mongodb://127.0.0.1:${dead}/x`,
      REDIS_URL: `redis://127.0.0.1:${dead}`,
    });
    expect(away.code).toBe(1);
    expect(away.missing).toMatch(/EventStoreDB: the server answers: .*does not know its user with this password/);
    expect(away.missing).toMatch(/MongoDB: the server answers: .*ECONNREFUSED/);
    expect(away.missing).toMatch(/Redis: the server answers: .*ECONNREFUSED/);
    const mistyped = await check({ EVENTSTORE_URL: 'esdb://admin:p@ss@host' }, '--eventstore');
    expect(mistyped).toMatchObject({ code: 1, said: '' });
    expect(mistyped.missing).toMatch(/EVENTSTORE_URL: percent-encode the password/);
    expect(await check({}, '--eventstore')).toMatchObject({ code: 1, missing: 'EVENTSTORE_URL is not set\n' });
    expect((await check({}, '--all')).code).toBe(2);
  });
});

describe('a cluster of EventStoreDB', () => {
  it('of which no node is left is told of within seconds, and no process ends by it; it goes on when one is back', async () => {
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
      await pause(50);
    }
  }
};
