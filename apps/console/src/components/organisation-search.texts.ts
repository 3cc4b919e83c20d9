import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/organisations.json' with { type: 'json' };
import es from '../locales/es/organisations.json' with { type: 'json' };
import zh from '../locales/zh/organisations.json' with { type: 'json' };

export const texts = defineTexts('organisations', {
  zh,
  en,
  es,
});
