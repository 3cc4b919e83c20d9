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
  type TestStores,
} from './support/eventstoredb-under-test.js';

const ADMIN: EventStoreUser = { loginName: 'admin', password: 'changeit', groups: ['$admins'] };
const PLATFORM: EventStoreUser = { loginName: 'platform', password: 'p@ss/w:rd%' };

/** Unhandled rejections, which would end a process. */
const unhandledRejections: unknown[] = [];
const recordRejection = (reason: unknown) => void unhandledRejections.push(reason);

let folder: string;
let authority: Authority;
let stores: TestStores;
beforeAll(async () => {
  process.on('unhandledRejection', recordRejection);
  folder = await mkdtemp(join(tmpdir(), 'secured-'));
  authority = newAuthority(folder);
  stores = await storesOverEventStoreDb();
});
afterEach(() => expect(unhandledRejections).toEqual([]));
afterAll(async () => {
  await stores.close();
  await rm(folder, { recursive: true });
  process.off('unhandledRejection', recordRejection);
});

const startSecuredServer = (users: EventStoreUser[], port = 0) =>
  startServer({ port, secure: { ...authority.certificateOf('eventstoredb-node'), ca: authority.ca, users } });

const urlOf = ({ port }: EventStoreServer, user: EventStoreUser, options = `tlsCaFile=${authority.ca}`) =>
  `esdb://${encodeURIComponent(user.loginName)}:${encodeURIComponent(user.password)}@localhost:${port}?${options}`;

/** Grants the service its rights, as described in docs/operations.md; `roles` replaces the roles of a right. */
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
    server = await startSecuredServer([ADMIN, PLATFORM]);
    await grant(server);
  });
  afterAll(() => server.stop());

  it('serves a user with minimal rights and special characters in the password', async () => {
    const store = await stores.open(urlOf(server, PLATFORM));
    const stream = newStream();
    await fill(store, stream, 3);
    expect((await store.read(stream)).events).toHaveLength(3);
    const ids: string[] = [];
    const abortController = new AbortController();
    for await (const item of store.subscribe(START, ['NumberTaken'], abortController.signal)) {
      if ('event' in item && item.event.stream === stream) ids.push(item.event.id);
      if (ids.length === 3) abortController.abort();
    }
    expect(new Set(ids).size).toBe(3);
    const [first] = await store.log.read(stream);
    const behind = await store.log.appendPipelined(`${stream}b`, [{ ...first!, stream: `${stream}b` }], NO_STREAM);
    expect(behind).toBe(await store.lastPosition());
  });

  it('is found by cluster discovery, by a list of hosts and with the newer URL scheme', async () => {
    const url = urlOf(server, PLATFORM);
    for (const variantUrl of [
      url.replace('esdb:', 'kurrentdb:'),
      url.replace('esdb:', 'esdb+discover:'),
      url.replace('@localhost', '@localhost:1,localhost'),
      ` "${url}"\n`,
    ])
      await (await openEventStoreDbLog(variantUrl, { deadlineMs: 3 * DEADLINE_MS })).close();
  });

  it('accepts a client certificate instead of a password', async () => {
    const { certificate, key } = authority.certificateOf('platform');
    const files = `tlsCaFile=${authority.ca}&userCertFile=${certificate}&userKeyFile=${key}`;
    const store = await stores.open(`esdb://localhost:${server.port}?${files}`);
    const stream = newStream();
    await fill(store, stream, 2);
    const [first, second] = await store.log.read(stream);
    const copies = [first!, second!].map((event) => ({ ...event, stream: `${stream}c` }));
    await Promise.all([
      store.log.appendPipelined(`${stream}c`, copies.slice(0, 1), NO_STREAM),
      store.log.appendPipelined(`${stream}c`, copies.slice(1), { revision: 0, hash: first!.hash }),
    ]);
    expect(await store.log.read(`${stream}c`)).toHaveLength(2);
  });

  it('does not have its URL printed, whatever is wrong with the URL', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    for (const option of ['tlsVerifyCert=false', 'tlsCertFile=/x'])
      await expect(openEventStoreDbLog(urlOf(server, PLATFORM, option))).rejects.toThrow(/^EVENTSTORE_URL: /);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});

