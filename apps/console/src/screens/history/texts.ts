import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/history.json' with { type: 'json' };
import es from '../../locales/es/history.json' with { type: 'json' };
import zh from '../../locales/zh/history.json' with { type: 'json' };

export const texts = defineTexts('history', {
  zh,
  en,
  es,
});
