import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/event-log.json' with { type: 'json' };
import es from '../../locales/es/event-log.json' with { type: 'json' };
import zh from '../../locales/zh/event-log.json' with { type: 'json' };

export const texts = defineTexts('event-log', {
  zh,
  en,
  es,
});
