import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/consignment-log.json' with { type: 'json' };
import es from '../../locales/es/consignment-log.json' with { type: 'json' };
import zh from '../../locales/zh/consignment-log.json' with { type: 'json' };

export const texts = defineTexts('consignment-log', {
  zh,
  en,
  es,
});
