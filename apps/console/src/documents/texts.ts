import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/documents.json' with { type: 'json' };
import es from '../locales/es/documents.json' with { type: 'json' };
import zh from '../locales/zh/documents.json' with { type: 'json' };

/** Fixed texts: 000 section 4 (PDF generation flow) and section 8. */
export const texts = defineTexts('documents', {
  zh,
  en,
  es,
});
