import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/handwork.json' with { type: 'json' };
import es from '../../locales/es/handwork.json' with { type: 'json' };
import zh from '../../locales/zh/handwork.json' with { type: 'json' };

/** Texts of what a laboratory without a laboratory system does by hand once the samples are there. */
export const texts = defineTexts('handwork', {
  zh,
  en,
  es,
});
