import { defineTexts } from '../../../i18n/texts.js';
import en from '../../../locales/en/consignment-drafts.json' with { type: 'json' };
import es from '../../../locales/es/consignment-drafts.json' with { type: 'json' };
import zh from '../../../locales/zh/consignment-drafts.json' with { type: 'json' };

/** Texts about unsaved input. */
export const texts = defineTexts('consignment-drafts', {
  zh,
  en,
  es,
});
