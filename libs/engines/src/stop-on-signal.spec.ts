import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from '@jest/globals';
import { OpenResources, StartAborted } from './open-engines.js';
import { compiledFile } from './sqlite/compiled-file.js';

/** Its last line, and how it ended, when a part of it can never be closed. */
const startAndStop = async (threads: number): Promise<{ lastLine: string | undefined; exitResult: unknown[] }> => {
  const program = compiledFile(import.meta.url, '../../../test/harness/programs/never-stop.js');
  const child = spawn(process.execPath, [program, '300', String(threads)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line === 'started') child.kill('SIGTERM');
  }
  return { lastLine: lines.at(-1), exitResult: await exit };
};

describe('a process that receives SIGTERM', () => {
  it('ends with exit code 1 and names the part that takes too long to stop', async () => {
    const { lastLine, exitResult } = await startAndStop(0);
    expect(exitResult).toEqual([1, null]);
    expect(lastLine).toContain('did not stop within 0.3 s: jobs');
  });

  it('ends with exit code 1 instead of SIGABRT while its threads work on databases', async () => {
    for (let round = 0; round < 3; round++) expect((await startAndStop(3)).exitResult).toEqual([1, null]);
  });
});

describe('parts of a process', () => {
  it('are closed in reverse order, early ones first, and all of them even if one fails', async () => {
    const parts = new OpenResources();
    const closedParts: string[] = [];
    await parts.add('engines', () => closedParts.push('engines'));
    await parts.add('projector', async () => {
      closedParts.push('projector');
      throw new Error('no');
    });
    await parts.add('worker', () => closedParts.push('worker'), { early: true });
    await parts.add('api', () => closedParts.push('api'));
    await expect(parts.close()).rejects.toThrow('projector could not be closed');
    expect(closedParts).toEqual(['worker', 'api', 'projector', 'engines']);
  });

  it('are closed at once and abort the start if they are opened after the process began to stop', async () => {
    const parts = new OpenResources();
    await parts.close();
    const closedParts: string[] = [];
    await expect(parts.add('late', () => closedParts.push('late'))).rejects.toBeInstanceOf(StartAborted);
    expect(closedParts).toEqual(['late']);
  });
});
