import type { SampleProperty } from '#events';
import { LIMITS } from '../consignment/state.js';
import { parseDecimal, roundHalfUp, toQuantity } from '../numbers/decimal.js';
import { quantityProblem, readQuantity } from '../numbers/number-input.js';
import { sameId } from '../rules/equality.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import { lengthOf } from '../text/text.js';

const FORMS = [
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/,
  /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?: .*)?$/,
  /^(\d{4})年(\d{1,2})月(\d{1,2})日?$/,
  /^(\d{4})(\d{2})(\d{2})$/,
];

/**
 * Converts typed or pasted dates to yyyy-MM-dd: 2024-5-1, 2024/5/1, 2024.5.1, 2024年5月1日, 20240501. Null if the text is
 * not a calendar day.
 */
export const calendarDate = (text: string): string | null => {
  const match = FORMS.map((form) => form.exec(text.trim())).find((each) => each !== null);
  if (!match) return null;
  const [year, month, day] = [match[1], match[2], match[3]].map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
};

/** Whether the text is a calendar day already in the form yyyy-MM-dd. */
export const isCalendarDate = (text: string): boolean => calendarDate(text) === text;

/** Types of auxiliary properties (001 §3). Any other type is free text. */
export const PROPERTY_TYPE = { date: 2, number: 3, decimal: 4, select: 5, checkbox: 6 } as const;

const DECIMALS = 3;

const isNumber = (type: number): boolean => type === PROPERTY_TYPE.number || type === PROPERTY_TYPE.decimal;

/**
 * A value as it is stored: numbers without needless zeros, type 4 rounded half up to three decimals (AUX-003). Other
 * text is only trimmed.
 */
export const auxiliaryValue = (type: number, input: string): string => {
  const number = isNumber(type) ? readQuantity(input) : null;
  if (number === null) return input.trim();
  const value = parseDecimal(number);
  return toQuantity(type === PROPERTY_TYPE.decimal ? roundHalfUp(value, DECIMALS) : value);
};

const MAX_PROPERTIES = 100;
const MAX_SUGGESTIONS = 200;

/** The problems of a sample's property values. An empty value is always valid (AUX-002 to AUX-005). */
export const auxiliaryProblems = (properties: readonly SampleProperty[]): Problem[] => {
  if (properties.length > MAX_PROPERTIES) return [problem('TOO_LARGE', {}, 'buSamplePropertyInfo')];
  return properties.flatMap(
    (
      {
        testSamplePropertyType: type,
        testSamplePropertyDisplayName: field,
        isJoinSpecification,
        value,
        listValue = [],
        inputHistory = [],
      },
      index,
    ) => {
      const path = `buSamplePropertyInfo.${index}.value`;
      if (lengthOf(value) > LIMITS.longText) return [problem('TEXT_TOO_LONG', { max: LIMITS.longText }, path)];
      if (listValue.length + inputHistory.length > MAX_SUGGESTIONS)
        return [problem('TOO_LARGE', {}, `buSamplePropertyInfo.${index}`)];
      if (value === '') return [];
      if (type === PROPERTY_TYPE.date)
        return isCalendarDate(value) ? [] : [problem('EXTRA_NOT_A_DATE', { field }, path)];
      if (isNumber(type)) return quantityProblem(value, problem('NOT_A_QUANTITY', { field }, path)) ?? [];
      if (type === PROPERTY_TYPE.checkbox)
        return value === 'true' || value === 'false' ? [] : [problem('EXTRA_NOT_AN_OPTION', { field }, path)];
      // Without options, a property keeps the value it came with.
      const options = [...listValue, ...inputHistory];
      // A part of the specification is chosen or typed in its own dialog (SPM-002).
      if (type === PROPERTY_TYPE.select && !isJoinSpecification && options.length > 0 && !options.includes(value))
        return [problem('EXTRA_NOT_AN_OPTION', { field }, path)];
      return [];
    },
  );
};

/** A default of a custom property: its column name, with a mark as the first character, and its value (AUX-011). */
export type PropertyDefault = { columnName: string; value: string };

