import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/notifications.json' with { type: 'json' };
import es from '../../locales/es/notifications.json' with { type: 'json' };
import zh from '../../locales/zh/notifications.json' with { type: 'json' };

export const texts = defineTexts('notifications', {
  zh,
  en,
  es,
});
