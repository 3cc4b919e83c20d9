import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { describeSettings, publicAddress, readSettings, SETTINGS, type Program, type SettingName } from './settings.js';

const ROOT = join(import.meta.dirname, '../../..');
const NAMES = Object.keys(SETTINGS) as SettingName[];
/** A valid value of each setting. */
const VALID: Record<SettingName, string> = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'debug',
  HOST: '::1',
  PORT: '8080',
  PUBLIC_URL: 'https://consign.example.org/',
  DATA_DIR: '/srv/consign',
  EVENTSTORE_URL: 'esdb://admin:hidden@log:2113',
  MONGO_URL: 'mongodb://a:hidden@one,two/consign',
  REDIS_URL: 'redis://:hidden@jobs:6379',
  STREAM_CACHE_MB: '0',
  ADMIN_PASSWORD: 'hidden, and long',
  ADMIN_PHONE: '13800000000',
  ADMIN_EMAIL: 'admin@example.com',
  METRICS_TOKEN: 'hidden-and-long-enough',
  METRICS_PORT: '9464',
  WEIXIN_APP_ID: 'wx1',
  WEIXIN_APP_SECRET: 'hidden',
  WEIXIN_API_URL: 'https://api.example.com',
  WEIXIN_OPEN_URL: 'http://open.example.com',
  LAB_SYSTEM_HOSTS: ' Lims.local , 10.0.0.5:8080,',
  OTHER_LOGIN_HOST: 'lab.example.com',
  CLAMD_URL: 'tcp://clamav',
  SIGN_IN_FAILURES_PER_ADDRESS: '3',
  CODES_PER_MINUTE: '1',
  CODES_PER_DAY: '2',
  TRUST_PROXY: '10.0.0.0/8,loopback',
  SMTP_URL: 'smtp://u:hidden@mail.example.com',
  MESSAGE_FROM: 'Consign <consign@example.com>',
  MESSAGE_DOMAIN: 'sms.example.com',
};
const INVALID: Partial<Record<SettingName, readonly string[]>> = {
  NODE_ENV: ['prod'],
  LOG_LEVEL: ['nonsense', 'INFO '],
  HOST: ['http://a', 'a b'],
  PORT: ['x', '-1', '65536', '3000.5', '0x10', '1e3', '３０００'],
  PUBLIC_URL: ['consign.example.org', 'ftp://a'],
  EVENTSTORE_URL: ['http://hidden:2113', 'hidden'],
  MONGO_URL: ['hidden:27017', 'http://hidden'],
  REDIS_URL: ['hidden:6379'],
  STREAM_CACHE_MB: ['4097', '8MB'],
  ADMIN_PHONE: ['0571-88888888', '1380000000', 'admin'],
  ADMIN_EMAIL: ['admin', 'a@b@c', 'admin @'],
  METRICS_TOKEN: ['hidden'],
  METRICS_PORT: ['0', '70000'],
  WEIXIN_API_URL: ['api.example.com'],
  WEIXIN_OPEN_URL: ['ftp://a'],
  LAB_SYSTEM_HOSTS: ['http://lims.local', 'a b'],
  OTHER_LOGIN_HOST: ['https://lab.example.com/'],
  CLAMD_URL: ['clamav:3310', 'http://clamav:3310', 'tcp://'],
  SIGN_IN_FAILURES_PER_ADDRESS: ['-1', '501', 'many'],
  CODES_PER_MINUTE: ['10001'],
  CODES_PER_DAY: ['ten'],
  TRUST_PROXY: ['yes', '11', '10.0.0.0/33'],
  SMTP_URL: ['hidden.example.org', 'hidden'],
  MESSAGE_DOMAIN: ['a@b'],
};

