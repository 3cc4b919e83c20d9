import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/consignment-detail.json' with { type: 'json' };
import es from '../locales/es/consignment-detail.json' with { type: 'json' };
import zh from '../locales/zh/consignment-detail.json' with { type: 'json' };

export const texts = defineTexts('consignment-detail', {
  zh,
  en,
  es,
});
