import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installServer } from './install.mjs';

/**
 * Starts the MongoDB stand-in in a process of its own, which ends with this one.
 * Without `data` it forgets everything when it stops; with it, what it has answered survives stop, kill and a new start
 * there.
 * @param {{ port?: number, data?: string }} [options] port: any free one when left out; data: a folder
 * @returns {Promise<{ url: string, stop(): Promise<void>, kill(): Promise<void>, pause(): void, resume(): void }>}
 *   kill: as kill -9; pause: it keeps its connections and answers nothing until resume
 * @throws Error when Java or Maven is missing or the port is taken
 */
export const startServer = async ({ port = 0, data } = {}) => {
  const classPath = await installServer();
  if (data !== undefined) await mkdir(data, { recursive: true });
  const file = data === undefined ? [] : [join(data, 'mongodb.mv')];
  const java = [
    '-Xmx768m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-Dslf4j.internal.verbosity=ERROR',
    '-cp',
    classPath,
    'MongoStandIn',
    String(port),
    ...file,
  ];
  const server = spawn('java', java, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(server, 'exit');
  const url = await urlOf(server);
  const end = async (signal) => {
    // A stopped process reacts only to SIGKILL.
    server.kill('SIGCONT');
    server.kill(signal);
    await exited;
  };
  return {
    url,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
  };
};

const urlOf = async (server) => {
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('listening ')) return line.slice('listening '.length);
  }
  throw new Error('the MongoDB stand-in did not start: what it said stands above');
};
