import { PROPERTY_TYPE } from '#domain';
import type { SampleProperty } from '#events';
import type { Language } from '../i18n/language.js';
import { PROPERTY_NAMES } from './property-names.js';
import { valueIn } from './property-values.js';

type Named = Pick<SampleProperty, 'testSamplePropertyDisplayName' | 'unit'>;

/** 龄期（d）: a name with its unit in brackets. */
const WITH_UNIT = /^(.+)（([^（）]+)）$/;

/** What a property of a sample is called. Those of the catalogue have a name in every language; documents keep the catalogue's own. */
export const propertyName = (
  { testSamplePropertyDisplayName: name }: Pick<Named, 'testSamplePropertyDisplayName'>,
  language: Language,
): string => {
  if (language === 'zh') return name;
  const whole = PROPERTY_NAMES[name]?.[language];
  if (whole !== undefined) return whole;
  const [, bare = '', unit = ''] = WITH_UNIT.exec(name) ?? [];
  const translated = PROPERTY_NAMES[bare]?.[language];
  return translated === undefined ? name : `${translated} (${unit === '月' ? MONTHS[language] : unit})`;
};

const MONTHS = { en: 'months', es: 'meses' } as const;

/** The same with the unit behind it; a name that carries its unit already does not get it twice. */
export const propertyLabel = (property: Named, language: Language): string => {
  const { testSamplePropertyDisplayName: name, unit } = property;
  const shown = propertyName(property, language);
  if (!unit || name.includes(unit)) return shown;
  return language === 'zh' ? `${shown}（${unit}）` : `${shown} (${unit})`;
};

/** The value of a property as it is read: a choice in the language of the reader, what was typed as it is. */
export const propertyText = (
  { testSamplePropertyType, value, unit }: SampleProperty,
  { yes, no, language }: { yes: string; no: string; language: Language },
): string => {
  if (testSamplePropertyType === PROPERTY_TYPE.checkbox) return value === 'true' ? yes : value === 'false' ? no : '';
  const shown = testSamplePropertyType === PROPERTY_TYPE.select ? valueIn(value, language) : value;
  return shown && [shown, unit].filter(Boolean).join(' ');
};
