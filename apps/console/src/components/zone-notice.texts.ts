import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/zone-notice.json' with { type: 'json' };
import es from '../locales/es/zone-notice.json' with { type: 'json' };
import zh from '../locales/zh/zone-notice.json' with { type: 'json' };

export const texts = defineTexts('zoneNotice', {
  zh,
  en,
  es,
});
