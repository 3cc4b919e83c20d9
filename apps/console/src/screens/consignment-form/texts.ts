import { fieldLabels } from '#domain/rules';
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
  zh: { ...fieldLabels('zh', fields), ...zh },
  en: { ...fieldLabels('en', fields), ...en },
  es: { ...fieldLabels('es', fields), ...es },
});
