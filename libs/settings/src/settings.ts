import { z } from 'zod';
import { isEmailAddress, isMobile, SIGN_IN_LIMITS } from '#domain/users';
import { EXPECTED_PROXIES, trustProxyIn } from './trust-proxy.js';

/** A process that reads settings: the servers, everything in one process, and what is called from a shell. */
export type Program = 'standalone' | 'api' | 'projector' | 'worker' | 'command';

/** How one variable is read: from a text that is neither blank nor quoted, or from nothing. */
type Setting<Value extends z.ZodType = z.ZodType> = {
  value: Value;
  /** Completes "PORT is not ...". */
  expected: string;
  /** Its value is never shown. */
  isSecret?: true;
  readBy: readonly Program[];
};
const setting = <Value extends z.ZodType>(
  readBy: readonly Program[],
  expected: string,
  value: Value,
  more: Pick<Setting, 'isSecret'> = {},
): Setting<Value> => ({ value, expected, readBy, ...more });

const EVERY: Program[] = ['standalone', 'api', 'projector', 'worker', 'command'];
const HTTP: Program[] = ['standalone', 'api'];
/** They call other systems and keep what these hand out. */
const CALLING: Program[] = ['standalone', 'api', 'worker'];
const SENDING: Program[] = ['standalone', 'worker'];
const SETTING_UP: Program[] = ['standalone', 'command'];
const SECRET = { isSecret: true } as const;

const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(from).max(to));
const count = (to: number, usual: number) => whole(0, to).default(usual);
const text = z.string().max(1000).optional();
const url = (pattern: RegExp) => z.string().regex(pattern).optional();
const HOST = /^[a-z0-9._:[\]-]+$/i;
const numbers = (from: number, to: number) => `a whole number from ${from} to ${to}`;

const CLAMD_PORT = 3310;
const SHORTEST_TOKEN = 16;
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MODES = ['production', 'development', 'test'] as const;

/** Every environment variable that is read, by name. docs/operations.md explains them. */
export const SETTINGS = {
  NODE_ENV: setting(EVERY, `one of ${MODES.join(', ')}`, z.enum(MODES).optional()),
  LOG_LEVEL: setting(EVERY, `one of ${LEVELS.join(', ')}`, z.enum(LEVELS).optional()),
  // Who sends webhooks links to the platform as who serves the feed does: see publicAddress.
  HOST: setting(CALLING, 'a host or an address to listen at', z.string().regex(HOST).default('127.0.0.1')),
  PORT: setting(CALLING, numbers(0, 65_535), whole(0, 65_535).default(3000)),
  PUBLIC_URL: setting(
    CALLING,
    'an http or https address, e.g. https://consign.example.com',
    z
      .string()
      .regex(/^https?:\/\/[^\s/]+\S*$/)
      .refine((address) => URL.canParse(address))
      .transform((address) => address.replace(/\/+$/, ''))
      .optional(),
  ),
  DATA_DIR: setting(EVERY, 'a folder', z.string().max(4000).default('.data')),
  EVENTSTORE_URL: setting(
    EVERY,
    'an address like esdb://user:password@host:2113',
    url(/^(esdb|kurrentdb|kurrent|kdb)(\+discover)?:\/\/./i),
    SECRET,
  ),
  MONGO_URL: setting(EVERY, 'an address like mongodb://host/database', url(/^mongodb(\+srv)?:\/\/\S+$/), SECRET),
  REDIS_URL: setting(EVERY, 'an address like redis://host:6379', url(/^rediss?:\/\/\S+$/), SECRET),
  STREAM_CACHE_MB: setting(EVERY, numbers(0, 4096), count(4096, 8)),
  ADMIN_PASSWORD: setting(SETTING_UP, 'a password', text, SECRET),
  ADMIN_PHONE: setting(SETTING_UP, 'a mobile number such as 13800000000', z.string().refine(isMobile).optional()),
  ADMIN_EMAIL: setting(
    SETTING_UP,
    'an e-mail address such as admin@example.com',
    z.string().refine(isEmailAddress).optional(),
  ),
  METRICS_TOKEN: setting(
    HTTP,
    `a text of ${SHORTEST_TOKEN} characters or more`,
    z.string().min(SHORTEST_TOKEN).optional(),
    SECRET,
  ),
  METRICS_PORT: setting(HTTP, numbers(1, 65_535), whole(1, 65_535).optional()),
  WEIXIN_APP_ID: setting(HTTP, 'the id of an application', text),
  WEIXIN_APP_SECRET: setting(HTTP, 'the secret of an application', text, SECRET),
  WEIXIN_API_URL: setting(HTTP, 'an address like https://api.example.com', url(/^https?:\/\/[^\s/]+\S*$/)),
  WEIXIN_OPEN_URL: setting(HTTP, 'an address like https://open.example.com', url(/^https?:\/\/[^\s/]+\S*$/)),
  LAB_SYSTEM_HOSTS: setting(
    CALLING,
    'a list of hosts, with or without ports, like lims.local,10.0.0.5:8080',
    z
      .string()
      .transform((list) =>
        list
          .split(',')
          .map((host) => host.trim().toLowerCase())
          .filter(Boolean),
      )
      .pipe(z.array(z.string().regex(HOST)))
      .default([]),
  ),
  OTHER_LOGIN_HOST: setting(HTTP, 'a host like lab.example.com', z.string().regex(HOST).optional()),
  CLAMD_URL: setting(
    CALLING,
    'an address like tcp://clamav:3310',
    z
      .string()
      .transform((address) => URL.parse(address))
      .refine((read) => read?.protocol === 'tcp:' && read.hostname !== '')
      .transform((read) => ({ host: read?.hostname ?? '', port: read?.port ? Number(read.port) : CLAMD_PORT }))
      .optional(),
  ),
  SIGN_IN_FAILURES_PER_ADDRESS: setting(
    HTTP,
    numbers(0, SIGN_IN_LIMITS.mostFailures),
    count(SIGN_IN_LIMITS.mostFailures, SIGN_IN_LIMITS.addressFailures),
  ),
  CODES_PER_MINUTE: setting(HTTP, numbers(0, 10_000), count(10_000, 5)),
  CODES_PER_DAY: setting(HTTP, numbers(0, 10_000), count(10_000, 50)),
  TRUST_PROXY: setting(
    HTTP,
    EXPECTED_PROXIES,
    z
      .string()
      .transform(trustProxyIn)
      .refine((read) => read !== null)
      .default(false),
  ),
  SMTP_URL: setting(SENDING, 'an address like smtp://mail.example.com', url(/^smtps?:\/\/\S+$/), SECRET),
  MESSAGE_FROM: setting(SENDING, 'the sender of messages', text),
  MESSAGE_DOMAIN: setting(SENDING, 'the domain of the gateway for messages', z.string().regex(HOST).optional()),
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['value']> };
/** The variables of a process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What is only of use together with others. */
const TOGETHER: readonly [SettingName, readonly SettingName[]][] = [
  ['SMTP_URL', ['MESSAGE_FROM', 'MESSAGE_DOMAIN']],
  ['WEIXIN_APP_ID', ['WEIXIN_APP_SECRET']],
  ['WEIXIN_APP_SECRET', ['WEIXIN_APP_ID']],
];

