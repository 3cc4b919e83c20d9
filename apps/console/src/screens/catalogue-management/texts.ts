import { fieldLabels } from '#domain/rules';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/catalogue-management.json' with { type: 'json' };
import es from '../../locales/es/catalogue-management.json' with { type: 'json' };
import zh from '../../locales/zh/catalogue-management.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = [
  'sampleCode',
  'description',
  'testParamCode',
  'paramWorkDay',
  'printsManCode',
  'executeDate',
  'expireDate',
] as const;

export const texts = defineTexts('catalogue-management', {
  zh: { ...fieldLabels('zh', fields), ...zh },
  en: { ...fieldLabels('en', fields), ...en },
  es: { ...fieldLabels('es', fields), ...es },
});
