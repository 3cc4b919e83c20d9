import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/mobile.json' with { type: 'json' };
import es from '../locales/es/mobile.json' with { type: 'json' };
import zh from '../locales/zh/mobile.json' with { type: 'json' };

/** Texts of every page of the phone. */
export const texts = defineTexts('mobile', {
  zh,
  en,
  es,
});
