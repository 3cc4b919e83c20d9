import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/print.json' with { type: 'json' };
import es from '../../locales/es/print.json' with { type: 'json' };
import zh from '../../locales/zh/print.json' with { type: 'json' };

export const texts = defineTexts('print', {
  zh,
  en,
  es,
});

export type PrintText = keyof typeof texts.zh;
