import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { compiledFile } from './sqlite/compiled-file.js';

it('an uncaught error ends its thread or the process with exit code 1, and not with SIGABRT while threads use databases', async () => {
  const program = compiledFile(import.meta.url, '../../../test/harness/programs/fail-uncaught.js');
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, exitResult] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(output.split('\n')).toEqual([
    ...Array.from({ length: 3 }, () => ['the thread ends', 'ended with 1']).flat(),
    'the process ends',
    '',
  ]);
  expect(exitResult).toEqual([1, null]);
});
