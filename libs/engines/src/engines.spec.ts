import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '#events';
import { openEmbeddedEngines, openEngines } from './open-engines.js';
import { newStream, numberTakenEvent } from '#harness/engines/new-events';

describe('embedded engines', () => {
  it.each(['memory', 'a folder'])(
    'are healthy when opened in %s, and report errors after they are closed',
    async (storage) => {
      const folder = await mkdtemp(join(tmpdir(), 'engines-'));
      const engines = await openEmbeddedEngines(storage === 'memory' ? ':memory:' : join(folder, 'new', 'data'));
      await engines.eventStore.append(newStream(), [numberTakenEvent(1)], NO_STREAM);
      expect(await engines.health()).toEqual({ eventStore: 'ok', views: 'ok', jobs: 'ok', files: 'ok', vault: 'ok' });
      await engines.close();
      await engines.close();
      expect(await engines.health()).toMatchObject({
        eventStore: expect.stringContaining('Error'),
        vault: expect.stringContaining('Error'),
      });
      await rm(folder, { recursive: true });
    },
  );

  it('preserve events, files, credentials and jobs in their folder across a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'engines-'));
    const first = await openEmbeddedEngines(folder);
    const { position } = await first.eventStore.append(newStream(), [numberTakenEvent(1)], NO_STREAM);
    const { hash } = await first.files.put(Buffer.from('a'), { contentType: 'text/plain', name: 'a' });
    await first.vault.setCredential('user', 'secret');
    await first.jobs.enqueue('print', { a: 1 }, { id: '1.print' });
    await first.close();
    const second = await openEmbeddedEngines(folder);
    expect(await second.eventStore.lastPosition()).toBe(position);
    expect((await second.files.get(hash))?.name).toBe('a');
    expect(await second.vault.credential('user')).toBe('secret');
    expect((await second.jobs.find({})).total).toBe(1);
    await second.close();
    await rm(folder, { recursive: true });
  });
});

describe('engines on servers', () => {
  it('open while Redis is unreachable, and log an error that names REDIS_URL and the reason', async () => {
    const logEntries: unknown[][] = [];
    const engines = await openEngines(
      { DATA_DIR: ':memory:', REDIS_URL: 'redis://127.0.0.1:1' },
      { error: (...line) => logEntries.push(line), warn: () => undefined },
    );
    expect(await engines.health()).toMatchObject({
      eventStore: 'ok',
      jobs: expect.stringContaining('Redis does not answer'),
    });
    expect(logEntries).toEqual([
      [
        { err: expect.objectContaining({ message: expect.stringContaining('ECONNREFUSED') }) },
        expect.stringContaining('REDIS_URL'),
      ],
    ]);
    await engines.close();
  });
});
