// Starts the whole service as `npm start` does, in a separate process on a data folder, with the demo data.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';

const main = fileURLToPath(new URL('../../dist/apps/standalone/src/main.js', import.meta.url));

/** `environment` extends that of this process, e.g. by EVENTSTORE_URL. Resolves when the service is ready. */
export const startService = async (folder, environment = {}) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      ...environment,
      DATA_DIR: folder,
      PORT: String(port),
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = new Promise((resolve) => server.once('exit', resolve));
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error('the service ended while starting');
    await pause(50);
  }
  return { url, pid: server.pid, stop: () => (server.kill('SIGTERM'), exit) };
};
