import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as passes } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authenticate,
  createQRCodeKey,
  issueAccessKey,
  operations,
  permissions,
  uploadByKey,
  type Operation,
} from '#contract';
import { ROLE, Scope } from '#events';
import { DEMO_PASSWORD } from '../../../standalone/src/import/import-demo.js';
import { createSubmittableDraft } from '#harness/consignments/drafts';
import { Client } from '#harness/service/client';

const MAIN = fileURLToPath(new URL('../../../../dist/apps/standalone/src/main.js', import.meta.url));
/** Nobody waits longer for an answer to a few bytes. */
const ANSWERED_MS = 15_000;
const USERS = { [ROLE.client]: 'client1', [ROLE.lab]: 'lab1', [ROLE.admin]: 'admin' };
/** A laboratory's own system, with a key of every scope. */
const MACHINE = 'machine';
const uploads = (operations as Operation[]).filter(({ upload }) => upload);

let folder: string;
let service: ChildProcess;
let url: string;
let key: string;
const tokens = new Map<string, string>();

// In a process of its own, as it runs for its users: the parser's errors come out of Node's streams, not out of those
// of a test environment.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malformed-uploads-'));
  const servers = { EVENTSTORE_URL: '', MONGO_URL: '', REDIS_URL: '' };
  service = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      ...servers,
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'development',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: service.stdout! }).on('line', (line) => {
      const [address] = /http:\/\/\S+/.exec(line) ?? [];
      if (address) resolve(address.replace(/\/$/, ''));
    });
    service.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  while ((await fetch(`${url}/readyz`)).status !== 200) await passes(50);
  for (const [role, userName] of Object.entries(USERS)) {
    const { accessToken } = await new Client(url, null, { position: null }).do(authenticate, {
      body: { UserNameOrEmailAddress: userName, password: DEMO_PASSWORD },
    });
    tokens.set(role, accessToken);
  }
  const lab = new Client(url, tokens.get(ROLE.lab) ?? '', { position: null });
  const machine = { name: 'LIMS', scopes: Scope.options };
  tokens.set(MACHINE, (await lab.do(issueAccessKey, { body: machine })).secret);
  const client = new Client(url, tokens.get(ROLE.client) ?? '', { position: null });
  const { id } = await createSubmittableDraft(client);
  key = await client.do(createQRCodeKey, { body: { ids: [id], data: 'entrustUploadFilesinfo' } });
});
afterAll(async () => {
  const exited = once(service, 'exit');
  service.kill('SIGTERM');
  await exited;
  await rm(folder, { recursive: true });
});

/** Sends a body as it is, as somebody who may call the operation. */
const send = async (of: Operation, body: string | Buffer, contentType: string) => {
  const permission: unknown = permissions[of.name];
  const roles = Array.isArray(permission) ? (permission as string[]) : [ROLE.client];
  const isForMachines = typeof permission === 'object' && permission !== null && 'scope' in permission;
  const role = isForMachines ? MACHINE : roles.find((each) => tokens.has(each));
  const response = await fetch(`${url}${of.path.replace(':key', encodeURIComponent(key))}`, {
    method: of.method,
    headers: {
      authorization: `Bearer ${tokens.get(role ?? '') ?? ''}`,
      'accept-language': 'en',
      ...(contentType && { 'content-type': contentType }),
    },
    body: Buffer.from(body),
    signal: AbortSignal.timeout(ANSWERED_MS),
  });
  return { status: response.status, text: await response.text() };
};

const FORM = 'multipart/form-data; boundary=b';
const END = '--b--\r\n';
const part = (disposition: string, content: string, headers = '') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
const FILE = 'name="file"; filename="a.pdf"';
const file = part(FILE, '%PDF-1.4', 'Content-Type: application/pdf\r\n');
const inner = `--c\r\nContent-Disposition: file; filename="a.pdf"\r\n\r\n%PDF\r\n--c--`;

