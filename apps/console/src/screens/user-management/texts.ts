import { fieldLabels } from '#domain/rules';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/user-management.json' with { type: 'json' };
import es from '../../locales/es/user-management.json' with { type: 'json' };
import zh from '../../locales/zh/user-management.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = ['userName', 'mobile', 'password', 'newPassword'] as const;

export const texts = defineTexts('user-management', {
  zh: { ...fieldLabels('zh', fields), ...zh },
  en: { ...fieldLabels('en', fields), ...en },
  es: { ...fieldLabels('es', fields), ...es },
});
