import { useTexts } from '../i18n/texts.js';
import { texts } from './message-failure.texts.js';

const KNOWN = ['NO_RECIPIENT', 'NO_ADDRESS', 'ACCOUNT_CLOSED', 'NOTIFICATION_GONE', 'CODE_EXPIRED'] as const;

/** Why a message was not sent, in words; `code` is what its record says. */
export const MessageFailure = ({ code }: { code: string }) => {
  const t = useTexts(texts);
  return t(KNOWN.find((one) => one === code) ?? 'other', { code });
};
