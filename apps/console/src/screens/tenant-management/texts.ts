import { fieldLabels } from '#domain/rules';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/tenant-management.json' with { type: 'json' };
import es from '../../locales/es/tenant-management.json' with { type: 'json' };
import zh from '../../locales/zh/tenant-management.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = ['tenancyName', 'adminEmailAddress'] as const;

export const texts = defineTexts('tenant-management', {
  zh: { ...fieldLabels('zh', fields), ...zh },
  en: { ...fieldLabels('en', fields), ...en },
  es: { ...fieldLabels('es', fields), ...es },
});
