import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import {
  DELIVERIES_FILE,
  FILES_FOLDER,
  LOG_FILE,
  rejectHalfRestored,
  rejectFolderInsideData,
  VAULT_FILE,
} from '../data-folder/data-files.js';
import { MARK_FILE, markOf, writeMark } from '../data-folder/data-folder.js';
import type { LoggedEvent } from '../event-store/event-log.js';
import { type BrokenEvent, type ReadableLog, verifyChain } from '../event-store/verify-chain.js';
import { fileHashOf, isFileHash } from '../files/files.js';
import { DamagedDatabase, damageMarkerOf, type DatabaseSync, openDatabase } from '../sqlite/database.js';

/** A copied file: its path below the folder, its checksum and its size. */
type CopiedFile = { path: string; sha256: string; bytes: number };

/**
 * Makes a consistent, compacted copy of a database that may be written at the same time. Deleted data is not in the
 * copy.
 * @throws Error if the source is missing or the target exists
 */
const copyDatabase = async (source: string, target: string): Promise<void> => {
  await writeFile(target, '', { flag: 'wx', mode: 0o600 });
  const database = openDatabase(source, { readOnly: true });
  try {
    database.exec(`VACUUM INTO '${target.replaceAll("'", "''")}'`);
  } finally {
    database.close();
  }
  await syncToDisk(target);
};

/**
 * Copies the finished files in a folder of the embedded engine. A file that is deleted meanwhile is left out: no event
 * refers to it.
 * @returns the copied files, with paths below `root`, and the hashes of files whose content does not match their name
 */
export const copyFiles = async (
  source: string,
  target: string,
  root: string,
): Promise<{ copiedFiles: CopiedFile[]; damagedHashes: string[] }> => {
  const [copiedFiles, damagedHashes]: [CopiedFile[], string[]] = [[], []];
  const entries = await readdir(source, { recursive: true }).catch(unlessMissing<string[]>([]));
  for (const entry of entries.toSorted()) {
    if (!isFileHash(basename(entry))) continue;
    const content = await readFile(join(source, entry)).catch(unlessMissing(null));
    if (!content) continue;
    if (fileHashOf(content) !== basename(entry)) damagedHashes.push(basename(entry));
    const metadata = await readFile(join(source, `${entry}.json`)).catch(unlessMissing(null));
    await mkdir(dirname(join(target, entry)), { recursive: true, mode: 0o700 });
    if (metadata) copiedFiles.push(await writeSynced(join(target, `${entry}.json`), metadata, root));
    copiedFiles.push(await writeSynced(join(target, entry), content, root));
  }
  return { copiedFiles, damagedHashes };
};

/** Writes a file and forces it to disk. */
export const writeSynced = async (file: string, content: Uint8Array | string, root: string): Promise<CopiedFile> => {
  await writeFile(file, content, { mode: 0o600 });
  await syncToDisk(file);
  return {
    path: relative(root, file),
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: Buffer.byteLength(content),
  };
};

/** Renames atomically and forces the new name to disk. */
const renameSynced = async (from: string, to: string): Promise<void> => {
  await rename(from, to);
  await syncToDisk(dirname(to));
};

export const removeSynced = async (path: string): Promise<void> => {
  await rm(path, { recursive: true, force: true });
  await syncToDisk(dirname(path));
};

/** Forces a file, or the names in a folder, to disk. */
export const syncToDisk = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Checksum of a file of any size. */
const checksumOf = async (file: string, root: string): Promise<CopiedFile> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(file, 'r');
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
  } finally {
    await handle.close();
  }
  return { path: relative(root, file), sha256: hash.digest('hex'), bytes };
};

const unlessMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (Object(error).code === 'ENOENT') return value;
    throw error;
  };

/**
 * A summary of a log by which two copies of it can be compared. `heads` is the SHA-256 over all streams with their last
 * revision and hash.
 */
export type LogSummary = { logId: string; events: number; streams: number; position: string; heads: string };

