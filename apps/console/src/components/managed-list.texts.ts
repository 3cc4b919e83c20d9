import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/managed-list.json' with { type: 'json' };
import es from '../locales/es/managed-list.json' with { type: 'json' };
import zh from '../locales/zh/managed-list.json' with { type: 'json' };

export const texts = defineTexts('managed-list', {
  zh,
  en,
  es,
});
