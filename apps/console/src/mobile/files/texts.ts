import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/mobile-files.json' with { type: 'json' };
import es from '../../locales/es/mobile-files.json' with { type: 'json' };
import zh from '../../locales/zh/mobile-files.json' with { type: 'json' };

/** Texts of the two pages on which a phone adds files. */
export const texts = defineTexts('mobile-files', {
  zh,
  en,
  es,
});
