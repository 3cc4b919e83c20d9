import type { SampleProperty } from '#events';
import { lengthOf, LIMITS } from '../consignment/limits.js';
import { parseDecimal, roundHalfUp, toQuantity } from '../money/decimal.js';
import { quantityProblem, readQuantity } from '../numbers/typed-number.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import { isCalendarDate } from './calendar-date.js';

/** Types of auxiliary properties (001 §3); any other is free text. */
export const PROPERTY_TYPE = { date: 2, number: 3, decimal: 4, select: 5, checkbox: 6 } as const;

const DECIMALS = 3;

const isNumber = (type: number): boolean => type === PROPERTY_TYPE.number || type === PROPERTY_TYPE.decimal;

/** A value as it is stored: numbers without needless zeros, those of type 4 rounded half up to three decimals (AUX-003). What is no number stays as it is. */
export const auxiliaryValue = (type: number, typed: string): string => {
  const number = isNumber(type) ? readQuantity(typed) : null;
  if (number === null) return typed.trim();
  const value = parseDecimal(number);
  return toQuantity(type === PROPERTY_TYPE.decimal ? roundHalfUp(value, DECIMALS) : value);
};

const MOST_PROPERTIES = 100;
const MOST_SUGGESTIONS = 200;

/** What is wrong with the values of a sample's properties; empty always fits (AUX-002 to AUX-005). */
export const auxiliaryProblems = (properties: readonly SampleProperty[]): Problem[] => {
  if (properties.length > MOST_PROPERTIES) return [problem('TOO_LARGE', {}, 'buSamplePropertyInfo')];
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
      if (listValue.length + inputHistory.length > MOST_SUGGESTIONS)
        return [problem('TOO_LARGE', {}, `buSamplePropertyInfo.${index}`)];
      if (value === '') return [];
      if (type === PROPERTY_TYPE.date)
        return isCalendarDate(value) ? [] : [problem('EXTRA_NOT_A_DATE', { field }, path)];
      if (isNumber(type)) return quantityProblem(value, problem('NOT_A_QUANTITY', { field }, path)) ?? [];
      if (type === PROPERTY_TYPE.checkbox)
        return value === 'true' || value === 'false' ? [] : [problem('EXTRA_NOT_AN_OPTION', { field }, path)];
      // A property that offers nothing to choose from keeps what its sample came with.
      const options = [...listValue, ...inputHistory];
      // A part of the specification is chosen or typed in its own dialog (SPM-002).
      if (type === PROPERTY_TYPE.select && !isJoinSpecification && options.length > 0 && !options.includes(value))
        return [problem('EXTRA_NOT_AN_OPTION', { field }, path)];
      return [];
    },
  );
};
