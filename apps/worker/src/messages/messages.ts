import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Settings } from '#settings';

const NAME = /^(?<key>.+)\.txt(?:\.part)?$/;
/** Enough for the first line, which names the receiver. */
const HEAD_BYTES = 4096;

/**
 * Without a gateway, messages are written to a folder, one file each, where the operator reads them. A repeated message
 * replaces the first one.
 */
export const createOutboxTransport = (folder: string): MessageTransport => ({
  name: 'outbox',
  async send({ key, to, email, subject, text }) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${key}.txt`);
    await writeFile(`${file}.part`, `To: ${to.name} ${email ?? to.phone}\nSubject: ${subject}\n\n${text}\n`, {
      mode: 0o600,
    });
    await rename(`${file}.part`, file);
  },
  async remove(shouldRemove) {
    let removed = 0;
    for (const name of await readdir(folder).catch(ifMissing<string[]>([]))) {
      const key = NAME.exec(name)?.groups?.['key'];
      const message =
        key === undefined ? null : await readOutboxMessage(join(folder, name), key).catch(ifMissing(null));
      if (!message || !(await shouldRemove(message))) continue;
      await rm(join(folder, name), { force: true });
      removed += 1;
    }
    return removed;
  },
});

const readOutboxMessage = async (file: string, key: string): Promise<OutboxMessage> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const [firstLine = ''] = buffer.toString('utf8', 0, bytesRead).split('\n');
    return { key, to: firstLine.replace(/^To: /, ''), writtenAt: (await handle.stat()).mtime };
  } finally {
    await handle.close();
  }
};

/** Returns a value if a file is missing; throws all other errors again. */
const ifMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (Object(error).code === 'ENOENT') return value;
    throw error;
  };

/**
 * Sends through an SMTP server, which turns mail to `<phone>@<domain>` into a text message; a message with an e-mail
 * address is a mail to it. The key becomes the Message-ID, by which the gateway drops a second copy.
 */
export const createSmtpTransport = (options: { url: string; from: string; domain: string }): MessageTransport => {
  const transport = createTransport(options.url);
  return {
    name: 'smtp',
    async send({ key, to, email, subject, text }) {
      const mail = {
        from: options.from,
        to: { name: to.name, address: email ?? `${to.phone}@${options.domain}` },
        subject,
        text,
        messageId: `<${key}@${options.domain}>`,
      };
      await transport.sendMail(mail).catch((error: unknown) => {
        throw new MailRefused(error);
      });
    },
  };
};

/**
 * A refused mail, without the message of the server: it repeats the address of the receiver, which must not reach logs
 * and jobs.
 */
class MailRefused extends Error {
  override name = 'MailRefused';
  readonly code: string;

  constructor(error: unknown) {
    const { code = 'ESMTP', responseCode } = error as { code?: string; responseCode?: number };
    super(`the mail server did not take the message: ${responseCode === undefined ? code : `${code} ${responseCode}`}`);
    this.code = code;
  }
}

/**
 * A message to one person: a mail if `email` is given, otherwise a text message to the phone. By `key` receivers drop
 * duplicates.
 */
export type Message = {
  key: string;
  to: { name: string; phone: string };
  email?: string;
  subject: string;
  text: string;
};

/** A message in the outbox. `to` is the receiver as written in the file. */
export type OutboxMessage = { key: string; to: string; writtenAt: Date };

/**
 * Port: how messages leave the service. `remove` deletes unwanted messages that have not left yet, and returns their
 * number.
 */
export type MessageTransport = {
  name: string;
  send(message: Message): Promise<void>;
  remove?(shouldRemove: (message: OutboxMessage) => Promise<boolean>): Promise<number>;
};

type MessageSettings = Pick<Settings, 'SMTP_URL' | 'MESSAGE_FROM' | 'MESSAGE_DOMAIN' | 'DATA_DIR'>;

/**
 * The transport that the settings choose: SMTP if SMTP_URL, MESSAGE_FROM and MESSAGE_DOMAIN are set, otherwise a folder
 * in DATA_DIR.
 */
export const createMessageTransport = ({
  SMTP_URL: url,
  MESSAGE_FROM: from,
  MESSAGE_DOMAIN: domain,
  DATA_DIR,
}: MessageSettings): MessageTransport =>
  url && from && domain ? createSmtpTransport({ url, from, domain }) : createOutboxTransport(join(DATA_DIR, 'outbox'));
