// Starts the server of the benches in a separate process on a data folder.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./server.mjs', import.meta.url));

/** `options` are arguments of server.mjs. @returns its address, and a function that ends it */
export const serve = async (folder, options = []) => {
  const server = spawn(process.execPath, [program, ...options], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    // Log lines may precede the address.
    createInterface({ input: server.stdout }).on('line', (line) => line.startsWith('http') && resolve(line));
    server.once('exit', () => reject(new Error('the server of the bench ended')));
  });
  return { url, stop: () => server.kill('SIGKILL') };
};
