import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/home.json' with { type: 'json' };
import es from '../../locales/es/home.json' with { type: 'json' };
import zh from '../../locales/zh/home.json' with { type: 'json' };

export const texts = defineTexts('home', {
  zh,
  en,
  es,
});
