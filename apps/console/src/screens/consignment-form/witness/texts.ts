import { defineTexts } from '../../../i18n/texts.js';
import en from '../../../locales/en/witness.json' with { type: 'json' };
import es from '../../../locales/es/witness.json' with { type: 'json' };
import zh from '../../../locales/zh/witness.json' with { type: 'json' };

export const texts = defineTexts('witness', {
  zh,
  en,
  es,
});
