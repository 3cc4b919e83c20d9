import { fieldLabels } from '#domain/rules';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/units.json' with { type: 'json' };
import es from '../../locales/es/units.json' with { type: 'json' };
import zh from '../../locales/zh/units.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = [
  'unitNo',
  'testUnitName',
  'shortName',
  'contactPhone',
  'regAddress',
  'jtsyjcAddress',
  'inroduce',
  'regTime',
  'getReportType',
  'lmisType',
  'lmisurl',
  'lmisIntegratedCode',
  'iLISReportProgressQueryURL',
  'origins',
  'embedOrigins',
  'serviceOrigins',
  'systemName',
  'filingNumber',
  'addresses',
  'regPerson',
  'regPhone',
  'detailAddress',
  'uninCode',
  'person',
  'personSex',
  'personPhone',
  'addressPoint',
  'addressText',
  'tagTitle',
  'addressDetail',
  'orderIndex',
] as const;

/** Names of a unit's members in forms, lists and its history. */
export const texts = defineTexts('units', {
  zh: { ...fieldLabels('zh', fields), ...zh },
  en: { ...fieldLabels('en', fields), ...en },
  es: { ...fieldLabels('es', fields), ...es },
});
