import { createTransport } from 'nodemailer';
import type { MessageTransport } from './message-transport.js';

/**
 * Sends through an SMTP server, which turns mail to `<phone>@<domain>` into a text message; a message with an e-mail address is a mail to it.
 * The key becomes the Message-ID, by which the gateway drops a second copy.
 */
export const smtp = (options: { url: string; from: string; domain: string }): MessageTransport => {
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

/** Why a mail did not go, without the server's own words: they repeat the receiver's address, which must not reach logs and jobs. */
class MailRefused extends Error {
  override name = 'MailRefused';
  readonly code: string;

  constructor(error: unknown) {
    const { code = 'ESMTP', responseCode } = error as { code?: string; responseCode?: number };
    super(`the mail server did not take the message: ${responseCode === undefined ? code : `${code} ${responseCode}`}`);
    this.code = code;
  }
}
