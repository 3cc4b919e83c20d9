import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/audit.json' with { type: 'json' };
import es from '../../locales/es/audit.json' with { type: 'json' };
import zh from '../../locales/zh/audit.json' with { type: 'json' };

export const texts = defineTexts('audit', {
  zh,
  en,
  es,
});
