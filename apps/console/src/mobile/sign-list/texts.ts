import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/sign-list.json' with { type: 'json' };
import es from '../../locales/es/sign-list.json' with { type: 'json' };
import zh from '../../locales/zh/sign-list.json' with { type: 'json' };

/** Texts of the page on which a phone signs consignments. */
export const texts = defineTexts('signList', {
  zh,
  en,
  es,
});
