import { labelsIn } from '#domain';
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
  zh: { ...labelsIn('zh', fields), ...zh },
  en: { ...labelsIn('en', fields), ...en },
  es: { ...labelsIn('es', fields), ...es },
});
