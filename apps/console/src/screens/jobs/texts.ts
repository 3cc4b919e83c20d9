import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/jobs.json' with { type: 'json' };
import es from '../../locales/es/jobs.json' with { type: 'json' };
import zh from '../../locales/zh/jobs.json' with { type: 'json' };

export const texts = defineTexts('jobs', {
  zh,
  en,
  es,
});
