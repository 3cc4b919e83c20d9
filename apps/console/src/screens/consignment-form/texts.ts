import { labelsIn } from '#domain';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/consignment-form.json' with { type: 'json' };
import es from '../../locales/es/consignment-form.json' with { type: 'json' };
import zh from '../../locales/zh/consignment-form.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = [
  'constructionUnit',
  'expectTestTime',
  'linkPerson',
  'linkPersonPhone',
  'reportCount',
  'memo',
  'consignUnitAddress',
] as const;

export const texts = defineTexts('consignment-form', {
  zh: { ...labelsIn('zh', fields), ...zh },
  en: { ...labelsIn('en', fields), ...en },
  es: { ...labelsIn('es', fields), ...es },
});
