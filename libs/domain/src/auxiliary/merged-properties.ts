import type { SampleProperty } from '#events';
import { sameId } from '../rules/same-id.js';

/** A default of a custom property: the name of its column, marked in front, and its value (AUX-011). */
export type PropertyDefault = { columnName: string; value: string };

/** The first character of a column's name only marks it. */
const nameOf = ({ columnName }: PropertyDefault): string => [...columnName].slice(1).join('');

const isSame = (one: SampleProperty, other: SampleProperty): boolean =>
  one.testSamplePropertyId !== null && other.testSamplePropertyId !== null
    ? sameId(one.testSamplePropertyId, other.testSamplePropertyId)
    : one.testSamplePropertySystemName !== '' &&
      one.testSamplePropertySystemName === other.testSamplePropertySystemName;

/**
 * The properties of a form after the catalogue was asked again (AUX-010): what is offered now, with the values typed so far. What
 * is no longer offered goes unless it was typed by hand into a property of the form's own.
 */
export const mergedProperties = (
  typed: readonly SampleProperty[],
  offered: readonly SampleProperty[],
): SampleProperty[] => [
  ...offered.map((property) => {
    const before = typed.find((one) => isSame(one, property));
    return before ? { ...property, value: before.value } : property;
  }),
  ...typed.filter(
    (property) => property.testSamplePropertyId === null && !offered.some((one) => isSame(one, property)),
  ),
];

/** With the unit's defaults in properties that are empty (AUX-011). */
export const withDefaults = (
  properties: readonly SampleProperty[],
  defaults: readonly PropertyDefault[],
): SampleProperty[] =>
  properties.map((property) => {
    const preset =
      property.value === ''
        ? defaults.find((one) =>
            [property.testSamplePropertyDisplayName, property.testSamplePropertySystemName].includes(nameOf(one)),
          )
        : undefined;
    return preset && preset.value !== '' ? { ...property, value: preset.value } : property;
  });
