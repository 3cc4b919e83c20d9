import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/unit-management.json' with { type: 'json' };
import es from '../../locales/es/unit-management.json' with { type: 'json' };
import zh from '../../locales/zh/unit-management.json' with { type: 'json' };

export const texts = defineTexts('unit-management', {
  zh,
  en,
  es,
});
