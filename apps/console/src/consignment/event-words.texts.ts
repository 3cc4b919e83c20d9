import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/event-words.json' with { type: 'json' };
import es from '../locales/es/event-words.json' with { type: 'json' };
import zh from '../locales/zh/event-words.json' with { type: 'json' };

/** What each event of a consignment is called, and how a sentence is made of it. */
export const texts = defineTexts('event-words', {
  zh,
  en,
  es,
});
