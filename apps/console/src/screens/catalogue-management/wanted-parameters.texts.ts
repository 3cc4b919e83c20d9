import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/wanted-parameters.json' with { type: 'json' };
import es from '../../locales/es/wanted-parameters.json' with { type: 'json' };
import zh from '../../locales/zh/wanted-parameters.json' with { type: 'json' };

export const texts = defineTexts('wanted-parameters', {
  zh,
  en,
  es,
});
