import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/pieces.json' with { type: 'json' };
import es from '../../locales/es/pieces.json' with { type: 'json' };
import zh from '../../locales/zh/pieces.json' with { type: 'json' };

export const texts = defineTexts('pieces', {
  zh,
  en,
  es,
});
