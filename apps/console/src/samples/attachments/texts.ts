import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/attachments.json' with { type: 'json' };
import es from '../../locales/es/attachments.json' with { type: 'json' };
import zh from '../../locales/zh/attachments.json' with { type: 'json' };

export const texts = defineTexts('attachments', {
  zh,
  en,
  es,
});
