import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { backUp } from '../backup/backup.js';
import { restore } from '../backup/restore.js';
import type { Engines } from '../engines.js';
import { temporaryFolder } from '#harness/engines/temporary-folder';
import { openEngines } from '../open-engines.js';
import { compiledFile } from '../sqlite/compiled-file.js';
import { currentMark } from './data-folder.js';

const PAGE = 4_096;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let logLines: string[];
const recordLine = (_facts: object, text: string): void => void logLines.push(text);
const logger = { warn: recordLine, error: recordLine };

beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
  logLines = [];
});
afterEach(() => folder.remove());

const inFolder = (name: string): string => join(dataDir, name);
const startEngines = (): Promise<Engines> => openEngines({ DATA_DIR: dataDir }, logger);
/** A process has been at work in the folder, has backed it up if a backup is named, and has ended in order. */
const useFolder = async (umask = 0o077, backup = ''): Promise<void> => {
  const program = compiledFile(import.meta.url, '../../../../test/harness/programs/use-folder.js');
  const programArgs = [process.execPath, program, dataDir, backup];
  const child = spawn('sh', ['-c', `umask ${umask.toString(8)}; exec "$@"`, 'sh', ...programArgs], {
    stdio: 'inherit',
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
};
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);
const unlessMissing = (error: NodeJS.ErrnoException): [] => {
  if (error.code !== 'ENOENT') throw error;
  return [];
};
/** Of what is there; a database that is closed takes its files of shared memory away meanwhile. */
const modesBelow = async (path: string): Promise<Set<string>> => {
  const entries = await readdir(path, { recursive: true });
  const modes = entries.map(async (entry) => modeOf(join(path, entry)).then((mode) => [mode], unlessMissing));
  return new Set((await Promise.all(modes)).flat());
};
const markIn = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(path, 'format.json'), 'utf8'));
/** All but the first page, which says that the file is a database. */
const damage = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+');
  const pages = Math.floor((await handle.stat()).size / PAGE);
  for (let page = 1; page < pages; page++) await handle.write(Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE);
  await handle.close();
};

describe('a data folder', () => {
  it('records its data format and the release that wrote it, and accepts a later patch release', async () => {
    await useFolder();
    expect(await markIn(dataDir)).toEqual(currentMark);
    const [major = 0, minor = 0, patch = 0] = currentMark.release.split('.').map(Number);
    const patchedMark = { ...currentMark, release: `${major}.${minor}.${patch + 1}` };
    await writeFile(inFolder('format.json'), JSON.stringify(patchedMark));
    await (await startEngines()).close();
    expect(await markIn(dataDir)).toEqual(patchedMark);
  });

  it.each([
    ['form of the data', { ...currentMark, format: currentMark.format + 1 }],
    ['release', { ...currentMark, release: '99.1.0' }],
  ])('is refused unchanged if its %s is newer than that of the running program', async (_, newerMark) => {
    await useFolder();
    await writeFile(inFolder('format.json'), JSON.stringify(newerMark));
    const statsBefore = await stat(inFolder('views.db'));
    for (const log of [logger, undefined])
      await expect(openEngines({ DATA_DIR: dataDir }, log)).rejects.toThrow(
        `${dataDir} was written by release ${newerMark.release} (data format ${newerMark.format})`,
      );
    expect((await stat(inFolder('views.db'))).mtimeMs).toBe(statsBefore.mtimeMs);
    expect(await markIn(dataDir)).toEqual(newerMark);
  });

  it('passes its format and release on to backups and restored folders, and a backup of a newer release is not restored', async () => {
    await useFolder();
    const backup = join(folder.path, 'backup');
    await backUp(dataDir, backup);
    expect(await markIn(backup)).toEqual(currentMark);
    const restoredFolder = join(folder.path, 'restored');
    await restore(backup, restoredFolder);
    expect(await markIn(restoredFolder)).toEqual(currentMark);
    await writeFile(inFolder('format.json'), JSON.stringify({ ...currentMark, release: '99.1.0' }));
    await backUp(dataDir, join(folder.path, 'newer'));
    await expect(restore(join(folder.path, 'newer'), join(folder.path, 'other'))).rejects.toThrow(
      'start release 99.1.0',
    );
  });

  it('is private to the user of the service, whatever the umask, and so are its backups', async () => {
    const backup = join(folder.path, 'backup');
    await useFolder(0o022, backup);
    expect(await modeOf(dataDir)).toBe('700');
    expect(await modesBelow(dataDir)).toEqual(new Set(['600', '700']));
    expect(await modesBelow(backup)).toEqual(new Set(['600', '700']));
  });

  it('is reported with the chmod command to run if other users may read it, and its files become private', async () => {
    await mkdir(dataDir, { mode: 0o755 });
    await chmod(dataDir, 0o755);
    const engines = await startEngines();
    expect(logLines).toContainEqual(expect.stringContaining(`chmod 700 ${dataDir}`));
    expect(await modesBelow(dataDir)).toEqual(new Set(['600', '700']));
    await engines.close();
  });

  it('becomes private, with a log entry, if its files of an earlier release were open to other users', async () => {
    await useFolder();
    for (const entry of await readdir(dataDir, { recursive: true }))
      await chmod(inFolder(entry), (await stat(inFolder(entry))).isDirectory() ? 0o755 : 0o644);
    await rm(inFolder('format.json'));
    await (await startEngines()).close();
    expect(await modesBelow(dataDir)).toEqual(new Set(['600', '700']));
    expect(logLines).toContainEqual(expect.stringContaining('were open to other users and are private now'));
  });

  const isRoot = process.getuid?.() === 0;
  (isRoot ? it : it.skip)(
    'reports a database that is open to other users and owned by another user, with the chmod command to run',
    async () => {
      await useFolder();
      await chmod(inFolder('events.db'), 0o644);
      await chown(inFolder('events.db'), 12_345, 12_345);
      await (await startEngines()).close();
      expect(logLines).toContainEqual(expect.stringContaining(`chmod 600 ${inFolder('events.db')}`));
    },
  );
});

