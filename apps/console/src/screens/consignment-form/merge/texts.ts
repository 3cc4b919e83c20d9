import { defineTexts } from '../../../i18n/texts.js';
import en from '../../../locales/en/consignment-merge.json' with { type: 'json' };
import es from '../../../locales/es/consignment-merge.json' with { type: 'json' };
import zh from '../../../locales/zh/consignment-merge.json' with { type: 'json' };

/** Texts of the compare view: mine, theirs, field by field. */
export const texts = defineTexts('consignment-merge', {
  zh,
  en,
  es,
});
