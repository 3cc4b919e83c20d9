// npm run test:fuzz [-- --minutes 60] [--seed 7]: sends generated requests to every operation of the served OpenAPI
// document, without sign-in and in every role, single and in sequences (schemathesis). A response 5xx other than 503,
// or an end of the service, fails the run. It takes two minutes by default. Without Python it does not run; in CI that
// is an error.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../test/free-port.mjs';
import { prepare, root } from './prepare.mjs';

const PASSWORD = 'Consign-2026!';
/** The senders: a demo account and its key in `x-roles` of the document. */
const PEOPLE = {
  stranger: null,
  client: { userName: 'client1', role: '委托单位角色' },
  otherClient: { userName: 'client2', role: '委托单位角色' },
  laboratory: { userName: 'lab1', role: '检测单位角色' },
  otherLaboratory: { userName: 'lab2', role: '检测单位角色' },
  administrator: { userName: 'admin', role: 'admin' },
  auditor: { userName: 'auditor', role: 'auditor' },
  operator: { userName: 'operator', role: 'operator' },
};

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '2' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
if (!(minutes > 0 && minutes <= 24 * 60) || !Number.isSafeInteger(seed)) {
  process.stderr.write('npm run test:fuzz -- [--minutes <1 to 1440>] [--seed <whole number>]\n');
  process.exit(1);
}

const folder = join(root, '.cache/fuzz');
const fuzz = join(root, 'test/fuzz');

/** The virtual environment with the pinned packages, created again when they change; null without Python. */
const schemathesis = () => {
  const requirementsHash = createHash('sha256')
    .update(readFileSync(join(fuzz, 'requirements.txt')))
    .digest('hex');
  const environment = join(folder, 'python');
  const mark = join(environment, 'installed');
  const program = join(environment, 'bin/schemathesis');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === requirementsHash) return program;
  rmSync(environment, { recursive: true, force: true });
  const run = (command, ...args) => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  if (!run('python3', '-m', 'venv', environment)) return null;
  const pip = join(environment, 'bin/pip');
  if (!run(pip, 'install', '--quiet', '--disable-pip-version-check', '-r', join(fuzz, 'requirements.txt'))) return null;
  writeFileSync(mark, requirementsHash);
  return program;
};

mkdirSync(folder, { recursive: true });
const program = schemathesis();
if (program === null) {
  process.stdout.write('test:fuzz is absent: Python 3 with venv, or its package schemathesis, could not be had.\n');
  process.exit(process.env.CI ? 1 : 0);
}

prepare({ console: false });
const data = join(folder, 'data');
rmSync(data, { recursive: true, force: true });
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const service = spawn(process.execPath, ['dist/apps/standalone/src/main.js'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PORT: String(port),
    DATA_DIR: data,
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    // Each request has its own client address (hooks.py), like clients behind a proxy.
    TRUST_PROXY: '1',
  },
});
let hasEnded = false;
void once(service, 'exit').then(() => (hasEnded = true));
while (
  !hasEnded &&
  !(await fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  ))
) {
  await new Promise((resolve) => setTimeout(resolve, 200));
}

const report = join(folder, 'report.json');
rmSync(report, { force: true });
const startedAt = Date.now();
const args = [
  ['run', `${url}/api/openapi.json`],
  // A stream of events does not end by itself, so a worker would wait forever.
  ['--exclude-path-regex', '^/api/v1/(documents/changes|operations/events/follow)$'],
  ['--checks', 'not_a_server_error', '--continue-on-failure', '--no-shrink', '--warnings', 'off'],
  ['--suppress-health-check', 'all', '--request-timeout', '30', '--workers', '4'],
  ['--max-time', String(Math.round(minutes * 60)), '--seed', String(seed)],
  ['--report', 'junit', '--report-junit-path', join(folder, 'junit.xml')],
].flat();
const run = hasEnded
  ? [1]
  : await once(
      spawn(program, args, {
        cwd: folder,
        stdio: 'inherit',
        env: {
          ...process.env,
          FUZZ_URL: url,
          FUZZ_PEOPLE: JSON.stringify(PEOPLE),
          FUZZ_PASSWORD: PASSWORD,
          FUZZ_SEED: String(seed),
          FUZZ_REPORT: report,
          SCHEMATHESIS_HOOKS: 'hooks',
          PYTHONPATH: fuzz,
          PYTHONDONTWRITEBYTECODE: '1',
        },
      }),
      'exit',
    );
const survived =
  !hasEnded &&
  (await fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  ));
service.kill();

const summary = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { requests: 0, serverErrors: {} };
const errors = Object.entries(summary.serverErrors);
process.stdout.write(
  `\n${summary.requests} requests to ${summary.operations ?? 0} operations ` +
    `in ${Math.round((Date.now() - startedAt) / 1000)} s, seed ${seed}\n` +
    `  by role: ${JSON.stringify(summary.byRole ?? {})}\n  by status: ${JSON.stringify(summary.byStatus ?? {})}\n`,
);
for (const [operation, calls] of errors) process.stdout.write(`  ${operation}: ${JSON.stringify(calls)}\n`);
if (!survived) process.stdout.write('The service did not survive.\n');
// The generator sometimes fails on a schema that it has made itself and goes on with the next one, so only the results
// of the service count.
if (run[0] !== 0 && errors.length === 0)
  process.stdout.write('The generator reported an error of its own, see above.\n');
process.exit(errors.length === 0 && survived && summary.operations >= 300 ? 0 : 1);
