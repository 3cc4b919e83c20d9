import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/sample-packs.json' with { type: 'json' };
import es from '../../locales/es/sample-packs.json' with { type: 'json' };
import zh from '../../locales/zh/sample-packs.json' with { type: 'json' };

/**
 * Parameter packs, in the dialog and in the form (001 PK, SERR-004). The document has two texts for the same failure;
 * both are used.
 */
export const texts = defineTexts('sample-packs', {
  zh,
  en,
  es,
});
