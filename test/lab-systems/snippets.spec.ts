import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  getConsingInfo,
  issueAccessKey,
  passAuditConsignInfo,
  snippet,
  SNIPPET_LANGUAGES,
  SNIPPET_TOPICS,
  snippetLanguages,
  type SnippetLanguage,
  type SnippetTopic,
} from '#contract';
import { createConsignmentAt } from '#harness/consignments/stages';
import { startService, type Service } from '#harness/service/service';
import { freePort } from '../free-port.mjs';

const root = join(import.meta.dirname, '../..');
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const page = readFileSync(join(root, 'docs/integration.md'), 'utf8');

/** The code blocks of the page that are titled, e.g. `feed node`. */
const blocks = new Map(
  [...page.matchAll(/^```(\w+) title="([^"]+)"\n([\s\S]*?)\n```$/gm)].map(([, fence = '', title = '', code = '']) => [
    title,
    { fence, code },
  ]),
);

/** What runs an example from a file of its own; C# needs a project for each, which dotnet makes. */
const RUNNERS: Record<SnippetLanguage, { command: string; file: string; args: (file: string) => string[] }> = {
  curl: { command: 'bash', file: 'snippet.sh', args: (file) => ['-euo', 'pipefail', file] },
  node: { command: process.execPath, file: 'snippet.mjs', args: (file) => [file] },
  python: { command: 'python3', file: 'snippet.py', args: (file) => [file] },
  csharp: { command: 'dotnet', file: 'Program.cs', args: () => ['run'] },
};
const isInstalled = (language: SnippetLanguage): boolean =>
  spawnSync(RUNNERS[language].command, ['--version'], { stdio: 'ignore' }).status === 0;

