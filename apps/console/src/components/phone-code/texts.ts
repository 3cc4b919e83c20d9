import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/phone-code.json' with { type: 'json' };
import es from '../../locales/es/phone-code.json' with { type: 'json' };
import zh from '../../locales/zh/phone-code.json' with { type: 'json' };

/** Texts of every code that a phone scans. */
export const texts = defineTexts('phone-code', {
  zh,
  en,
  es,
});
