import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const environment = join(here, '../../.cache/webhooks/python');

/** A request as a receiver gets it, and the secret it checks it with. */
export type ReceivedCase = { secret: string; body: string; headers: Record<string, string> };

/**
 * What the Python library of Standard Webhooks says to deliveries. Its virtual environment is made when its packages
 * change.
 * @returns null where Python 3 with venv, or the package, cannot be had
 */
export const verifyWithPython = (cases: readonly ReceivedCase[]): string[] | null => {
  const python = join(environment, 'bin/python');
  if (!isInstalled() && !install(python)) return null;
  const { status, stdout, stderr } = spawnSync(python, [join(here, 'verify.py')], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as string[];
};

const requirements = join(here, 'requirements.txt');
const mark = join(environment, 'installed');
const isInstalled = (): boolean =>
  existsSync(mark) && readFileSync(mark, 'utf8') === readFileSync(requirements, 'utf8');

const install = (python: string): boolean => {
  rmSync(environment, { recursive: true, force: true });
  mkdirSync(dirname(environment), { recursive: true });
  const run = (command: string, ...args: string[]): boolean =>
    spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  const isCreated =
    run('python3', '-m', 'venv', environment) &&
    run(python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements);
  if (isCreated) writeFileSync(mark, readFileSync(requirements, 'utf8'));
  return isCreated;
};
