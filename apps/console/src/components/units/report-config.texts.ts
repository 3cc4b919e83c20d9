import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/report-config.json' with { type: 'json' };
import es from '../../locales/es/report-config.json' with { type: 'json' };
import zh from '../../locales/zh/report-config.json' with { type: 'json' };

export const texts = defineTexts('report-config', {
  zh,
  en,
  es,
});
