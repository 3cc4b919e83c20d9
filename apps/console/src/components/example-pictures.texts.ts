import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/example-pictures.json' with { type: 'json' };
import es from '../locales/es/example-pictures.json' with { type: 'json' };
import zh from '../locales/zh/example-pictures.json' with { type: 'json' };

export const texts = defineTexts('example-pictures', {
  zh,
  en,
  es,
});
