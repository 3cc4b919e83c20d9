import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/reports.json' with { type: 'json' };
import es from '../../locales/es/reports.json' with { type: 'json' };
import zh from '../../locales/zh/reports.json' with { type: 'json' };

export const texts = defineTexts('reports', {
  zh,
  en,
  es,
});

export type ReportTextKey = keyof typeof texts.zh;
