import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/app.json' with { type: 'json' };
import es from '../locales/es/app.json' with { type: 'json' };
import zh from '../locales/zh/app.json' with { type: 'json' };

export const texts = defineTexts('app', {
  zh,
  en,
  es,
});
