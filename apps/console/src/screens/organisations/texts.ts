import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/organisation-pages.json' with { type: 'json' };
import es from '../../locales/es/organisation-pages.json' with { type: 'json' };
import zh from '../../locales/zh/organisation-pages.json' with { type: 'json' };

export const texts = defineTexts('organisationPages', {
  zh,
  en,
  es,
});
