import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/raw-materials.json' with { type: 'json' };
import es from '../../locales/es/raw-materials.json' with { type: 'json' };
import zh from '../../locales/zh/raw-materials.json' with { type: 'json' };

export const texts = defineTexts('raw-materials', {
  zh,
  en,
  es,
});
