import {
  CONNECTOR_TEXT,
  CUSTOM_VALUE,
  customRow,
  defaultRow,
  renumberRows,
  PART,
  type PartLabels,
  type SpecificationProperty,
  parseStoredRows,
} from './specification-property.js';
import { type JoinedProperty, rowsByRule, type RulePart } from './specification-rule.js';

/**
 * A part of a specification: a property of the catalogue has an id; a connector or custom part has none, and its text
 * is its value.
 */
export type SpecificationText = { testSamplePropertyId: string | null; value: string };

/**
 * The specification as one text, e.g. "P·O 42.5" (SPM-005, PRE-024, 001.md A-35). Only parts with a value count. As
 * soon as any part, filled or not, lacks a property id, the parts hold their own connectors and are joined as they are;
 * else by a single space.
 */
export const specificationTextOf = (parts: readonly SpecificationText[]): string =>
  parts
    .map(({ value }) => value)
    .filter((value) => value !== '')
    .join(parts.every(({ testSamplePropertyId }) => testSamplePropertyId) ? ' ' : '');

/** "add" builds a new specification from properties and rule; any other mode goes on with what was stored (001 §4). */
export type SpecificationMode = 'add' | 'edit';

type Rows = readonly SpecificationProperty[];

export type SpecificationSource = {
  buSampleInfoId: string;
  specificationType: string;
  specificationBuildMethod: string;
  /** The sample's auxiliary properties; only the joined ones count. */
  properties: readonly JoinedProperty[];
  /** The unit's rule; empty where there is none. */
  rule: readonly RulePart[];
  labels: PartLabels;
};

/** A specification is new until it has rows or a text. */
export const specificationModeOf = ({
  specificationType,
  specificationBuildMethod,
}: Pick<SpecificationSource, 'specificationType' | 'specificationBuildMethod'>): SpecificationMode =>
  specificationType === '' && parseStoredRows(specificationBuildMethod).length === 0 ? 'add' : 'edit';

/** What the dialog opens with (SPM-006, SPM-007, SPM-008). Never empty. */
export const initialRows = (
  source: SpecificationSource,
  mode = specificationModeOf(source),
): SpecificationProperty[] => {
  const { buSampleInfoId, properties, rule, labels } = source;
  const rows =
    mode === 'add'
      ? rowsByRule(buSampleInfoId, properties, rule, labels)
      : parseStoredRows(source.specificationBuildMethod);
  if (rows.length === 0) return [defaultRow(buSampleInfoId, labels.model, source.specificationType)];
  return mode === 'add'
    ? rows
    : rows.map((row) => ({ ...row, deleteAble: rows.length > 1 && (row.deleteAble || !row.isJoinSpecification) }));
};

export const setRowValue = (rows: Rows, at: number, value: string): SpecificationProperty[] =>
  rows.map((row, index) => (index === at ? { ...row, value } : row));

/** With a new custom part below row `at`. */
export const insertRowAfter = (rows: Rows, at: number, labels: PartLabels): SpecificationProperty[] =>
  renumberRows([
    ...rows.slice(0, at + 1),
    customRow(rows[at]?.buSampleInfoId ?? '', PART.custom, labels.custom, CUSTOM_VALUE, true),
    ...rows.slice(at + 1),
  ]);

/** Swaps a row with its neighbour. */
export const moveRow = (rows: Rows, at: number, by: -1 | 1): SpecificationProperty[] => {
  const [row, other] = [rows[at], rows[at + by]];
  return row && other
    ? renumberRows(rows.map((one, index) => (index === at ? other : index === at + by ? row : one)))
    : [...rows];
};

/** Without row `at`; the default row comes back when nothing is left (SPM-008). */
export const deleteRow = (rows: Rows, at: number, labels: PartLabels): SpecificationProperty[] => {
  const left = renumberRows(rows.filter((_, index) => index !== at));
  return left.length > 0 ? left : [defaultRow(rows[at]?.buSampleInfoId ?? '', labels.model)];
};

/**
 * Blanks and signs that stand between two values; "AC-", "φ" and "%" belong to one value and are said without another.
 */
const ONLY_BETWEEN = /^[\s\-–—~/×*+:：,，、;；·.]*$/;

/**
 * A connector of blanks and dashes, and a custom part nobody has typed in, only separate: next to nothing they are no
 * text (ADR-032).
 */
const isSeparator = ({ infoType, value }: SpecificationProperty): boolean =>
  (infoType === PART.connector && ONLY_BETWEEN.test(value)) ||
  (infoType === PART.custom && (value === CUSTOM_VALUE || value === CONNECTOR_TEXT));

const hasValue = (rows: Rows): boolean => rows.some((row) => !isSeparator(row) && row.value !== '');

/** Of the separators that stand between two values one is said: the last, or the last that is more than a blank. */
const writtenSeparators = (rows: Rows): Set<SpecificationProperty> => {
  const written = new Set<SpecificationProperty>();
  let hasBefore = false;
  let waiting: SpecificationProperty | null = null;
  for (const row of rows) {
    if (isSeparator(row)) {
      if (row.value.trim() !== '' || (waiting?.value.trim() ?? '') === '') waiting = row;
    } else if (row.value !== '') {
      if (waiting && hasBefore) written.add(waiting);
      waiting = null;
      hasBefore = true;
    }
  }
  return written;
};

/**
 * The combined specification of the rows, as the dialog previews it (SPM-005); '' while no part but connectors has a
 * value.
 */
export const previewOf = (rows: Rows): string => {
  if (!hasValue(rows.filter(({ infoType }) => infoType !== PART.connector))) return '';
  const written = writtenSeparators(rows);
  return specificationTextOf(
    rows.map((row) => (!isSeparator(row) || written.has(row) ? row : { ...row, value: '' })),
  ).trim();
};

/** What OK and silent mode hand over (SPM-009, SPM-010). */
export const specificationOf = (rows: Rows): { specificationType: string; specificationBuildMethod: string } => ({
  specificationType: previewOf(rows),
  specificationBuildMethod: JSON.stringify(rows),
});

/**
 * Silent mode: a new specification from the values its properties have already, without asking (SPM-010). null where
 * nothing is to be said: one was made before, or no property has a value.
 */
export const specificationWithoutDialog = (
  source: SpecificationSource,
): { specificationType: string; specificationBuildMethod: string } | null => {
  if (specificationModeOf(source) !== 'add') return null;
  const made = specificationOf(initialRows(source, 'add'));
  return made.specificationType === '' ? null : made;
};

/** The sample's properties with the values that the rows say of them. */
export const propertiesFromRows = <Property extends JoinedProperty>(
  properties: readonly Property[],
  rows: Rows,
): Property[] =>
  properties.map((property) => {
    const row =
      property.testSamplePropertyId === null
        ? undefined
        : rows.find(({ testSamplePropertyId }) => testSamplePropertyId === property.testSamplePropertyId);
    return row && property.isJoinSpecification ? { ...property, value: row.value } : property;
  });