let service: Service;
let accessKey: string;
let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  service = await startService();
  const key = await (
    await service.as('lab1')
  ).do(issueAccessKey, { body: { name: '示例', scopes: ['events:read', 'status:write'] } });
  accessKey = key.secret;
  // Inside of the repository, so that the package standardwebhooks is found.
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache/snippets-'));
});
afterAll(async () => {
  for (const child of running) kill(child);
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Ends an example with what it has started itself. */
const kill = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
};

const start = (topic: SnippetTopic, language: SnippetLanguage, env: Record<string, string> = {}, cwd = '') => {
  const workFolder = cwd === '' ? mkdtempSync(join(folder, `${topic}-${language}-`)) : cwd;
  const { command, file, args } = RUNNERS[language];
  if (language === 'csharp') {
    const template = topic === 'webhook' ? 'web' : 'console';
    spawnSync('dotnet', ['new', template, '--force', '--output', workFolder], { stdio: 'ignore' });
  }
  writeFileSync(join(workFolder, file), blocks.get(`${topic} ${language}`)?.code ?? '');
  const child = spawn(command, args(file), {
    cwd: workFolder,
    env: { ...process.env, PLATFORM: service.url, ACCESS_KEY: accessKey, WEBHOOK_SECRET: SECRET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  const output = { out: '', error: '' };
  child.stdout.on('data', (part: Buffer) => (output.out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (output.error += part.toString()));
  const result = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, ...output };
  });
  return { child, workFolder, result };
};

/**
 * Each language as a test of its own; one that is not installed is named as absent, and is an error in CI, except C#.
 */
const testEachLanguage = (name: string, test: (language: SnippetLanguage) => Promise<void>): void => {
  for (const language of SNIPPET_LANGUAGES) {
    const { label } = snippetLanguages[language];
    if (isInstalled(language) || (process.env['CI'] && language !== 'csharp'))
      it(`${name}: ${label}`, () => test(language));
    else it.skip(`${name}: ${label}, which is not installed here`, () => undefined);
  }
};

describe('the examples of docs/integration.md', () => {
  it('are equal to those of the console in every language', () => {
    const titles = SNIPPET_TOPICS.flatMap((topic) => SNIPPET_LANGUAGES.map((language) => `${topic} ${language}`));
    expect([...blocks.keys()].toSorted()).toEqual(titles.toSorted());
    for (const topic of SNIPPET_TOPICS)
      for (const language of SNIPPET_LANGUAGES)
        expect(blocks.get(`${topic} ${language}`)).toEqual({
          fence: snippetLanguages[language].fence,
          code: snippet(topic, language),
        });
  });

  testEachLanguage('read the feed, and go on behind the cursor that was kept', async (language) => {
    const { id } = await createConsignmentAt(service, 20);
    await service.catchUp();
    const firstRun = start('feed', language);
    const { code, out, error } = await firstRun.result;
    expect([code, error]).toEqual([0, '']);
    expect(out).toContain(id);
    // curl prints the page; keeping its cursor is left to whoever calls it.
    if (language === 'curl')
      writeFileSync(join(firstRun.workFolder, 'cursor'), (JSON.parse(out) as { next: string }).next);
    const nextConsignment = await createConsignmentAt(service, 20);
    await service.catchUp();
    const secondRun = await start('feed', language, {}, firstRun.workFolder).result;
    expect(secondRun.out).toContain(nextConsignment.id);
    expect(secondRun.out).not.toContain(id);
  });

  testEachLanguage('follow the stream', async (language) => {
    const { child } = start('stream', language);
    const lines = createInterface({ input: child.stdout });
    const { id } = await createConsignmentAt(service, 20);
    await (await service.as('lab1')).do(passAuditConsignInfo, { body: { ids: [id], remark: '' } });
    for await (const line of lines) if (line.includes(id) && line.includes('audit-passed')) break;
    kill(child);
  });

  testEachLanguage('push a status, and say why where it is forbidden', async (language) => {
    const { id: CONSIGNMENT } = await createConsignmentAt(service, 20);
    expect(await start('status', language, { CONSIGNMENT }).result).toMatchObject({ code: 0 });
    const lab = await service.as('lab1');
    expect((await lab.do(getConsingInfo, { query: { id: CONSIGNMENT } })).consignStatus).toBe(30);
    const { id: rejectedId } = await createConsignmentAt(service, 40);
    const refusedRun = await start('status', language, { CONSIGNMENT: rejectedId }).result;
    expect(refusedRun.code).not.toBe(0);
    expect(`${refusedRun.out}${refusedRun.error}`).toContain('TRANSITION_NOT_ALLOWED');
  });

  testEachLanguage('take what the platform signed, and nothing else', async (language) => {
    if (language === 'curl') return expectVerification();
    const port = await freePort();
    const receiver = start('webhook', language, {
      PORT: String(port),
      ASPNETCORE_URLS: `http://127.0.0.1:${port}`,
    });
    const url = `http://127.0.0.1:${port}/`;
    while (!(await fetch(url).catch(() => null))) await pause(50);
    const check = spawn(process.execPath, ['scripts/lab-check-receiver.mjs', '--url', url, '--secret', SECRET], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let report = '';
    check.stdout.on('data', (part: Buffer) => (report += part.toString()));
    await once(check, 'close');
    kill(receiver.child);
    expect(report).toContain('19 ok, 0 broken, 0 skipped');
  });
});

/** The example for the shell verifies one delivery that was kept in a file. */
const expectVerification = async (): Promise<void> => {
  const body = JSON.stringify({ id: randomUUID(), data: { remark: '同意' } });
  const verify = async (timestamp: number, sentBody = body): Promise<string> => {
    const id = randomUUID();
    const key = Buffer.alloc(32, 5);
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const workFolder = mkdtempSync(join(folder, 'webhook-curl-'));
    writeFileSync(join(workFolder, 'body.json'), sentBody);
    const env = {
      WEBHOOK_ID: id,
      WEBHOOK_TIMESTAMP: String(timestamp),
      WEBHOOK_SIGNATURE: `v1a,AAAA v1,${signature}`,
    };
    const { code, out } = await start('webhook', 'curl', env, workFolder).result;
    return `${out.trim()} ${code}`;
  };
  const now = Math.floor(Date.now() / 1000);
  expect([await verify(now), await verify(now, `${body} `), await verify(now - 3600)]).toEqual([
    'valid 0',
    'forged 1',
    'stale 1',
  ]);
};
