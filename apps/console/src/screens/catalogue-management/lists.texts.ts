import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/catalogue-lists.json' with { type: 'json' };
import es from '../../locales/es/catalogue-lists.json' with { type: 'json' };
import zh from '../../locales/zh/catalogue-lists.json' with { type: 'json' };

export const texts = defineTexts('catalogue-lists', {
  zh,
  en,
  es,
});
