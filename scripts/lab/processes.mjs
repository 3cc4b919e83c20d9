// Runs the platform and the example of a lab system as processes, on a data folder of the caller.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../prepare.mjs';

/** Servers in the environment would make the demo write into them. */
const EMBEDDED = { EVENTSTORE_URL: '', MONGO_URL: '', REDIS_URL: '', PUBLIC_URL: '', NODE_ENV: 'development' };

const start = async (program, env, isUp) => {
  const child = spawn(process.execPath, [join(root, program)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  while (!(await isUp().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    await pause(100);
  }
  return async () => {
    child.kill('SIGTERM');
    await exit;
  };
};
const isAnswering = (url) => async () => (await fetch(url)).ok;

/** @returns a function that stops it, once it is ready */
export const startPlatform = ({ port, labHost, dataDir }) =>
  start(
    'dist/apps/standalone/src/main.js',
    { ...EMBEDDED, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, LAB_SYSTEM_HOSTS: labHost },
    isAnswering(`http://127.0.0.1:${port}/readyz`),
  );

/** `settings` are the environment variables of its README. @returns a function that stops it, once it is ready */
export const startLabSystem = ({ port, ...settings }) =>
  start(
    'examples/lab-system/src/main.mjs',
    { ...settings, PORT: String(port) },
    isAnswering(`http://127.0.0.1:${port}/`),
  );
