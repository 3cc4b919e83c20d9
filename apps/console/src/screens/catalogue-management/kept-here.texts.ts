import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/kept-here.json' with { type: 'json' };
import es from '../../locales/es/kept-here.json' with { type: 'json' };
import zh from '../../locales/zh/kept-here.json' with { type: 'json' };

export const texts = defineTexts('kept-here', {
  zh,
  en,
  es,
});
