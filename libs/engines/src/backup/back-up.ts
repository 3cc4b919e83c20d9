import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { MARK_FILE, markOf, writeMark } from '../data-folder/folder-mark.js';
import { DamagedDatabase, damageMarkerOf } from '../sqlite/damaged-database.js';
import { checksumOf, copyDatabase, copyFiles, renameSynced, synced } from './durable-copy.js';
import {
  DELIVERIES_FILE,
  FILES_FOLDER,
  LOG_FILE,
  refuseHalfRestored,
  refuseInside,
  VAULT_FILE,
} from './data-folder.js';
import { firstBroken, summaryOf } from './log-summary.js';
import { writeManifest, type Manifest } from './manifest.js';

/**
 * Copies log, vault, files and deliveries of an embedded service into a new folder, while it runs. The log is copied first: keys and files are stored
 * before the event that names them, so whatever this copy names is in the later ones (ADR-044). It takes its name when it is
 * whole; one that was killed leaves `<folder>.unfinished`, which the next one clears away. Damaged deliveries are left out: endpoints get
 * their events once more.
 * @returns its manifest; `problems` says what of the service was broken already.
 * @throws Error when there is no service in `dataDir` or the folder holds something or lies in `dataDir`.
 */
export const backUp = async (dataDir: string, folder: string, now = new Date()): Promise<Manifest> => {
  refuseHalfRestored(dataDir);
  refuseInside(dataDir, folder);
  if (!existsSync(join(dataDir, LOG_FILE)))
    throw new Error(`There is no service in ${dataDir}: it has no ${LOG_FILE}.`);
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  const target = resolve(folder);
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });

  await copyDatabase(join(dataDir, LOG_FILE), join(unfinished, LOG_FILE));
  await copyDatabase(join(dataDir, VAULT_FILE), join(unfinished, VAULT_FILE));
  const damagedDeliveries = await copyDeliveries(dataDir, unfinished);
  const hasDeliveries = existsSync(join(unfinished, DELIVERIES_FILE));
  const mark = markOf(dataDir);
  if (mark) writeMark(unfinished, mark);
  const { copied, damaged } = await copyFiles(join(dataDir, FILES_FOLDER), join(unfinished, FILES_FOLDER), unfinished);

  const broken = await firstBroken(join(unfinished, LOG_FILE));
  const problems = [
    ...(broken ? [`${broken.stream} is broken at revision ${broken.revision}: ${broken.problem}`] : []),
    ...(damagedDeliveries ? [damagedDeliveries] : []),
    ...damaged.map((hash) => `file ${hash} is damaged`),
  ];
  const databases = [
    await checksumOf(join(unfinished, LOG_FILE), unfinished),
    await checksumOf(join(unfinished, VAULT_FILE), unfinished),
    ...(hasDeliveries ? [await checksumOf(join(unfinished, DELIVERIES_FILE), unfinished)] : []),
    ...(mark ? [await checksumOf(join(unfinished, MARK_FILE), unfinished)] : []),
  ];
  const contents = copied.filter(({ path }) => !path.endsWith('.json'));
  const files = { count: contents.length, bytes: contents.reduce((sum, { bytes }) => sum + bytes, 0) };
  const manifest = await writeManifest(
    unfinished,
    { takenAt: now.toISOString(), log: await summaryOf(join(unfinished, LOG_FILE)), files, problems },
    [...databases, ...copied],
  );
  await synced(unfinished);
  await mkdir(dirname(target), { recursive: true });
  await renameSynced(unfinished, target);
  return manifest;
};

/**
 * The deliveries are derived from the log: where they are damaged, a backup without them is whole. The damage is noted as if a service had
 * found it, because one may be running: its next start sets the file aside. @returns what is wrong with them, null if nothing is
 */
const copyDeliveries = async (dataDir: string, target: string): Promise<string | null> => {
  const [source, copy] = [join(dataDir, DELIVERIES_FILE), join(target, DELIVERIES_FILE)];
  if (!existsSync(source)) return null;
  try {
    if (existsSync(damageMarkerOf(source))) throw new DamagedDatabase(source, 'found in use');
    await copyDatabase(source, copy);
    return null;
  } catch (error) {
    if (!(error instanceof DamagedDatabase)) throw error;
    await rm(copy, { force: true });
    return `${error.message} This backup is without it: after a restore endpoints of webhooks get the events of the last 90 days once more.`;
  }
};
