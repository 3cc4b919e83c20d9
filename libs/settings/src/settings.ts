import { z } from 'zod';
import { isEmailAddress, isMobile, SIGN_IN_LIMITS } from '#domain/users';
import { EXPECTED_PROXIES, parseTrustProxy } from './trust-proxy.js';

/** A program that reads settings: one of the servers, all of them in one process, or a command of the shell. */
export type Program = 'standalone' | 'api' | 'projector' | 'worker' | 'command';

/** How one variable is parsed. The input is neither blank nor quoted; it is undefined if the variable is not set. */
type Setting<Value extends z.ZodType = z.ZodType> = {
  value: Value;
  /** Completes "PORT is not ...". */
  expected: string;
  /** The value is never printed. */
  isSecret?: true;
  programs: readonly Program[];
};
const setting = <Value extends z.ZodType>(
  programs: readonly Program[],
  expected: string,
  value: Value,
  options: Pick<Setting, 'isSecret'> = {},
): Setting<Value> => ({ value, expected, programs, ...options });

const ALL_PROGRAMS: Program[] = ['standalone', 'api', 'projector', 'worker', 'command'];
const HTTP: Program[] = ['standalone', 'api'];
/** Programs that call other systems and store the files these provide. */
const OUTBOUND: Program[] = ['standalone', 'api', 'worker'];
const MESSAGING: Program[] = ['standalone', 'worker'];
const SET_UP: Program[] = ['standalone', 'command'];
const SECRET = { isSecret: true } as const;

const integer = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(from).max(to));
const count = (to: number, defaultValue: number) => integer(0, to).default(defaultValue);
const text = z.string().max(1000).optional();
const url = (pattern: RegExp) => z.string().regex(pattern).optional();
const HOST = /^[a-z0-9._:[\]-]+$/i;
const rangeText = (from: number, to: number) => `a whole number from ${from} to ${to}`;

const CLAMD_PORT = 3310;
const MIN_TOKEN_LENGTH = 16;
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MODES = ['production', 'development', 'test'] as const;

/** Every environment variable of the service, by name. docs/operations.md explains them. */
export const SETTINGS = {
  NODE_ENV: setting(ALL_PROGRAMS, `one of ${MODES.join(', ')}`, z.enum(MODES).optional()),
  LOG_LEVEL: setting(ALL_PROGRAMS, `one of ${LEVELS.join(', ')}`, z.enum(LEVELS).optional()),
  // The worker reads HOST and PORT too, because webhooks contain links to the platform: see publicAddress.
  HOST: setting(OUTBOUND, 'a host or an address to listen at', z.string().regex(HOST).default('127.0.0.1')),
  PORT: setting(OUTBOUND, rangeText(0, 65_535), integer(0, 65_535).default(3000)),
  PUBLIC_URL: setting(
    OUTBOUND,
    'an http or https address, e.g. https://consign.example.com',
    z
      .string()
      .regex(/^https?:\/\/[^\s/]+\S*$/)
      .refine((address) => URL.canParse(address))
      .transform((address) => address.replace(/\/+$/, ''))
      .optional(),
  ),
  DATA_DIR: setting(ALL_PROGRAMS, 'a folder', z.string().max(4000).default('.data')),
  EVENTSTORE_URL: setting(
    ALL_PROGRAMS,
    'an address like esdb://user:password@host:2113',
    url(/^(esdb|kurrentdb|kurrent|kdb)(\+discover)?:\/\/./i),
    SECRET,
  ),
  MONGO_URL: setting(ALL_PROGRAMS, 'an address like mongodb://host/database', url(/^mongodb(\+srv)?:\/\/\S+$/), SECRET),
  REDIS_URL: setting(ALL_PROGRAMS, 'an address like redis://host:6379', url(/^rediss?:\/\/\S+$/), SECRET),
  STREAM_CACHE_MB: setting(ALL_PROGRAMS, rangeText(0, 4096), count(4096, 8)),
  ADMIN_PASSWORD: setting(SET_UP, 'a password', text, SECRET),
  ADMIN_PHONE: setting(SET_UP, 'a mobile number such as 13800000000', z.string().refine(isMobile).optional()),
  ADMIN_EMAIL: setting(
    SET_UP,
    'an e-mail address such as admin@example.com',
    z.string().refine(isEmailAddress).optional(),
  ),
  METRICS_TOKEN: setting(
    HTTP,
    `a text of ${MIN_TOKEN_LENGTH} characters or more`,
    z.string().min(MIN_TOKEN_LENGTH).optional(),
    SECRET,
  ),
  METRICS_PORT: setting(HTTP, rangeText(1, 65_535), integer(1, 65_535).optional()),
  WEIXIN_APP_ID: setting(HTTP, 'the id of an application', text),
  WEIXIN_APP_SECRET: setting(HTTP, 'the secret of an application', text, SECRET),
  WEIXIN_API_URL: setting(HTTP, 'an address like https://api.example.com', url(/^https?:\/\/[^\s/]+\S*$/)),
  WEIXIN_OPEN_URL: setting(HTTP, 'an address like https://open.example.com', url(/^https?:\/\/[^\s/]+\S*$/)),
  LAB_SYSTEM_HOSTS: setting(
    OUTBOUND,
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
    OUTBOUND,
    'an address like tcp://clamav:3310',
    z
      .string()
      .transform((address) => URL.parse(address))
      .refine((url) => url?.protocol === 'tcp:' && url.hostname !== '')
      .transform((url) => ({ host: url?.hostname ?? '', port: url?.port ? Number(url.port) : CLAMD_PORT }))
      .optional(),
  ),
  SIGN_IN_FAILURES_PER_ADDRESS: setting(
    HTTP,
    rangeText(0, SIGN_IN_LIMITS.maxFailures),
    count(SIGN_IN_LIMITS.maxFailures, SIGN_IN_LIMITS.addressFailures),
  ),
  CODES_PER_MINUTE: setting(HTTP, rangeText(0, 10_000), count(10_000, 5)),
  CODES_PER_DAY: setting(HTTP, rangeText(0, 10_000), count(10_000, 50)),
  TRUST_PROXY: setting(
    HTTP,
    EXPECTED_PROXIES,
    z
      .string()
      .transform(parseTrustProxy)
      .refine((trustProxy) => trustProxy !== null)
      .default(false),
  ),
  SMTP_URL: setting(MESSAGING, 'an address like smtp://mail.example.com', url(/^smtps?:\/\/\S+$/), SECRET),
  MESSAGE_FROM: setting(MESSAGING, 'the sender of messages', text),
  MESSAGE_DOMAIN: setting(MESSAGING, 'the domain of the gateway for messages', z.string().regex(HOST).optional()),
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['value']> };
/** The environment variables of a process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that need other settings. */
const REQUIRED_WITH: readonly [SettingName, readonly SettingName[]][] = [
  ['SMTP_URL', ['MESSAGE_FROM', 'MESSAGE_DOMAIN']],
  ['WEIXIN_APP_ID', ['WEIXIN_APP_SECRET']],
  ['WEIXIN_APP_SECRET', ['WEIXIN_APP_ID']],
];

