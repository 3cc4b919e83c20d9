import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageTransport } from './message-transport.js';

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
});