const malformedBodies: [what: string, body: string | Buffer, contentType?: string][] = [
  ['without a boundary in its content type', `${file}${END}`, 'multipart/form-data'],
  ['with an empty boundary', `${file}${END}`, 'multipart/form-data; boundary='],
  ['with an endless boundary', `${file}${END}`, `multipart/form-data; boundary=${'b'.repeat(5_000)}`],
  ['with a boundary that its body does not hold', `${file}${END}`, 'multipart/form-data; boundary=other'],
  ['cut in its first boundary', '--'],
  ['cut in the header of a part', `--b\r\nContent-Disposition: form-data; na`],
  ['cut after the header of a part', `--b\r\nContent-Disposition: form-data; ${FILE}\r\n\r\n`],
  ['cut in its file', file.slice(0, -4)],
  ['cut before its last boundary', file],
  ['cut in its last boundary', `${file}--b-`],
  ['that is empty', ''],
  ['of nothing but its last boundary', END],
  ['of another content type', `${file}${END}`, 'application/octet-stream'],
  ['that says it is JSON', '{"file":"%PDF"}', 'application/json'],
  ['that says it is text', `${file}${END}`, 'text/plain'],
  ['without a content type', `${file}${END}`, ''],
  ['of another kind of multipart', `${file}${END}`, 'multipart/mixed; boundary=b'],
  [
    'with a form within the form',
    `${part('name="file"', inner, 'Content-Type: multipart/mixed; boundary=c\r\n')}${END}`,
  ],
  ['with two files', `${file}${file}${END}`],
  ['whose file has no name', `${part('name="file"; filename=""', '%PDF', 'Content-Type: application/pdf\r\n')}${END}`],
  ['whose file is a field', `${part('name="file"', '%PDF')}${END}`],
  ['whose file has another field name', `${part('name="other"; filename="a.pdf"', '%PDF')}${END}`],
  ['whose part has no field name', `${part('filename="a.pdf"', '%PDF')}${END}`],
  ['whose part has no disposition', `--b\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n${END}`],
  ['whose part has no header', `--b\r\n\r\n%PDF\r\n${END}`],
  ['whose part has an endless header', `${part(FILE, '%PDF', `X-Long: ${'x'.repeat(500_000)}\r\n`)}${END}`],
  ['of too many parts', `${Array.from({ length: 500 }, (_, n) => part(`name="f${n}"`, 'x')).join('')}${END}`],
  ['with an endless field', `${part('name="foreignKey"', 'x'.repeat(500_000))}${END}`],
  ['whose file name is no text', Buffer.from(`${part('name="file"; filename="\xff\0.pdf"', '%PDF')}${END}`, 'latin1')],
  ['whose lines end with LF alone', `${file}${END}`.replaceAll('\r\n', '\n')],
  ['of noise', Buffer.from(Array.from({ length: 4_096 }, (_, n) => (n * 197) % 256))],
];

describe('a malformed upload', () => {
  it.each(malformedBodies)(
    '%s is refused by every upload operation with an error message',
    async (_, body, contentType = FORM) => {
      const responses = await Promise.all(
        uploads.map(async (of) => {
          const { status, text } = await send(of, body, contentType).catch((error: unknown) => ({
            status: 0,
            text: String(error),
          }));
          return { name: of.name, status, says: sentenceOf(text), text };
        }),
      );
      const unexpected = responses.filter(({ status, says }) => status < 400 || status >= 500 || says.length < 10);
      expect(unexpected).toEqual([]);
      expect(responses.map(({ status }) => status)).not.toContain(403);
    },
  );

  it('leaves the service running, which then accepts a well-formed upload', async () => {
    const of = (name: string) => uploads.find((each) => each.name === name)!;
    expect((await send(of('uploadFile'), `${file}${END}`, FORM)).status).toBe(200);
    expect((await send(uploadByKey, `${file}${END}`, FORM)).status).toBe(200);
  });
});

/** The sentence of a refusal in any of the families, empty for an answer that has none. */
const sentenceOf = (text: string): string => {
  try {
    const envelope = JSON.parse(text) as { error?: { message?: string }; detail?: string; title?: string };
    return envelope.error?.message ?? envelope.detail ?? envelope.title ?? '';
  } catch {
    return '';
  }
};