describe('settings', () => {
  it('are not set if blank, and lose blanks and quotes around their value', () => {
    const defaults = readSettings({});
    expect(defaults.mistakes).toEqual([]);
    for (const blank of ['', '  ', '\t\n', '""', "''", '"  "'])
      expect(readSettings(Object.fromEntries(NAMES.map((name) => [name, blank])))).toEqual(defaults);
    expect(defaults.settings).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, DATA_DIR: '.data', TRUST_PROXY: false });
    const unquoted = readSettings(VALID);
    expect(unquoted.mistakes).toEqual([]);
    for (const quote of ['"', "'", ' ', ' "'])
      expect(
        readSettings(
          Object.fromEntries(NAMES.map((name) => [name, `${quote}${VALID[name]}${[...quote].toReversed().join('')}`])),
        ),
      ).toEqual(unquoted);
    expect(unquoted.settings).toMatchObject({
      PORT: 8080,
      PUBLIC_URL: 'https://consign.example.org',
      STREAM_CACHE_MB: 0,
      CLAMD_URL: { host: 'clamav', port: 3310 },
      LAB_SYSTEM_HOSTS: ['lims.local', '10.0.0.5:8080'],
      TRUST_PROXY: ['10.0.0.0/8', 'loopback'],
    });
  });

  it('are all reported at once with name and expected value if they are wrong, without showing a secret', () => {
    for (const name of NAMES)
      for (const value of INVALID[name] ?? []) {
        if (value.trim() !== value) continue;
        const { mistakes } = readSettings({ ...VALID, [name]: value });
        expect([value, mistakes]).toEqual([value, [expect.stringMatching(new RegExp(`^${name}: .+ is not .{6,}$`))]]);
        expect(mistakes.join().includes(value)).toBe(!('isSecret' in SETTINGS[name]));
      }
    const firstInvalid = Object.fromEntries(Object.entries(INVALID).map(([name, values]) => [name, values[0]]));
    expect(readSettings({ ...VALID, ...firstInvalid }).mistakes).toHaveLength(Object.keys(INVALID).length);
    expect(readSettings({ PORT: 'a\n\u001b[31mb' }).mistakes).toEqual([
      'PORT: "a??[31mb" is not a whole number from 0 to 65535',
    ]);
  });

  it('are reported with the name of the missing one if one depends on another', () => {
    expect(readSettings({ SMTP_URL: VALID.SMTP_URL, MESSAGE_FROM: 'a' }).mistakes).toEqual([
      'MESSAGE_DOMAIN: it is not set, and SMTP_URL needs it',
    ]);
    expect(readSettings({ WEIXIN_APP_SECRET: 'hidden' }).mistakes).toEqual([
      'WEIXIN_APP_ID: it is not set, and WEIXIN_APP_SECRET needs it',
    ]);
  });

  it('are not reported as wrong to a program that does not read them', () => {
    const firstInvalid = Object.fromEntries(Object.entries(INVALID).map(([name, values]) => [name, values[0]]));
    for (const program of ['api', 'projector', 'worker', 'command'] as Program[])
      for (const line of readSettings(firstInvalid, program).mistakes) {
        const programs: readonly Program[] = SETTINGS[line.split(':')[0] as SettingName].programs;
        expect([line, programs]).toEqual([line, expect.arrayContaining([program])]);
      }
    expect(readSettings({ SMTP_URL: 'x', PORT: 'x' }, 'projector').mistakes).toEqual([]);
  });

  it('are listed with their effective values, and secrets only as set', () => {
    const lines = describeSettings(VALID, 'standalone');
    expect(lines.map((line) => line.split(/\s/)[0])).toEqual(NAMES);
    expect(lines.join('\n')).not.toContain('hidden');
    expect(lines.filter((line) => /\sset$/.test(line))).toHaveLength(
      NAMES.filter((name) => 'isSecret' in SETTINGS[name]).length,
    );
    expect(describeSettings({}, 'standalone')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^PORT +3000 \(usual\)$/),
        expect.stringMatching(/^SMTP_URL +not set$/),
      ]),
    );
  });
});

const readProjectFile = (path: string) => readFile(join(ROOT, path), 'utf8');

describe('documentation', () => {
  /** The names in the first column of a table that starts with `Variable`. */
  const documentedNames = (text: string): string[] =>
    text
      .split(/\n\n/)
      .filter((block) => block.startsWith('| Variable '))
      .flatMap((table) => table.split('\n').slice(2))
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z_]+)/g)].map(([, name]) => name ?? ''));

  it('names every setting, and no other', async () => {
    expect(documentedNames(await readProjectFile('docs/operations.md')).toSorted()).toEqual(NAMES.toSorted());
  });

  it('mentions no unknown setting, nor do docker-compose.yml and .env.example', async () => {
    const composeOnly = ['HTTP_PORT', 'MONGO_PASSWORD', 'REDIS_PASSWORD'];
    const mentioned = [
      ...documentedNames(await readProjectFile('docs/operations.md')),
      ...[...(await readProjectFile('.env.example')).matchAll(/^([A-Z][A-Z_]+)=/gm)].map(([, name]) => name ?? ''),
      ...[...(await readProjectFile('docker-compose.yml')).matchAll(/\$\{([A-Z][A-Z_]+)/g)].map(
        ([, name]) => name ?? '',
      ),
    ];
    expect(mentioned.length).toBeGreaterThan(40);
    expect(mentioned.filter((name) => !(name in SETTINGS) && !composeOnly.includes(name))).toEqual([]);
  });
});

it.each([
  [{}, 'http://127.0.0.1:3000'],
  [{ HOST: 'consign.local', PORT: '8080' }, 'http://consign.local:8080'],
  [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://127.0.0.1:8080'],
  [{ HOST: '::' }, 'http://127.0.0.1:3000'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://consign.example.org' }, 'https://consign.example.org'],
])('with %j the feed and webhooks link to the same address', (env, address) => {
  for (const program of ['standalone', 'api', 'worker'] as const)
    expect(publicAddress(readSettings(env, program).settings)).toBe(address);
});

it('environment variables are read in one file only', async () => {
  const files = (
    await Promise.all(
      ['apps', 'libs'].map(async (folder) =>
        (await readdir(join(ROOT, folder), { recursive: true }))
          .map((path) => join(folder, path))
          .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$|\/testing\/|node_modules/.test(path)),
      ),
    )
  ).flat();
  expect(files.length).toBeGreaterThan(500);
  const readers = await Promise.all(
    files.map(async (path) =>
      /process\.env\b|process\[|ProcessEnv\b|\benv\b.*from 'node:process'/.test(await readProjectFile(path))
        ? [path]
        : [],
    ),
  );
  // The examples for integrators are text here, and read the environment where they run.
  const examples = 'libs/contract/src/lab-systems/snippets.ts';
  expect(readers.flat().filter((path) => path !== examples)).toEqual(['libs/settings/src/environment.ts']);
});
