import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/consignment-facts.json' with { type: 'json' };
import es from '../locales/es/consignment-facts.json' with { type: 'json' };
import zh from '../locales/zh/consignment-facts.json' with { type: 'json' };

export const texts = defineTexts('consignment-facts', {
  zh,
  en,
  es,
});
