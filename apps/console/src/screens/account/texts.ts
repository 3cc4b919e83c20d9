import { fieldLabels } from '#domain/rules';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/account.json' with { type: 'json' };
import es from '../../locales/es/account.json' with { type: 'json' };
import zh from '../../locales/zh/account.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = ['userName', 'mobile', 'currentPassword'] as const;

export const texts = defineTexts('account', {
  zh: { ...fieldLabels('zh', fields), ...zh },
  en: { ...fieldLabels('en', fields), ...en },
  es: { ...fieldLabels('es', fields), ...es },
});
