import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/major-category.json' with { type: 'json' };
import es from '../../locales/es/major-category.json' with { type: 'json' };
import zh from '../../locales/zh/major-category.json' with { type: 'json' };

export const texts = defineTexts('major-category', {
  zh,
  en,
  es,
});
