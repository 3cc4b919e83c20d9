import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/test-sites.json' with { type: 'json' };
import es from '../../locales/es/test-sites.json' with { type: 'json' };
import zh from '../../locales/zh/test-sites.json' with { type: 'json' };

export const texts = defineTexts('test-sites', {
  zh,
  en,
  es,
});
