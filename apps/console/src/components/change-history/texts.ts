import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/change-history.json' with { type: 'json' };
import es from '../../locales/es/change-history.json' with { type: 'json' };
import zh from '../../locales/zh/change-history.json' with { type: 'json' };

export const texts = defineTexts('change-history', {
  zh,
  en,
  es,
});