const NAMES = Object.keys(SETTINGS) as SettingName[];
export const settingsOfProgram = (program: Program): SettingName[] =>
  NAMES.filter((name) => (SETTINGS[name].programs as readonly Program[]).includes(program));

/** Trims a value and removes quotes around it, which come from a file or a shell. A blank value is not set. */
export const normalizeSetting = (raw: string | undefined): string | undefined => {
  const trimmed = raw?.trim() ?? '';
  const inner = /^(["'])(.*)\1$/s.exec(trimmed)?.[2]?.trim() ?? trimmed;
  return inner === '' ? undefined : inner;
};

/**
 * Further checks of settings whose form is valid. A check throws an error whose message is one line without secrets.
 */
export type SettingChecks = Partial<Record<SettingName, (value: string) => unknown>>;

/**
 * Reads the settings of a program; settings that it does not use have their value for "not set". `mistakes` has one
 * line per mistake, without secrets.
 */
export const readSettings = (
  env: Environment,
  program: Program = 'standalone',
  checks: SettingChecks = {},
): { settings: Settings; mistakes: string[] } => {
  const mistakes: string[] = [];
  const values: Partial<Record<SettingName, unknown>> = {};
  const names = settingsOfProgram(program);
  for (const name of NAMES) {
    const { value, expected, isSecret }: Setting = SETTINGS[name];
    const check = checks[name];
    const raw = names.includes(name) ? normalizeSetting(env[name]) : undefined;
    const parsed = value.safeParse(raw);
    values[name] = parsed.success ? parsed.data : value.safeParse(undefined).data;
    if (!parsed.success) mistakes.push(`${name}: ${isSecret ? 'it' : quote(raw)} is not ${expected}`);
    else if (raw !== undefined && check) mistakes.push(...runCheck(check, name, raw));
  }
  for (const [name, requiredNames] of REQUIRED_WITH)
    for (const requiredName of requiredNames)
      if (
        names.includes(name) &&
        normalizeSetting(env[name]) !== undefined &&
        normalizeSetting(env[requiredName]) === undefined
      )
        mistakes.push(`${requiredName}: it is not set, and ${name} needs it`);
  return { settings: values as Settings, mistakes };
};

/** The settings in effect for a program, one line each. A secret is only shown as set or not set. */
export const describeSettings = (env: Environment, program: Program): string[] =>
  settingsOfProgram(program).map((name) => {
    const { value, isSecret }: Setting = SETTINGS[name];
    const raw = normalizeSetting(env[name]);
    const defaultValue = value.safeParse(undefined).data as string | number | false | string[] | undefined;
    const hasDefault = defaultValue !== undefined && defaultValue !== false && !isEmptyList(defaultValue);
    const defaultText = hasDefault ? `${defaultValue.toString()} (usual)` : 'not set';
    const effective = raw === undefined ? defaultText : isSecret ? 'set' : raw;
    return `${name.padEnd(30)}${toOneLine(effective)}`;
  });

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const MAX_QUOTED_LENGTH = 100;
const quote = (raw: string | undefined): string => `"${toOneLine((raw ?? '').slice(0, MAX_QUOTED_LENGTH))}"`;
const toOneLine = (text: string): string => text.replaceAll(/\p{C}/gu, '?');

const runCheck = (check: (raw: string) => unknown, name: SettingName, raw: string): string[] => {
  try {
    check(raw);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [message.startsWith(name) ? message : `${name}: ${message}`];
  }
};

/** Wildcards for all addresses of the machine. They cannot be used in a link. */
const WILDCARD_ADDRESSES = new Set(['0.0.0.0', '::', '[::]']);

/**
 * The web address of the platform. Events of the feed and of webhooks contain links to it, so api and worker both use
 * this function. Without PUBLIC_URL it is the address at which the api listens; a worker with another HOST or PORT
 * needs PUBLIC_URL.
 */
export const publicAddress = ({ PUBLIC_URL, HOST, PORT }: Pick<Settings, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string => {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  const host = WILDCARD_ADDRESSES.has(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${PORT}`;
};
