// Starts the redis-server of Debian without persistence, for tests and commands.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../free-port.mjs';

/** @throws Error if redis-server is not installed or ends at once */
export const startServer = async ({ port, policy = 'noeviction', memory = '0' } = {}) => {
  if (spawnSync('redis-server', ['--version']).error) throw new Error('redis-server is not installed');
  const actualPort = port ?? (await freePort());
  const server = spawn(
    'redis-server',
    [
      '--port',
      String(actualPort),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--maxmemory-policy',
      policy,
      '--maxmemory',
      memory,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(server, 'exit');
  for await (const chunk of server.stdout) if (String(chunk).includes('Ready to accept connections')) break;
  if (server.exitCode !== null) throw new Error('redis-server ended at once');
  const end = async (signal) => {
    // A stopped process reacts only to SIGKILL.
    server.kill('SIGCONT');
    server.kill(signal);
    await exited;
  };
  return {
    url: `redis://127.0.0.1:${actualPort}`,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
  };
};