describe('a problem that only an operator can fix', () => {
  let server: EventStoreServer;
  beforeAll(async () => {
    server = await startSecuredServer([ADMIN, PLATFORM, { ...PLATFORM, loginName: 'disabled', disabled: true }]);
  });
  afterAll(() => server.stop());

  /** The message for the operator. It is reported at once, because waiting does not solve the problem. */
  const misconfigurationOf = async (url: string): Promise<string> => {
    const opening = openEventStoreDbLog(url, { deadlineMs: DEADLINE_MS, openWithinMs: 600_000 });
    const failure: unknown = await opening.then(
      () => 'opened',
      (error: unknown) => error,
    );
    if (!(failure instanceof StoreMisconfigured))
      throw new Error('no misconfiguration was reported', { cause: failure });
    expect(failure.message).not.toContain(PLATFORM.password);
    return failure.message;
  };

  it('is reported at the first attempt: user and password', async () => {
    const unknownUser = /EVENTSTORE_URL: the server does not know its user with this password, or the user is disabled/;
    for (const user of [
      { ...PLATFORM, password: 'other' },
      { ...PLATFORM, loginName: 'nobody' },
      { ...PLATFORM, loginName: 'disabled' },
    ])
      expect(await misconfigurationOf(urlOf(server, user))).toMatch(unknownUser);
    const cluster = urlOf(server, { ...PLATFORM, password: 'other' }).replace('esdb:', 'esdb+discover:');
    expect(await misconfigurationOf(cluster)).toMatch(unknownUser);
  });

  it('is reported at the first attempt: each missing right', async () => {
    const url = urlOf(server, PLATFORM);
    expect(await misconfigurationOf(url)).toMatch(/EVENTSTORE_URL: its user may not read \$all; the metadata of \$all/);
    const serverWithoutRights = await startSecuredServer([ADMIN, PLATFORM]);
    await grant(serverWithoutRights, { write: [] });
    expect(await misconfigurationOf(urlOf(serverWithoutRights, PLATFORM))).toMatch(
      /platform-log was not written: .* may not append to platform-log/,
    );
    await grant(serverWithoutRights, { read: [] });
    expect(await misconfigurationOf(urlOf(serverWithoutRights, PLATFORM))).toMatch(
      /platform-log could not be read: .* may not read platform-log/,
    );
    await grant(serverWithoutRights, { all: [] });
    expect(await misconfigurationOf(urlOf(serverWithoutRights, PLATFORM))).toMatch(/may not read \$all/);
    await grant(serverWithoutRights);
    await (await openEventStoreDbLog(urlOf(serverWithoutRights, PLATFORM))).close();
    await serverWithoutRights.stop();
  });

  it('is reported at the first attempt: TLS, of a single node and of a cluster', async () => {
    const otherAuthority = newAuthority(folder);
    const expiredServer = await startServer({
      secure: { ...authority.certificateOf('node', { days: -1 }), ca: authority.ca, users: [] },
    });
    const otherHostServer = await startServer({
      secure: { ...authority.certificateOf('node', { names: ['DNS:esdb.example.com'] }), ca: authority.ca, users: [] },
    });
    const insecureServer = await startServer();
    const insecureUrl = (of: EventStoreServer) => `esdb://localhost:${of.port}?tls=false`;
    const asCluster = (url: string) => url.replace('esdb:', 'esdb+discover:');
    const cases: [string, RegExp][] = [
      [
        urlOf(server, PLATFORM, `tlsCaFile=${otherAuthority.ca}`),
        /no authority that is trusted here; name its CA by tlsCaFile/,
      ],
      [urlOf(expiredServer, PLATFORM), /certificate of the server has expired/],
      [urlOf(otherHostServer, PLATFORM), /does not name the host/],
      [urlOf(insecureServer, PLATFORM), /does not speak TLS there/],
      [insecureUrl(server), /the server at localhost:\d+ wants TLS and a user, and the URL says tls=false/],
    ];
    for (const [url, message] of cases)
      for (const each of [url, asCluster(url)]) expect(await misconfigurationOf(each)).toMatch(message);
    for (const each of [expiredServer, otherHostServer, insecureServer]) await each.stop();
  }, 60_000);

  it('leaves an api running but not ready, with the reason, until it is fixed', async () => {
    const ownServer = await startSecuredServer([ADMIN, PLATFORM]);
    const port = await closedPort();
    const api = spawn(process.execPath, [compiledFile(import.meta.url, '../../apps/api/src/main.js')], {
      env: {
        ...process.env,
        EVENTSTORE_URL: urlOf(ownServer, PLATFORM),
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
      msg: 'an engine cannot be used until this is fixed, trying again',
      err: { message: expect.stringMatching(/EVENTSTORE_URL: its user may not read \$all/) },
    });
    expect(line).not.toContain(encodeURIComponent(PLATFORM.password));
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const health = await eventually(() =>
      get('/healthz').catch(() => Promise.reject(new StoreUnavailable('not listening yet'))),
    );
    expect(health.status).toBe(200);
    const unreadyResponse = await get('/readyz');
    expect(unreadyResponse.status).toBe(503);
    expect(await unreadyResponse.json()).toEqual({
      ready: false,
      engines: { vault: 'ok', eventStore: 'unreachable' },
      views: [],
    });
    expect((await get('/api/anything')).status).toBe(503);
    await grant(ownServer);
    const readReadiness = async () => (await get('/readyz').then((response) => response.json())) as { engines: object };
    await eventually(async () => {
      // A request fails while another server takes over the port.
      const { engines } = await readReadiness().catch(() => ({ engines: {} }));
      if (!('lastWrites' in engines) && !('jobs' in engines)) throw new StoreUnavailable('not open yet');
    });
    expect((await readReadiness()).engines).toMatchObject({ eventStore: 'ok', vault: 'ok' });
    api.kill();
    await once(api, 'exit');
    await ownServer.stop();
  }, 60_000);

  it('makes calls fail while the service runs, until it is fixed', async () => {
    const ownServer = await startSecuredServer([ADMIN, PLATFORM]);
    await grant(ownServer);
    const store = await stores.open(urlOf(ownServer, PLATFORM));
    const stream = newStream();
    const head = await fill(store, stream, 1);
    await ownServer.setUsers([ADMIN, { ...PLATFORM, disabled: true }]);
    await expect(store.read(stream)).rejects.toThrow(StoreMisconfigured);
    await expect(store.append(stream, [numberTaken(2)], head)).rejects.toThrow(StoreMisconfigured);
    await ownServer.setUsers([ADMIN, PLATFORM]);
    await store.append(stream, [numberTaken(2)], head);
    await grant(ownServer, { write: [] });
    await expect(store.append(newStream(), [numberTaken(1)], NO_STREAM)).rejects.toThrow(
      /was not written.*may not append/,
    );
    expect((await store.read(stream)).events).toHaveLength(2);
    await ownServer.stop();
  });
});

describe('npm run check:servers', () => {
  let server: EventStoreServer;
  beforeAll(async () => {
    server = await startSecuredServer([ADMIN, PLATFORM]);
  });
  afterAll(() => server.stop());

  const check = async (urls: Record<string, string>, ...args: string[]) => {
    const program = compiledFile(import.meta.url, '../../apps/standalone/src/check-servers/main.js');
    const env = { ...process.env, EVENTSTORE_URL: '', MONGO_URL: '', REDIS_URL: '', ...urls };
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    return { code: code as number, stdout, stderr };
  };

  it('reports missing and unnecessary rights, and writes nothing', async () => {
    const EVENTSTORE_URL = urlOf(server, PLATFORM);
    const checkWithoutRights = await check({ EVENTSTORE_URL }, '--eventstore');
    expect(checkWithoutRights.code).toBe(1);
    expect(checkWithoutRights.stderr).toMatch(
      /^MISSING  EventStoreDB: may read \$all: .* its user may not read \$all.*\n$/,
    );
    expect(checkWithoutRights.stdout).toContain('ok       EventStoreDB: may append to streams\n');
    expect(checkWithoutRights.stdout).toContain('note     EventStoreDB: may not delete streams: it may');

    await grant(server, { read: [], write: [] });
    const { code, stderr } = await check({ EVENTSTORE_URL });
    expect(code).toBe(1);
    expect(stderr).toMatch(/may read streams: .*"\$r"/);
    expect(stderr).toMatch(/may append to streams: .*"\$w"/);

    await grant(server);
    expect(await check({ EVENTSTORE_URL })).toEqual({
      code: 0,
      stderr: '',
      stdout: [
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

  it('reports whether other servers respond, and why a URL or a server cannot be used', async () => {
    const unusedPort = await closedPort();
    const unavailable = await check({
      EVENTSTORE_URL: urlOf(server, { ...PLATFORM, password: 'other' }),
      MONGO_URL: `mongodb://127.0.0.1:${unusedPort}/x`,
      REDIS_URL: `redis://127.0.0.1:${unusedPort}`,
    });
    expect(unavailable.code).toBe(1);
    expect(unavailable.stderr).toMatch(/EventStoreDB: the server answers: .*does not know its user with this password/);
    expect(unavailable.stderr).toMatch(/MongoDB: the server answers: .*ECONNREFUSED/);
    expect(unavailable.stderr).toMatch(/Redis: the server answers: .*ECONNREFUSED/);
    const mistyped = await check({ EVENTSTORE_URL: 'esdb://admin:p@ss@host' }, '--eventstore');
    expect(mistyped).toMatchObject({ code: 1, stdout: '' });
    expect(mistyped.stderr).toMatch(/EVENTSTORE_URL: percent-encode the password/);
    expect(await check({}, '--eventstore')).toMatchObject({ code: 1, stderr: 'EVENTSTORE_URL is not set\n' });
    expect((await check({}, '--all')).code).toBe(2);
  });
});

describe('a cluster of EventStoreDB', () => {
  it('reports within seconds that no node is left, without ending the process, and continues when one is back', async () => {
    const folderOfLog = join(folder, 'cluster');
    const server = await startServer({ data: folderOfLog });
    const unusedPort = await closedPort();
    const store = await stores.open(`esdb://127.0.0.1:${server.port},127.0.0.1:${unusedPort}?tls=false`);
    const stream = newStream();
    const head = await fill(store, stream, 1);
    const reading = new AbortController();
    const followedEvent = (async () => {
      for await (const item of store.subscribe(START, ['NumberTaken'], reading.signal))
        if ('event' in item && item.event.revision === 1) return item.event.data;
      return null;
    })();
    await server.stop();
    // Longer than the client searches for a node: ten attempts, 100 ms apart.
    for (const deadline = Date.now() + 2_500; Date.now() < deadline;)
      await expect(store.read(stream)).rejects.toThrow(StoreUnavailable);
    const restartedServer = await startServer({ port: server.port, data: folderOfLog });
    await eventually(() => store.append(stream, [numberTaken(2)], head));
    expect(await followedEvent).toMatchObject({ number: 2 });
    reading.abort();
    await restartedServer.stop();
  }, 60_000);
});

const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const eventually = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await pause(50);
    }
  }
};
