import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/organisation-info.json' with { type: 'json' };
import es from '../../locales/es/organisation-info.json' with { type: 'json' };
import zh from '../../locales/zh/organisation-info.json' with { type: 'json' };

export const texts = defineTexts('organisation-info', {
  zh,
  en,
  es,
});
