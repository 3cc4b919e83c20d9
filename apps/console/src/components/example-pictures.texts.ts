import { defineTexts } from '../i18n/texts.js';

export const texts = defineTexts('example-pictures', {
  zh: { close: '关闭' },
  en: { close: 'Close' },
  es: { close: 'Cerrar' },
});
