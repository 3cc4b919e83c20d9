import { defineTexts } from '../i18n/texts.js';

export const texts = defineTexts('zoneNotice', {
  zh: { beijing: '所有时间为北京时间' },
  en: { beijing: 'All times are Beijing time (UTC+8)' },
  es: { beijing: 'Todas las horas son de Pekín (UTC+8)' },
});