describe('a damaged database', () => {
  const damageMethods = {
    'overwritten in the middle': damage,
    'cut off': async (file: string) => truncate(file, (await stat(file)).size / 2 + 100),
  };

  for (const [description, damageFile] of Object.entries(damageMethods)) {
    it(`with derived data is set aside and created again when it is ${description}`, async () => {
      await useFolder();
      for (const name of ['jobs.db', 'views.db']) await damageFile(inFolder(name));
      await writeFile(inFolder('last-writes.db'), 'no database at all, and never was one'.repeat(200));
      const engines = await startEngines();
      expect(await engines.health()).toEqual(
        Object.fromEntries(['eventStore', 'views', 'jobs', 'files', 'vault'].map((name) => [name, 'ok'])),
      );
      expect((await engines.jobs.find({})).total).toBe(0);
      await engines.lastWrites.record('someone', '1');
      await engines.close();
      const asideFiles = (await readdir(dataDir)).filter((name) => /\.db\.damaged-[\dTZ-]+$/.test(name));
      expect(asideFiles.map((name) => String(name.split('.')[0])).toSorted()).toEqual(['jobs', 'last-writes', 'views']);
      expect(logLines.filter((line) => line.includes('is set aside as'))).toHaveLength(3);
      expect(await modesBelow(dataDir)).toEqual(new Set(['600', '700']));
    });

    it(`with irreplaceable data prevents the start, with a reference to the backup, when it is ${description}`, async () => {
      await useFolder();
      for (const name of ['events.db', 'vault.db']) {
        const intactContent = await readFile(inFolder(name));
        await damageFile(inFolder(name));
        await expect(startEngines()).rejects.toThrow(
          new RegExp(`${inFolder(name)} is damaged .*restore the newest backup: docs/operations.md`),
        );
        await writeFile(inFolder(name), intactContent);
      }
    });
  }

  it('of deliveries is left out of a backup, which reports it, and is set aside at the next start', async () => {
    await useFolder();
    await damage(inFolder('deliveries.db'));
    const backup = join(folder.path, 'backup');
    const { problems } = await backUp(dataDir, backup);
    expect(problems).toEqual([expect.stringMatching(/deliveries\.db is damaged .* This backup is without it/)]);
    const restoredFolder = join(folder.path, 'restored');
    await restore(backup, restoredFolder);
    expect(existsSync(join(restoredFolder, 'events.db')) && !existsSync(join(restoredFolder, 'deliveries.db'))).toBe(
      true,
    );
    expect((await backUp(dataDir, join(folder.path, 'another'))).problems).toHaveLength(1);
    const engines = await startEngines();
    expect(await engines.deliveries.cursor('w-1')).toBeNull();
    await engines.close();
    expect((await readdir(dataDir)).filter((name) => name.startsWith('deliveries.db.damaged-'))).not.toEqual([]);
    expect((await backUp(dataDir, join(folder.path, 'whole'))).problems).toEqual([]);
  });

  it('ends the process with exit code 1 if it is found while in use, and is set aside at the next start', async () => {
    await useFolder();
    const file = inFolder('jobs.db');
    await damage(file);
    const child = spawn(
      process.execPath,
      [compiledFile(import.meta.url, '../../../../test/harness/programs/read-until-damaged.js'), file],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exit = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) lines.push(line);
    expect(await exit).toEqual([1, null]);
    expect(lines).toContainEqual(expect.stringContaining(`${file} is damaged: the service ends`));
    expect(existsSync(`${file}.damaged`)).toBe(true);
    const engines = await startEngines();
    expect((await engines.jobs.find({})).total).toBe(0);
    await engines.close();
    expect(existsSync(`${file}.damaged`)).toBe(false);
  });
});
