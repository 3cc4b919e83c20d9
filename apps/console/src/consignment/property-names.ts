import { PROPERTY_TYPE } from '#domain/sample';
import type { SampleProperty } from '#events';
import type { Language } from '../i18n/language.js';
import en from '../locales/en/property-names.json' with { type: 'json' };
import es from '../locales/es/property-names.json' with { type: 'json' };

type Table<Name extends 'names' | 'values' | 'grades'> = Record<keyof (typeof en)[Name], string>;
type TranslationTables = { names: Table<'names'>; values: Table<'values'>; grades: Table<'grades'>; months: string };

/** Words in another language by the Chinese word of the catalogue. Chinese needs no table. */
const toTranslations = ({ names, values, grades, months }: TranslationTables) => ({
  /** Names of further properties of a sample, without a unit in brackets. */
  names: new Map<string, string>(Object.entries(names)),
  /** Values of the fixed sets that properties offer. Codes and sizes are the same in every language. */
  values: new Map<string, string>(Object.entries(values)),
  /** The word of Ⅰ级, F类, C型: a letter or a numeral with a word after it. */
  grades: new Map<string, string>(Object.entries(grades)),
  months,
});
const TRANSLATIONS = { en: toTranslations(en), es: toTranslations(es) };

/** A value in a language, or unchanged if it belongs to no fixed set. */
export const translateValue = (value: string, language: Language): string => {
  if (language === 'zh') return value;
  const { values, grades } = TRANSLATIONS[language];
  const [, grade = '', gradeSuffix = ''] = /^([A-Z\d]+|[Ⅰ-Ⅴ])(级|类|型|号|目)$/.exec(value) ?? [];
  const gradeName = grades.get(gradeSuffix);
  return values.get(value) ?? (gradeName ? `${gradeName} ${grade}` : value);
};

type NamedProperty = Pick<SampleProperty, 'testSamplePropertyDisplayName' | 'unit'>;

/** 龄期（d）: a name with its unit in brackets. */
const WITH_UNIT = /^(.+)（([^（）]+)）$/;

/**
 * The name of a property of a sample. Those of the catalogue have a name in every language; documents use the
 * catalogue's own.
 */
export const propertyName = (
  { testSamplePropertyDisplayName: name }: Pick<NamedProperty, 'testSamplePropertyDisplayName'>,
  language: Language,
): string => {
  if (language === 'zh') return name;
  const { names, months } = TRANSLATIONS[language];
  const translatedName = names.get(name);
  if (translatedName !== undefined) return translatedName;
  const [, bareName = '', unit = ''] = WITH_UNIT.exec(name) ?? [];
  const translatedBareName = names.get(bareName);
  return translatedBareName === undefined ? name : `${translatedBareName} (${unit === '月' ? months : unit})`;
};

/** The name with the unit after it; a name that already contains its unit does not get it twice. */
export const propertyLabel = (property: NamedProperty, language: Language): string => {
  const { testSamplePropertyDisplayName: name, unit } = property;
  const displayName = propertyName(property, language);
  if (!unit || name.includes(unit)) return displayName;
  return language === 'zh' ? `${displayName}（${unit}）` : `${displayName} (${unit})`;
};

/** The value of a property as text: a choice in the language of the reader, typed text unchanged. */
export const propertyValueText = (
  { testSamplePropertyType, value, unit }: SampleProperty,
  { yes, no, language }: { yes: string; no: string; language: Language },
): string => {
  if (testSamplePropertyType === PROPERTY_TYPE.checkbox) return value === 'true' ? yes : value === 'false' ? no : '';
  const text = testSamplePropertyType === PROPERTY_TYPE.select ? translateValue(value, language) : value;
  return text && [text, unit].filter(Boolean).join(' ');
};
