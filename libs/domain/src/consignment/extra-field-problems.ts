import { z } from 'zod';
import type { ExtraField } from '#events';
import { quantityProblem, storedQuantity } from '../numbers/typed-number.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import { lengthOf, LIMITS } from './limits.js';

const day = z.iso.date();

/** The label: the first character of the name only marks the field (CF-018). */
export const extraFieldLabel = ({ columnName }: Pick<ExtraField, 'columnName'>): string =>
  [...columnName].slice(1).join('');

/** The choices of a radio group or list, comma-joined in the definition. */
export const extraFieldOptions = ({ columnValue }: Pick<ExtraField, 'columnValue'>): string[] =>
  columnValue
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');

/** The value as it is stored: numbers in one spelling, anything else as it was typed. */
export const extraFieldValue = ({ columnType, value }: Pick<ExtraField, 'columnType' | 'value'>): string =>
  columnType === 'inputNumber' ? storedQuantity(value, true) : value;

/** A typed value must fit its control (CF-019). Empty always fits; a field that is not shown cannot be corrected, so only its length counts. */
export const extraFieldProblems = (fields: readonly ExtraField[]): Problem[] => {
  if (fields.length > LIMITS.extraFields)
    return [problem('TOO_MANY_EXTRA_FIELDS', { max: LIMITS.extraFields }, 'consignInfoProperties')];
  return fields.flatMap((extra, index) => {
    const path = `consignInfoProperties.${index}.value`;
    const field = extraFieldLabel(extra);
    if (lengthOf(extra.value) > LIMITS.longText) return [problem('TEXT_TOO_LONG', { max: LIMITS.longText }, path)];
    if (!extra.visible || extra.value === '') return [];
    switch (extra.columnType) {
      case 'inputNumber':
        return quantityProblem(extra.value, problem('EXTRA_NOT_A_NUMBER', { field }, path), true) ?? [];
      case 'radio':
      case 'select':
        return extraFieldOptions(extra).includes(extra.value) ? [] : [problem('EXTRA_NOT_AN_OPTION', { field }, path)];
      case 'date':
        return day.safeParse(extra.value).success ? [] : [problem('EXTRA_NOT_A_DATE', { field }, path)];
      default: // textArea, selectUpdate (free text with suggestions) and everything else are text
        return [];
    }
  });
};
