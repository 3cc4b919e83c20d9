import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/auxiliary.json' with { type: 'json' };
import es from '../../locales/es/auxiliary.json' with { type: 'json' };
import zh from '../../locales/zh/auxiliary.json' with { type: 'json' };

export const texts = defineTexts('auxiliary', {
  zh,
  en,
  es,
});
