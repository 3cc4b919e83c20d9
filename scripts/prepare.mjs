// Prepares a checkout to run: installs packages, builds server and console. Plain Node without packages, because it
// runs before they are installed. Each step writes its mark only after it has succeeded, so the next run finishes one
// that was killed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const serverSources = [
  'apps/api',
  'apps/projector',
  'apps/worker',
  'apps/standalone',
  'libs',
  'test/harness',
  '.swcrc',
  'package.json',
];
const consoleSources = ['apps/console', 'libs/contract', 'libs/domain', 'libs/events', 'package.json'];

/** @param {{ console?: boolean }} [options] `console: false` skips the console's bundle. */
export const prepare = (options = {}) => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node 20.19 or newer is needed, this is ${process.version}.`);

  step('packages', 'node_modules/.installed', fingerprint(['package.json', 'package-lock.json'], 'content'), () => {
    // Development packages build the console, whatever NODE_ENV says. A new checkout gets exactly the packages of the
    // lock file; with packages already installed, only those that differ are changed.
    const command = existsSync(join(root, 'node_modules')) ? 'install' : 'ci';
    run('npm', [command, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { NODE_ENV: '' });
  });
  step('server', '.cache/built-server', fingerprint(serverSources), () => {
    for (const part of ['dist/apps', 'dist/libs', 'dist/test'])
      rmSync(join(root, part), { recursive: true, force: true });
    run('npm', ['run', '--silent', 'build:server']);
    run('npm', ['run', '--silent', 'build:harness']); // programs that tests start; a release has none of it
  });
  if (options.console !== false) {
    step('console', '.cache/built-console', fingerprint(consoleSources), () =>
      run('npm', ['run', '--silent', 'build:console']),
    );
  }
};

const step = (name, markFile, currentMark, work) => {
  const mark = join(root, markFile);
  const outcome =
    name === 'packages' ? 'node_modules' : name === 'server' ? 'dist/apps/standalone' : 'dist/console/index.html';
  if (existsSync(join(root, outcome)) && existsSync(mark) && readFileSync(mark, 'utf8') === currentMark()) return;
  process.stdout.write(`Preparing ${name} ...\n`);
  rmSync(mark, { force: true });
  work();
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, currentMark()); // computed again: npm install may have rewritten the lock file
};

/** Digest of files by content or, faster for whole trees, by path, size and time of change. */
const fingerprint =
  (paths, by = 'time') =>
  () => {
    const digest = createHash('sha256').update(process.version);
    const add = (path) => {
      const fullPath = join(root, path);
      if (!existsSync(fullPath)) return;
      const stat = statSync(fullPath);
      if (stat.isDirectory()) {
        for (const name of readdirSync(fullPath).sort()) add(`${path}/${name}`);
      } else
        digest.update(
          by === 'content' ? `${path}\n${readFileSync(fullPath, 'utf8')}` : `${path} ${stat.size} ${stat.mtimeMs}\n`,
        );
    };
    paths.forEach(add);
    return digest.digest('hex');
  };

const run = (command, args, env = {}) => {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) fail(`${command} ${args.join(' ')} failed.`);
};

const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};
