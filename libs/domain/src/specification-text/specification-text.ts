/** A part of a specification: a property of the catalogue has an id; a connector or custom part has none, and its text is its value. */
export type SpecificationText = { testSamplePropertyId: string | null; value: string };

/**
 * The specification as one text, e.g. "P·O 42.5" (SPM-005, PRE-024, 001.md A-35). Only parts with a value count. As soon as any
 * part, filled or not, lacks a property id, the parts hold their own connectors and are joined as they are; else by a single space.
 */
export const specificationTextOf = (parts: readonly SpecificationText[]): string =>
  parts
    .map(({ value }) => value)
    .filter((value) => value !== '')
    .join(parts.every(({ testSamplePropertyId }) => testSamplePropertyId) ? ' ' : '');
