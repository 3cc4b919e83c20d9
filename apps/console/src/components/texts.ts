import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/components.json' with { type: 'json' };
import es from '../locales/es/components.json' with { type: 'json' };
import zh from '../locales/zh/components.json' with { type: 'json' };

export const texts = defineTexts('components', {
  zh,
  en,
  es,
});