/** The column name without its first character, which is only a mark. */
const nameOf = ({ columnName }: PropertyDefault): string => [...columnName].slice(1).join('');

const isSame = (left: SampleProperty, right: SampleProperty): boolean =>
  left.testSamplePropertyId !== null && right.testSamplePropertyId !== null
    ? sameId(left.testSamplePropertyId, right.testSamplePropertyId)
    : left.testSamplePropertySystemName !== '' &&
      left.testSamplePropertySystemName === right.testSamplePropertySystemName;

/**
 * The properties of a form after the catalogue was read again (AUX-010): the offered ones, with the values typed so
 * far. A property that is no longer offered is removed, unless it is the form's own (without an id).
 */
export const mergedProperties = (
  currentProperties: readonly SampleProperty[],
  offeredProperties: readonly SampleProperty[],
): SampleProperty[] => [
  ...offeredProperties.map((property) => {
    const before = currentProperties.find((each) => isSame(each, property));
    return before ? { ...property, value: before.value } : property;
  }),
  ...currentProperties.filter(
    (property) => property.testSamplePropertyId === null && !offeredProperties.some((each) => isSame(each, property)),
  ),
];

/** Fills empty properties with the unit's defaults (AUX-011). */
export const withDefaults = (
  properties: readonly SampleProperty[],
  defaults: readonly PropertyDefault[],
): SampleProperty[] =>
  properties.map((property) => {
    const propertyDefault =
      property.value === ''
        ? defaults.find((each) =>
            [property.testSamplePropertyDisplayName, property.testSamplePropertySystemName].includes(nameOf(each)),
          )
        : undefined;
    return propertyDefault && propertyDefault.value !== '' ? { ...property, value: propertyDefault.value } : property;
  });

/** Properties with a special meaning for the form (001 §5). */
export type SpecialProperty = 'representativeBatch' | 'sampleCount' | 'manufacturer' | 'batchNo';

/**
 * Names by which these properties are recognised (001.md A-21). The specification has only English names, laboratories
 * use Chinese ones. Add the name here if a laboratory uses another one. Both system names and display names are
 * compared.
 */
export const SPECIAL_NAMES: Readonly<Record<SpecialProperty, readonly string[]>> = {
  representativeBatch: ['representativeBatch', 'representative batch', '代表批量', '代表数量'],
  sampleCount: ['sampleCount', 'sample count', 'test specimen quantity', '样品数量', '试件数量'],
  manufacturer: ['manufacturer', '生产厂家', '生产厂家／产地', '生产厂家/产地'],
  batchNo: ['batchNo', 'batch no', 'batch no.', '批号'],
};

type PropertyNames = Pick<SampleProperty, 'testSamplePropertySystemName' | 'testSamplePropertyDisplayName'>;

const specialProperties = Object.keys(SPECIAL_NAMES) as SpecialProperty[];
const foldName = (name: string): string => name.trim().toLowerCase();

/** The special meaning of a property, by its names; null for most properties. `names` defaults to SPECIAL_NAMES. */
export const specialPropertyOf = (
  { testSamplePropertySystemName, testSamplePropertyDisplayName }: PropertyNames,
  names = SPECIAL_NAMES,
): SpecialProperty | null =>
  specialProperties.find((special) =>
    names[special].some((name) =>
      [testSamplePropertySystemName, testSamplePropertyDisplayName].map(foldName).includes(foldName(name)),
    ),
  ) ?? null;

/** Whether the value is a quantity of the sample: delegatesNum or sampleNum (AUX-007). */
export const isQuantityProperty = (property: PropertyNames): boolean => {
  const special = specialPropertyOf(property);
  return special === 'representativeBatch' || special === 'sampleCount';
};

/**
 * Whether a property is shown in the auxiliary section. Quantities are shown with the sample, joined properties in the
 * specification dialog (AUX-007, AUX-008).
 */
export const isAuxiliaryField = (property: PropertyNames & Pick<SampleProperty, 'isJoinSpecification'>): boolean =>
  !property.isJoinSpecification && !isQuantityProperty(property);
