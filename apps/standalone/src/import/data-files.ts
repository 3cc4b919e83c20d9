import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

/** The project's `data/`, found from the source as well as from the compiled file, which lies one folder deeper. */
const dataFolder = (): string => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const found = join(folder, 'data');
    if (existsSync(join(found, 'reference', 'samples.jsonl'))) return found;
    if (folder === dirname(folder)) throw new Error('The folder "data" of the project is missing.');
  }
};

/**
 * Rows of a JSON Lines file below `data/`, each held to its schema.
 * @throws Error that names file and line of the first row that does not fit.
 */
export const readRows = async <Schema extends z.ZodType>(name: string, schema: Schema): Promise<z.infer<Schema>[]> => {
  const text = await readFile(join(dataFolder(), name), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line, index) => {
      const row = schema.safeParse(JSON.parse(line));
      if (!row.success) throw new Error(`${name} line ${index + 1}: ${row.error.message}`);
      return row.data;
    });
};

/** A file below `data/` as it is. */
export const readBytes = (name: string): Promise<Uint8Array> => readFile(join(dataFolder(), name));
