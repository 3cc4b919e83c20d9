import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/projections.json' with { type: 'json' };
import es from '../../locales/es/projections.json' with { type: 'json' };
import zh from '../../locales/zh/projections.json' with { type: 'json' };

export const texts = defineTexts('projections', {
  zh,
  en,
  es,
});