/** The summary of a log file that is not being written. */
export const summaryOf = (file: string): Promise<LogSummary> =>
  withDatabase(file, async (database) => {
    const { logId } = database.prepare('SELECT id AS logId FROM log').get() as { logId: string };
    const { events, position } = database
      .prepare('SELECT count(*) AS events, max(position) AS position FROM event')
      .get() as { events: number; position: number | null };
    const heads = createHash('sha256');
    let streams = 0;
    for (const row of database
      .prepare('SELECT stream, max(revision) AS revision, hash FROM event GROUP BY stream ORDER BY stream')
      .iterate()) {
      const { stream, revision, hash } = row as { stream: string; revision: number; hash: string };
      heads.update(`${stream} ${revision} ${hash}\n`);
      streams++;
    }
    return { logId, events, streams, position: positionOf(position ?? 0), heads: heads.digest('hex') };
  });

/** The first event of a log file whose proof fails; null if all chains are intact. */
export const findFirstBrokenEvent = (file: string): Promise<BrokenEvent | null> =>
  withDatabase(file, async (database) => {
    const selectPage = database.prepare('SELECT * FROM event WHERE position > ? ORDER BY position LIMIT ?');
    const log: ReadableLog = {
      dense: true,
      read: async () => [],
      readAll: async (after, limit) =>
        (selectPage.all(Number(after), limit) as EventRow[]).map((row) => ({
          ...row,
          position: positionOf(row.position),
        })),
    };
    return (await verifyChain({ log })).broken;
  });

type EventRow = Omit<LoggedEvent, 'position'> & { position: number };

const positionOf = (position: number): string => String(position).padStart(20, '0');

/** Opens the file read-only, so that a copy remains a single file. */
const withDatabase = async <Result>(
  file: string,
  read: (database: DatabaseSync) => Promise<Result>,
): Promise<Result> => {
  const database = openDatabase(file, { readOnly: true });
  try {
    return await read(database);
  } finally {
    database.close();
  }
};

const MANIFEST = 'manifest.json';
/** In the format of `sha256sum`, so that it can be checked without this program: sha256sum -c SHA256SUMS */
const CHECKSUMS = 'SHA256SUMS';

const Manifest = z.object({
  format: z.literal('consign-backup/1'),
  takenAt: z.string(),
  log: z.object({
    logId: z.string(),
    events: z.number(),
    streams: z.number(),
    position: z.string(),
    heads: z.string(),
  }),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** Problems of the service when the backup was taken, as texts. */
  problems: z.array(z.string()),
  /** SHA-256 of the list of checksums. */
  checksums: z.string(),
});
/** Describes a finished backup. It is written last: a folder without it is not a backup. */
export type Manifest = z.infer<typeof Manifest>;

const writeManifest = async (
  folder: string,
  facts: Omit<Manifest, 'format' | 'checksums'>,
  files: readonly CopiedFile[],
): Promise<Manifest> => {
  const lines = files.map(({ sha256, path }) => `${sha256}  ${path}\n`);
  const { sha256 } = await writeSynced(join(folder, CHECKSUMS), lines.join(''), folder);
  const manifest: Manifest = { format: 'consign-backup/1', ...facts, checksums: sha256 };
  await writeSynced(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, folder);
  return manifest;
};

/**
 * Reads the manifest and checks all files of the backup.
 * @throws Error if the folder is not a finished backup, or if a file was changed; the message names the first one
 */
