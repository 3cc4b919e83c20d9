import { fieldLabels } from '#domain/rules';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/session.json' with { type: 'json' };
import es from '../../locales/es/session.json' with { type: 'json' };
import zh from '../../locales/zh/session.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = ['unitName', 'validateCode', 'userName', 'password'] as const;

export const texts = defineTexts('session', {
  zh: { ...fieldLabels('zh', fields), ...zh },
  en: { ...fieldLabels('en', fields), ...en },
  es: { ...fieldLabels('es', fields), ...es },
});
