import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/instructions.json' with { type: 'json' };
import es from '../../locales/es/instructions.json' with { type: 'json' };
import zh from '../../locales/zh/instructions.json' with { type: 'json' };

export const texts = defineTexts('instructions', {
  zh,
  en,
  es,
});
