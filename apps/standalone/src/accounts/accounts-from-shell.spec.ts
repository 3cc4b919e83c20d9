import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authenticate, getUserInfo } from '#contract';
import { compiledFile, openEmbeddedEngines } from '#engines';
import { START } from '#events';
import { startService, type Service } from '#harness/service/service';

const PASSWORD = 'Consign-2026!';
let dataDir: string;
let service: Service | null = null;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shell-accounts-'));
});
afterAll(async () => {
  await service?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const run = async (command: 'unlock' | 'set-password', args: string[], input = '') => {
  const child = spawn(process.execPath, [compiledFile(import.meta.url, `../${command}/main.js`), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, EVENTSTORE_URL: '', MONGO_URL: '', REDIS_URL: '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: code as number, said: stdout, failed: stderr };
};
const signIn = (password: string, from = '198.51.100.1') =>
  service!.stranger.call(authenticate, {
    body: { UserNameOrEmailAddress: 'admin', password },
    headers: { 'x-forwarded-for': from },
  });

it('an account is unlocked or gets a new password, with and without a running service, and the log records by whom and why', async () => {
  service = await startService({ dataDir, trustProxy: ['loopback'] });
  for (let n = 0; n < 6; n++) await signIn('Wrong-guess-1');
  expect((await signIn(PASSWORD)).failure?.code).toBe('ACCOUNT_LOCKED');
  expect(await run('unlock', ['Admin', '--reason', '本人来电'])).toEqual({
    code: 0,
    said: '"admin" is unlocked.\n',
    failed: '',
  });
  const { result } = await signIn(PASSWORD);
  const session = service.withToken(result.accessToken);
  expect((await session.call(getUserInfo)).status).toBe(200);

  const changed = await run('set-password', ['admin', '--reason', '遗失'], 'Harbour-2027!\nanother line\n');
  expect(changed).toEqual({
    code: 0,
    said: 'The password of "admin" is set. All its sessions have ended.\n',
    failed: '',
  });
  expect((await session.call(getUserInfo)).status).toBe(401);
  expect([(await signIn(PASSWORD)).status, (await signIn('Harbour-2027!')).status]).toEqual([400, 200]);

  for (let n = 0; n < 6; n++) await signIn('Wrong-guess-1', '198.51.100.2');
  expect((await signIn('Harbour-2027!', '198.51.100.2')).failure?.code).toBe('ACCOUNT_LOCKED');
  await service.close();
  service = null;
  expect((await run('set-password', ['admin', '--reason', '停机时'], 'Tunnels-2028!')).code).toBe(0);
  service = await startService({ dataDir, trustProxy: ['loopback'] });
  expect((await signIn('Tunnels-2028!', '198.51.100.2')).status).toBe(200);

  const events = (
    await service.engines.eventStore.readAll(START, 100_000, ['UserUnlocked', 'UserPasswordSet', 'SignInsForgiven'])
  ).map(({ type, data, metadata }) => [type, metadata.by.role, (data as { reason?: string }).reason]);
  expect(events).toEqual([
    ['UserUnlocked', 'shell operator', '本人来电'],
    ['SignInsForgiven', 'shell operator', '本人来电'],
    ['UserPasswordSet', 'shell operator', '遗失'],
    ['SignInsForgiven', 'shell operator', '遗失'],
    ['UserPasswordSet', 'shell operator', '停机时'],
    ['SignInsForgiven', 'shell operator', '停机时'],
  ]);
});

it('a weak password, an unknown user, a missing reason and a password as an argument are rejected, and nothing changes', async () => {
  await service?.close();
  service = null;
  const lengthOfLog = async () => {
    const engines = await openEmbeddedEngines(dataDir);
    const last = await engines.eventStore.lastPosition();
    await engines.close();
    return last;
  };
  const before = await lengthOfLog();
  const refused = [
    await run('set-password', ['admin', '--reason', '遗失'], 'short\n'),
    await run('set-password', ['admin', '--reason', '遗失'], 'My-Admin-2027!\n'),
    await run('set-password', ['admin', '--reason', '遗失'], ''),
    await run('set-password', ['nobody', '--reason', '遗失'], 'Harbour-2027!\n'),
    await run('unlock', ['nobody', '--reason', '遗失']),
    await run('unlock', ['admin', '--reason', ' ']),
    await run('unlock', ['admin']),
    await run('set-password', ['admin', 'Harbour-2027!', '--reason', '遗失'], 'Harbour-2027!\n'),
  ];
  expect(refused.map(({ code, said, failed }) => [code, said, failed.split('\n')[0]])).toEqual([
    [1, '', expect.stringMatching(/^The password is too weak\. /)],
    [1, '', expect.stringMatching(/^The password is too weak\. /)],
    [1, '', expect.stringMatching(/^The password is too weak\. /)],
    [1, '', 'There is no user "nobody".'],
    [1, '', 'There is no user "nobody".'],
    [1, '', 'The reason has 1 to 200 characters.'],
    [2, '', 'usage: npm run unlock -- USER --reason TEXT'],
    [2, '', 'usage: npm run set-password -- USER --reason TEXT'],
  ]);
  expect(await lengthOfLog()).toBe(before);
});
