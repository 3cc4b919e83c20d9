import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/lib.json' with { type: 'json' };
import es from '../locales/es/lib.json' with { type: 'json' };
import zh from '../locales/zh/lib.json' with { type: 'json' };

/** Texts of what every screen does: calls, failures. */
export const texts = defineTexts('lib', {
  zh,
  en,
  es,
});
