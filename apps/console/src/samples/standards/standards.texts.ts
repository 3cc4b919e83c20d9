import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/sample-standards.json' with { type: 'json' };
import es from '../../locales/es/sample-standards.json' with { type: 'json' };
import zh from '../../locales/zh/sample-standards.json' with { type: 'json' };

/** Standards: the dialog per parameter, the picker, custom ones, the section of simple input (001 STD). */
export const texts = defineTexts('sample-standards', {
  zh,
  en,
  es,
});
