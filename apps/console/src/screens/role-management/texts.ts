import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/role-management.json' with { type: 'json' };
import es from '../../locales/es/role-management.json' with { type: 'json' };
import zh from '../../locales/zh/role-management.json' with { type: 'json' };

export const texts = defineTexts('roleManagement', {
  zh,
  en,
  es,
});
