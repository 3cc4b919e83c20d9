import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/help.json' with { type: 'json' };
import es from '../../locales/es/help.json' with { type: 'json' };
import zh from '../../locales/zh/help.json' with { type: 'json' };

/** Short guidance by screen, until the administrator writes instructions (ADR-036). */
export const texts = defineTexts('help', {
  zh,
  en,
  es,
});
