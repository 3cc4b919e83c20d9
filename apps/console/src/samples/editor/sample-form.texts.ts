import { fieldLabels } from '#domain/rules';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/sample-form.json' with { type: 'json' };
import es from '../../locales/es/sample-form.json' with { type: 'json' };
import zh from '../../locales/zh/sample-form.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = [
  'extractUnit',
  'extractTime',
  'extractPerson',
  'extractPersonCardNum',
  'castingDate',
  'ageWaitTime',
] as const;

export const texts = defineTexts('sample-form', {
  zh: { ...fieldLabels('zh', fields), ...zh },
  en: { ...fieldLabels('en', fields), ...en },
  es: { ...fieldLabels('es', fields), ...es },
});
