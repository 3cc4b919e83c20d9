import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/embedded-entry.json' with { type: 'json' };
import es from '../locales/es/embedded-entry.json' with { type: 'json' };
import zh from '../locales/zh/embedded-entry.json' with { type: 'json' };

export const texts = defineTexts('embedded-entry', {
  zh,
  en,
  es,
});
