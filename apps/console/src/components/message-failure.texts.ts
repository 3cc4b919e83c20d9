import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/message-failure.json' with { type: 'json' };
import es from '../locales/es/message-failure.json' with { type: 'json' };
import zh from '../locales/zh/message-failure.json' with { type: 'json' };

export const texts = defineTexts('message-failure', {
  zh,
  en,
  es,
});
