import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/notices.json' with { type: 'json' };
import es from '../../locales/es/notices.json' with { type: 'json' };
import zh from '../../locales/zh/notices.json' with { type: 'json' };

export const texts = defineTexts('notices', {
  zh,
  en,
  es,
});
