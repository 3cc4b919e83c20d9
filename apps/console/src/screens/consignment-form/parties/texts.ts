import { defineTexts } from '../../../i18n/texts.js';
import en from '../../../locales/en/parties.json' with { type: 'json' };
import es from '../../../locales/es/parties.json' with { type: 'json' };
import zh from '../../../locales/zh/parties.json' with { type: 'json' };

export const texts = defineTexts('parties', {
  zh,
  en,
  es,
});
