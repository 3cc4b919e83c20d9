import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/signature.json' with { type: 'json' };
import es from '../../locales/es/signature.json' with { type: 'json' };
import zh from '../../locales/zh/signature.json' with { type: 'json' };

/** Texts of every page on which a phone signs. */
export const texts = defineTexts('signature', {
  zh,
  en,
  es,
});
