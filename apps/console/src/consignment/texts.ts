import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/consignment.json' with { type: 'json' };
import es from '../locales/es/consignment.json' with { type: 'json' };
import zh from '../locales/zh/consignment.json' with { type: 'json' };

/**
 * Texts of what list, form and audit do with a consignment. Successes and failures are the specification's (000 section
 * 8).
 */
export const texts = defineTexts('consignment', {
  zh,
  en,
  es,
});
