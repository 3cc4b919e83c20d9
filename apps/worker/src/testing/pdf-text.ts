import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../../../../test/support/pdf-text.mjs');

/** Text of PDF bytes, read back by a reader that is not ours. */
export const pdfText = async (content: Uint8Array): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  try {
    const file = join(folder, 'document.pdf');
    await writeFile(file, content);
    return (await run(process.execPath, [program, file])).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
