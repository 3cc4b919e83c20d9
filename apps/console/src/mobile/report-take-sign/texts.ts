import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/report-take-sign.json' with { type: 'json' };
import es from '../../locales/es/report-take-sign.json' with { type: 'json' };
import zh from '../../locales/zh/report-take-sign.json' with { type: 'json' };

/** Texts of the page on which a phone signs for reports. */
export const texts = defineTexts('reportTakeSign', {
  zh,
  en,
  es,
});