export const readCheckedManifest = async (folder: string): Promise<Manifest> => {
  if (!existsSync(join(folder, MANIFEST))) throw new Error(`${folder} is no finished backup: it has no ${MANIFEST}.`);
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  if ((await checksumOf(join(folder, CHECKSUMS), folder)).sha256 !== manifest.checksums)
    throw new Error(`${CHECKSUMS} is not the list the backup was finished with.`);
  const checksums = new Map(
    (await readFile(join(folder, CHECKSUMS), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  for (const [path, sha256] of checksums) {
    if (!existsSync(join(folder, path))) throw new Error(`${path} is missing in the backup.`);
    if ((await checksumOf(join(folder, path), folder)).sha256 !== sha256)
      throw new Error(`${path} is not the file that was backed up.`);
  }
  return manifest;
};

/**
 * Copies log, vault, files and deliveries of an embedded service into a new folder while the service runs. The log is
 * copied first: keys and files are stored before the event that refers to them, so the later copies contain everything
 * that the copied log refers to (ADR-044). The folder gets its name when it is complete; an interrupted backup leaves
 * `<folder>.unfinished`, which the next one removes. Damaged deliveries are left out: endpoints get their events again.
 * @returns the manifest; `problems` names what was broken in the service already
 * @throws Error if there is no service in `dataDir`, or if the folder is not empty or lies in `dataDir`
 */
export const backUp = async (dataDir: string, folder: string, now = new Date()): Promise<Manifest> => {
  rejectHalfRestored(dataDir);
  rejectFolderInsideData(dataDir, folder);
  if (!existsSync(join(dataDir, LOG_FILE)))
    throw new Error(`There is no service in ${dataDir}: it has no ${LOG_FILE}.`);
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  const target = resolve(folder);
  const unfinishedFolder = `${target}.unfinished`;
  await rm(unfinishedFolder, { recursive: true, force: true });
  await mkdir(unfinishedFolder, { recursive: true, mode: 0o700 });

  await copyDatabase(join(dataDir, LOG_FILE), join(unfinishedFolder, LOG_FILE));
  await copyDatabase(join(dataDir, VAULT_FILE), join(unfinishedFolder, VAULT_FILE));
  const deliveriesDamage = await copyDeliveries(dataDir, unfinishedFolder);
  const hasDeliveries = existsSync(join(unfinishedFolder, DELIVERIES_FILE));
  const mark = markOf(dataDir);
  if (mark) writeMark(unfinishedFolder, mark);
  const { copiedFiles, damagedHashes } = await copyFiles(
    join(dataDir, FILES_FOLDER),
    join(unfinishedFolder, FILES_FOLDER),
    unfinishedFolder,
  );

  const brokenEvent = await findFirstBrokenEvent(join(unfinishedFolder, LOG_FILE));
  const problems = [
    ...(brokenEvent
      ? [`${brokenEvent.stream} is broken at revision ${brokenEvent.revision}: ${brokenEvent.problem}`]
      : []),
    ...(deliveriesDamage ? [deliveriesDamage] : []),
    ...damagedHashes.map((hash) => `file ${hash} is damaged`),
  ];
  const databases = [
    await checksumOf(join(unfinishedFolder, LOG_FILE), unfinishedFolder),
    await checksumOf(join(unfinishedFolder, VAULT_FILE), unfinishedFolder),
    ...(hasDeliveries ? [await checksumOf(join(unfinishedFolder, DELIVERIES_FILE), unfinishedFolder)] : []),
    ...(mark ? [await checksumOf(join(unfinishedFolder, MARK_FILE), unfinishedFolder)] : []),
  ];
  const contents = copiedFiles.filter(({ path }) => !path.endsWith('.json'));
  const files = { count: contents.length, bytes: contents.reduce((sum, { bytes }) => sum + bytes, 0) };
  const manifest = await writeManifest(
    unfinishedFolder,
    { takenAt: now.toISOString(), log: await summaryOf(join(unfinishedFolder, LOG_FILE)), files, problems },
    [...databases, ...copiedFiles],
  );
  await syncToDisk(unfinishedFolder);
  await mkdir(dirname(target), { recursive: true });
  await renameSynced(unfinishedFolder, target);
  return manifest;
};

/**
 * Copies the deliveries. They are derived from the log, so a backup without them is complete, and damaged ones are left
 * out. Opening them has marked the damage, so the next start of the service sets the file aside.
 * @returns a description of the damage; null if there is none
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
    return (
      `${error.message} This backup is without it: after a restore endpoints of webhooks get the events of the ` +
      'last 90 days once more.'
    );
  }
};
