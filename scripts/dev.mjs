// npm run dev: rebuilds and restarts the server on every change, and serves the console by vite with hot reload on port
// 5173.
import { spawn } from 'node:child_process';
import { prepare, root } from './prepare.mjs';

prepare({ console: false });
const start = (command, args) =>
  spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${root}/node_modules/.bin:${process.env.PATH}` },
  });
const children = [
  start('swc', [
    'apps/api',
    'apps/projector',
    'apps/worker',
    'apps/standalone',
    'libs',
    '-d',
    'dist',
    '--config-file',
    '.swcrc',
    '--copy-files',
    '-w',
  ]),
  start(process.execPath, ['--watch', 'dist/apps/standalone/src/main.js']),
  start('vite', ['-c', 'apps/console/vite.config.ts']),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
