import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Settings } from '#settings';

const NAME = /^(?<key>.+)\.txt(?:\.part)?$/;
/** More than a receiver takes. */
const FIRST_BYTES = 4096;

/**
 * Without a mail or message gateway, messages are laid into a folder, one file each, where the operator reads them. A
 * second copy replaces the first.
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

const laidIn = async (file: string, key: string): Promise<OutboxMessage> => {
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
 * Why a mail did not go, without the server's own words: they repeat the receiver's address, which must not reach logs
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
 * A message to one person: a mail where `email` is given, else a text message to the phone. `key` is the receiver's
 * means to drop a second copy.
 */
export type Message = {
  key: string;
  to: { name: string; phone: string };
  email?: string;
  subject: string;
  text: string;
};

/** A message that lies where it was laid: `to` is its receiver as it says it. */
export type OutboxMessage = { key: string; to: string; laidAt: Date };

/**
 * Port: how messages leave the service. `remove` deletes those that lie here and are not wanted any more, and answers
 * how many.
 */
export type MessageTransport = {
  name: string;
  send(message: Message): Promise<void>;
  remove?(isUnwanted: (message: OutboxMessage) => Promise<boolean>): Promise<number>;
};

type MessageSettings = Pick<Settings, 'SMTP_URL' | 'MESSAGE_FROM' | 'MESSAGE_DOMAIN' | 'DATA_DIR'>;

/**
 * How messages go out, as the operator sets it: by SMTP_URL with MESSAGE_FROM and MESSAGE_DOMAIN, else into a folder of
 * DATA_DIR.
 */
export const createMessageTransport = ({
  SMTP_URL: url,
  MESSAGE_FROM: from,
  MESSAGE_DOMAIN: domain,
  DATA_DIR,
}: MessageSettings): MessageTransport =>
  url && from && domain ? createSmtpTransport({ url, from, domain }) : createOutboxTransport(join(DATA_DIR, 'outbox'));
