import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/price-detail.json' with { type: 'json' };
import es from '../../locales/es/price-detail.json' with { type: 'json' };
import zh from '../../locales/zh/price-detail.json' with { type: 'json' };

/** 费用明细 (DG-005); its failure message is the specification's. */
export const texts = defineTexts('price-detail', {
  zh,
  en,
  es,
});
