import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { users } from '#domain/users';
import { openEmbeddedEngines, type Engines } from '#engines';
import { createFirstAdministrator } from './import/run-import.js';
import { importReference } from './import/import-reference.js';
import { startProjectorThread } from './projector-thread.js';

describe('a projector in its own thread', () => {
  let folder: string;
  let engines: Engines;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'projector-thread-'));
    engines = await openEmbeddedEngines(folder);
  });
  afterEach(async () => {
    await engines.close();
    await rm(folder, { recursive: true });
  });

  it('projects existing events and those appended meanwhile, and resumes where it was stopped', async () => {
    const logger = pino({ level: 'silent' });
    await importReference(engines, { info: () => undefined });
    const first = startProjectorThread({ DATA_DIR: folder }, logger);
    expect(await engines.views.waitFor(users, await engines.eventStore.lastPosition(), 20_000)).toBe(true);
    await createFirstAdministrator(engines, { password: 'Consign-2026!', phone: '13800000000' });
    expect(await engines.views.waitFor(users, await engines.eventStore.lastPosition(), 20_000)).toBe(true);
    expect((await engines.views.find(users, {})).total).toBe(1);
    await first.stop();
    const second = startProjectorThread({ DATA_DIR: folder }, logger);
    expect(await engines.views.waitFor(users, await engines.eventStore.lastPosition(), 20_000)).toBe(true);
    await second.stop();
  });
});
