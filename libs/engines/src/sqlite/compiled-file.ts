import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Path of a compiled file, for worker threads and child processes, which cannot load TypeScript.
 * `relativeJs` is relative to the calling module, e.g. `./writer.worker.js`; from sources (tests) it is found in dist/.
 * @throws Error when it has not been built.
 */
export const compiledFile = (importMetaUrl: string, relativeJs: string): string => {
  const caller = fileURLToPath(importMetaUrl);
  const javascriptPath = join(dirname(caller), relativeJs);
  const root = rootOf(dirname(caller));
  const compiledPath = caller.endsWith('.ts') ? join(root, 'dist', relative(root, javascriptPath)) : javascriptPath;
  if (!existsSync(compiledPath)) throw new Error(`${compiledPath} is missing: run "npm run build:server" first`);
  return compiledPath;
};

/** The folder with package.json in or above a folder. */
export const rootOf = (folder: string): string => {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return rootOf(dirname(folder));
};
