import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/reference.json' with { type: 'json' };
import es from '../../locales/es/reference.json' with { type: 'json' };
import zh from '../../locales/zh/reference.json' with { type: 'json' };

export const texts = defineTexts('reference', {
  zh,
  en,
  es,
});
