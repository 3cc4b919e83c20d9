import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaidMessage, MessageTransport } from './message-transport.js';

const NAME = /^(?<key>.+)\.txt(?:\.part)?$/;
/** More than a receiver takes. */
const FIRST_BYTES = 4096;

/** Without a mail or message gateway, messages are laid into a folder, one file each, where the operator reads them. A second copy replaces the first. */
export const outbox = (folder: string): MessageTransport => ({
  name: 'outbox',
  async send({ key, to, email, subject, text }) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${key}.txt`);
    await writeFile(`${file}.part`, `To: ${to.name} ${email ?? to.phone}\nSubject: ${subject}\n\n${text}\n`, {
      mode: 0o600,
    });
    await rename(`${file}.part`, file);
  },
  async remove(isUnwanted) {
    let removed = 0;
    for (const name of await readdir(folder).catch(ifMissing<string[]>([]))) {
      const key = NAME.exec(name)?.groups?.['key'];
      const laid = key === undefined ? null : await laidIn(join(folder, name), key).catch(ifMissing(null));
      if (!laid || !(await isUnwanted(laid))) continue;
      await rm(join(folder, name), { force: true });
      removed += 1;
    }
    return removed;
  },
});

const laidIn = async (file: string, key: string): Promise<LaidMessage> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    const [first = ''] = buffer.toString('utf8', 0, bytesRead).split('\n');
    return { key, to: first.replace(/^To: /, ''), laidAt: (await handle.stat()).mtime };
  } finally {
    await handle.close();
  }
};

/** Stands in for what is not there; anything else that went wrong goes on. */
const ifMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (Object(error).code === 'ENOENT') return value;
    throw error;
  };
