import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/sample-packs.json' with { type: 'json' };
import es from '../../locales/es/sample-packs.json' with { type: 'json' };
import zh from '../../locales/zh/sample-packs.json' with { type: 'json' };

/**
 * Parameter packs, in the dialog and in the form (001 PK, SERR-004). The document words the same failure twice; both
 * are kept.
 */
export const texts = defineTexts('sample-packs', {
  zh,
  en,
  es,
});
