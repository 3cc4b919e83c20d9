import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/sample-selection.json' with { type: 'json' };
import es from '../../locales/es/sample-selection.json' with { type: 'json' };
import zh from '../../locales/zh/sample-selection.json' with { type: 'json' };

/**
 * Further texts of the selection dialog: filters of standards, the evaluation switch, requirements, quantities, price
 * rules.
 */
export const texts = defineTexts('sample-selection', {
  zh,
  en,
  es,
});
