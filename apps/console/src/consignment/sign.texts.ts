import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/sign.json' with { type: 'json' };
import es from '../locales/es/sign.json' with { type: 'json' };
import zh from '../locales/zh/sign.json' with { type: 'json' };

/** Texts of the sign dialog. */
export const texts = defineTexts('sign', {
  zh,
  en,
  es,
});
