import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/unit-opening.json' with { type: 'json' };
import es from '../../locales/es/unit-opening.json' with { type: 'json' };
import zh from '../../locales/zh/unit-opening.json' with { type: 'json' };

export const texts = defineTexts('unit-opening', {
  zh,
  en,
  es,
});
