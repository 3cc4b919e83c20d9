import { join } from 'node:path';
import type { Settings } from '#settings';
import type { MessageTransport } from './message-transport.js';
import { outbox } from './outbox.js';
import { smtp } from './smtp.js';

type MessageSettings = Pick<Settings, 'SMTP_URL' | 'MESSAGE_FROM' | 'MESSAGE_DOMAIN' | 'DATA_DIR'>;

/** How messages go out, as the operator sets it: by SMTP_URL with MESSAGE_FROM and MESSAGE_DOMAIN, else into a folder of DATA_DIR. */
export const messagesFrom = ({
  SMTP_URL: url,
  MESSAGE_FROM: from,
  MESSAGE_DOMAIN: domain,
  DATA_DIR,
}: MessageSettings): MessageTransport =>
  url && from && domain ? smtp({ url, from, domain }) : outbox(join(DATA_DIR, 'outbox'));
