// Starts the stand-in in a separate process, so that specs can kill, stop and restart it like a real node.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('server.mjs', import.meta.url));

/** `EVENTSTORE_LINE` is the line of the server (23.10, 24.10, 26.0) for specs that do not set one. */
export const startServer = async ({
  port = 0,
  data,
  secure,
  delayMs = 0,
  line = process.env.EVENTSTORE_LINE ?? '23.10',
} = {}) => {
  const child = spawn(
    process.execPath,
    [
      program,
      '--port',
      String(port),
      '--delay',
      String(delayMs),
      '--line',
      line,
      ...(data === undefined ? [] : ['--data', data]),
      ...(secure === undefined ? [] : ['--secure', JSON.stringify(secure)]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  const exited = once(child, 'exit');
  const firstOutput = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exited]);
  const url = /esdb:\S+/.exec(String(firstOutput[0]))?.[0];
  if (url === undefined) throw new Error(`The stand-in for EventStoreDB did not start on port ${port}`);
  const end = async (signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    child.kill('SIGCONT');
    await exited;
  };
  return {
    url,
    port: Number(new URL(url).port),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async calls() {
      child.send('calls');
      const [{ calls }] = await once(child, 'message');
      return calls;
    },
    async setUsers(users) {
      child.send({ users });
      await once(child, 'message');
    },
  };
};
