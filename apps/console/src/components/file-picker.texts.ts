import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/file-picker.json' with { type: 'json' };
import es from '../locales/es/file-picker.json' with { type: 'json' };
import zh from '../locales/zh/file-picker.json' with { type: 'json' };

export const texts = defineTexts('filePicker', {
  zh,
  en,
  es,
});