const NAMES = Object.keys(SETTINGS) as SettingName[];
export const settingsOfProgram = (program: Program): SettingName[] =>
  NAMES.filter((name) => (SETTINGS[name].readBy as readonly Program[]).includes(program));

/** A setting as its operator means it: blank is not set, and quotes around it are those of a file or a shell. */
export const normalizeSetting = (raw: string | undefined): string | undefined => {
  const trimmed = raw?.trim() ?? '';
  const inner = /^(["'])(.*)\1$/s.exec(trimmed)?.[2]?.trim() ?? trimmed;
  return inner === '' ? undefined : inner;
};

/**
 * Looks closer at a setting that has the right form: throws what is wrong with it, in one line that shows no secret.
 */
export type SettingChecks = Partial<Record<SettingName, (value: string) => unknown>>;

/**
 * The settings of a program, what it does not read as if it was not set; with a line for each mistake, which shows no
 * secret.
 */
export const readSettings = (
  env: Environment,
  program: Program = 'standalone',
  checks: SettingChecks = {},
): { settings: Settings; mistakes: string[] } => {
  const mistakes: string[] = [];
  const read: Partial<Record<SettingName, unknown>> = {};
  const names = settingsOfProgram(program);
  for (const name of NAMES) {
    const { value, expected, isSecret }: Setting = SETTINGS[name];
    const check = checks[name];
    const raw = names.includes(name) ? normalizeSetting(env[name]) : undefined;
    const parsed = value.safeParse(raw);
    read[name] = parsed.success ? parsed.data : value.safeParse(undefined).data;
    if (!parsed.success) mistakes.push(`${name}: ${isSecret ? 'it' : shown(raw)} is not ${expected}`);
    else if (raw !== undefined && check) mistakes.push(...refusalOf(name, raw, check));
  }
  for (const [name, others] of TOGETHER)
    for (const other of others)
      if (
        names.includes(name) &&
        normalizeSetting(env[name]) !== undefined &&
        normalizeSetting(env[other]) === undefined
      )
        mistakes.push(`${other}: it is not set, and ${name} needs it`);
  return { settings: read as Settings, mistakes };
};

/** What holds for a program, a line each: its secrets only as set or not. */
export const describeSettings = (env: Environment, program: Program): string[] =>
  settingsOfProgram(program).map((name) => {
    const { value, isSecret }: Setting = SETTINGS[name];
    const raw = normalizeSetting(env[name]);
    const usual = value.safeParse(undefined).data as string | number | false | string[] | undefined;
    const isNone = usual === undefined || usual === false || (Array.isArray(usual) && usual.length === 0);
    const holds = raw === undefined ? (isNone ? 'not set' : `${usual.toString()} (usual)`) : isSecret ? 'set' : raw;
    return `${name.padEnd(30)}${oneLine(holds)}`;
  });

const LONGEST = 100;
const shown = (raw: string | undefined): string => `"${oneLine((raw ?? '').slice(0, LONGEST))}"`;
const oneLine = (text: string): string => text.replaceAll(/\p{C}/gu, '?');

const refusalOf = (name: SettingName, raw: string, check: (raw: string) => unknown): string[] => {
  try {
    check(raw);
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [why.startsWith(name) ? why : `${name}: ${why}`];
  }
};

/** They stand for every address of the machine, so nobody can be sent to them. */
const EVERY_ADDRESS = new Set(['0.0.0.0', '::', '[::]']);

/**
 * The web address at which others reach the platform. Events of the feed and of webhooks link to it, so every process
 * asks here. Without PUBLIC_URL it is where the api listens; a process with other HOST and PORT needs PUBLIC_URL.
 */
export const publicAddress = ({ PUBLIC_URL, HOST, PORT }: Pick<Settings, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string => {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  const host = EVERY_ADDRESS.has(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${PORT}`;
};
