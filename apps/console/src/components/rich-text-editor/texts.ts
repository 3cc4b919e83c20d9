import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/rich-text-editor.json' with { type: 'json' };
import es from '../../locales/es/rich-text-editor.json' with { type: 'json' };
import zh from '../../locales/zh/rich-text-editor.json' with { type: 'json' };

export const texts = defineTexts('richTextEditor', {
  zh,
  en,
  es,
});
