import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { START, type RecordedEvent } from '#events';
import { compiledFile } from '../sqlite/compiled-file.js';
import { openStore } from '#harness/engines/open-store';
import { temporaryFolder } from '#harness/engines/temporary-folder';
import { verifyChain } from './verify-chain.js';

const ROUNDS = 20;

type Acknowledged = { stream: string; revision: number; position: string };

describe('kill -9', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => folder.remove());

  /** Lets a process write, kills it in the middle after some acknowledgements and returns all that it has printed. */
  const writeAndKill = async (acknowledgements: number): Promise<Acknowledged[]> => {
    const child = spawn(
      process.execPath,
      [compiledFile(import.meta.url, '../../../../test/harness/programs/append-until-killed.js'), folder.path],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    const acknowledged: Acknowledged[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const [stream = '', revision, position = ''] = line.split(' ');
      // The last line may have been cut off by the kill.
      if (position.length === 20) acknowledged.push({ stream, revision: Number(revision), position });
      if (acknowledged.length === acknowledgements) child.kill('SIGKILL');
    }
    expect(await exited).toEqual([null, 'SIGKILL']);
    return acknowledged;
  };

  it(`loses nothing that was acknowledged, in ${ROUNDS} rounds`, async () => {
    const acknowledged: Acknowledged[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      acknowledged.push(...(await writeAndKill(round * 11)));
      const { store, close } = await openStore(folder.path);
      const events: RecordedEvent[] = [];
      for (
        let page = await store.readAll(START, 1_000);
        page.length > 0;
        page = await store.readAll(events.at(-1)?.position ?? START, 1_000)
      )
        events.push(...page);
      const storedEvents = new Set(events.map(({ stream, revision, position }) => `${stream} ${revision} ${position}`));
      expect(
        acknowledged.filter(({ stream, revision, position }) => !storedEvents.has(`${stream} ${revision} ${position}`)),
      ).toEqual([]);
      expect(await verifyChain(store)).toEqual({ events: events.length, broken: null });
      await close();
    }
    expect(acknowledged.length).toBeGreaterThan(ROUNDS * 11);
  }, 240_000);
});
