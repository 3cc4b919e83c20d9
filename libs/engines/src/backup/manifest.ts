import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { checksumOf, writeSynced, type Copied } from './durable-copy.js';

const MANIFEST = 'manifest.json';
/** As `sha256sum` writes it, so that it can be checked without this program: sha256sum -c SHA256SUMS */
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
  /** What was wrong with the service when the backup was taken, in words; empty when nothing was. */
  problems: z.array(z.string()),
  /** SHA-256 of the list of checksums. */
  checksums: z.string(),
});
/** What a finished backup says of itself. Written last: a folder without it is no backup. */
export type Manifest = z.infer<typeof Manifest>;

export const writeManifest = async (
  folder: string,
  facts: Omit<Manifest, 'format' | 'checksums'>,
  copied: readonly Copied[],
): Promise<Manifest> => {
  const lines = copied.map(({ sha256, path }) => `${sha256}  ${path}\n`);
  const { sha256 } = await writeSynced(join(folder, CHECKSUMS), lines.join(''), folder);
  const manifest: Manifest = { format: 'consign-backup/1', ...facts, checksums: sha256 };
  await writeSynced(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, folder);
  return manifest;
};

/** @throws Error when the folder is no finished backup, or one file of it is not what it was: the first one is named. */
export const checkedManifest = async (folder: string): Promise<Manifest> => {
  if (!existsSync(join(folder, MANIFEST))) throw new Error(`${folder} is no finished backup: it has no ${MANIFEST}.`);
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  if ((await checksumOf(join(folder, CHECKSUMS), folder)).sha256 !== manifest.checksums)
    throw new Error(`${CHECKSUMS} is not the list the backup was finished with.`);
  const wanted = new Map(
    (await readFile(join(folder, CHECKSUMS), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  for (const [path, sha256] of wanted) {
    if (!existsSync(join(folder, path))) throw new Error(`${path} is missing in the backup.`);
    if ((await checksumOf(join(folder, path), folder)).sha256 !== sha256)
      throw new Error(`${path} is not the file that was backed up.`);
  }
  return manifest;
};
