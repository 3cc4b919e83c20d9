import { Error as ErrorIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTexts, defineTexts } from '../i18n/texts.js';
import en from '../locales/en/message-failure.json' with { type: 'json' };
import es from '../locales/es/message-failure.json' with { type: 'json' };
import zh from '../locales/zh/message-failure.json' with { type: 'json' };

const texts = defineTexts('message-failure', {
  zh,
  en,
  es,
});

/** Why something failed, in a dialog or on a page; screen readers announce it at once. */
export const FailureNote = ({ children }: { children: ReactNode }) => (
  <div className="note danger" role="alert">
    <ErrorIcon size={14} />
    {children}
  </div>
);

const KNOWN_CODES = ['NO_RECIPIENT', 'NO_ADDRESS', 'ACCOUNT_CLOSED', 'NOTIFICATION_GONE', 'CODE_EXPIRED'] as const;

/** Why a message was not sent, as text; `code` is the code in its record. */
export const MessageFailure = ({ code }: { code: string }) => {
  const t = useTexts(texts);
  return t(KNOWN_CODES.find((knownCode) => knownCode === code) ?? 'other', { code });
};
