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
 * A part of a specification. A property of the catalogue has an id. A connector or custom part has none, and its value
 * is its text.
 */
export type SpecificationText = { testSamplePropertyId: string | null; value: string };

/**
 * The specification as one text, e.g. "P·O 42.5" (SPM-005, PRE-024, 001.md A-35). Parts without a value are skipped. If
 * any part, filled or not, lacks a property id, the parts contain their own connectors and are joined directly;
 * otherwise they are joined by a space.
 */
export const specificationTextOf = (parts: readonly SpecificationText[]): string =>
  parts
    .map(({ value }) => value)
    .filter((value) => value !== '')
    .join(parts.every(({ testSamplePropertyId }) => testSamplePropertyId) ? ' ' : '');

/** "add" builds a new specification from properties and rule; any other mode continues with the stored one (001 §4). */
export type SpecificationMode = 'add' | 'edit';

type Rows = readonly SpecificationProperty[];

export type SpecificationSource = {
  buSampleInfoId: string;
  specificationType: string;
  specificationBuildMethod: string;
  /** The sample's auxiliary properties; only the joined ones are used. */
  properties: readonly JoinedProperty[];
  /** The unit's rule; empty if there is none. */
  rule: readonly RulePart[];
  labels: PartLabels;
};

/** A specification is new until it has rows or a text. */
export const specificationModeOf = ({
  specificationType,
  specificationBuildMethod,
}: Pick<SpecificationSource, 'specificationType' | 'specificationBuildMethod'>): SpecificationMode =>
  specificationType === '' && parseStoredRows(specificationBuildMethod).length === 0 ? 'add' : 'edit';

/** The initial rows of the dialog (SPM-006, SPM-007, SPM-008). Never empty. */
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

export const setRowValue = (rows: Rows, rowIndex: number, value: string): SpecificationProperty[] =>
  rows.map((row, index) => (index === rowIndex ? { ...row, value } : row));

/** Inserts a new custom part below row `at`. */
export const insertRowAfter = (rows: Rows, rowIndex: number, labels: PartLabels): SpecificationProperty[] =>
  renumberRows([
    ...rows.slice(0, rowIndex + 1),
    customRow(rows[rowIndex]?.buSampleInfoId ?? '', PART.custom, labels.custom, CUSTOM_VALUE, true),
    ...rows.slice(rowIndex + 1),
  ]);

/** Swaps a row with its neighbour. */
export const moveRow = (rows: Rows, rowIndex: number, offset: -1 | 1): SpecificationProperty[] => {
  const [row, other] = [rows[rowIndex], rows[rowIndex + offset]];
  return row && other
    ? renumberRows(rows.map((each, index) => (index === rowIndex ? other : index === rowIndex + offset ? row : each)))
    : [...rows];
};

/** Deletes row `at`. The default row returns if no row is left (SPM-008). */
export const deleteRow = (rows: Rows, rowIndex: number, labels: PartLabels): SpecificationProperty[] => {
  const remaining = renumberRows(rows.filter((_, index) => index !== rowIndex));
  return remaining.length > 0 ? remaining : [defaultRow(rows[rowIndex]?.buSampleInfoId ?? '', labels.model)];
};

/**
 * Blanks and signs that only separate two values. "AC-", "φ" and "%" belong to one value and are written without a
 * second one.
 */
const SEPARATOR_TEXT = /^[\s\-–—~/×*+:：,，、;；·.]*$/;

/**
 * Whether a row only separates values: a connector of blanks and signs, or a custom part that was not edited. Without a
 * value on both sides it is not written (ADR-032).
 */
const isSeparator = ({ infoType, value }: SpecificationProperty): boolean =>
  (infoType === PART.connector && SEPARATOR_TEXT.test(value)) ||
  (infoType === PART.custom && (value === CUSTOM_VALUE || value === CONNECTOR_TEXT));

const hasValue = (rows: Rows): boolean => rows.some((row) => !isSeparator(row) && row.value !== '');

/** Only one of the separators between two values is written: the last that is not blank, else the last. */
const writtenSeparators = (rows: Rows): Set<SpecificationProperty> => {
  const writtenRows = new Set<SpecificationProperty>();
  let hasBefore = false;
  let pending: SpecificationProperty | null = null;
  for (const row of rows) {
    if (isSeparator(row)) {
      if (row.value.trim() !== '' || (pending?.value.trim() ?? '') === '') pending = row;
    } else if (row.value !== '') {
      if (pending && hasBefore) writtenRows.add(pending);
      pending = null;
      hasBefore = true;
    }
  }
  return writtenRows;
};

/** The combined specification of the rows, as the dialog previews it (SPM-005); '' if only connectors have a value. */
export const previewOf = (rows: Rows): string => {
  if (!hasValue(rows.filter(({ infoType }) => infoType !== PART.connector))) return '';
  const writtenRows = writtenSeparators(rows);
  return specificationTextOf(
    rows.map((row) => (!isSeparator(row) || writtenRows.has(row) ? row : { ...row, value: '' })),
  ).trim();
};

/** The result of OK and of silent mode (SPM-009, SPM-010). */
export const specificationOf = (rows: Rows): { specificationType: string; specificationBuildMethod: string } => ({
  specificationType: previewOf(rows),
  specificationBuildMethod: JSON.stringify(rows),
});

/**
 * Silent mode: a new specification from the existing property values, without the dialog (SPM-010). Null if a
 * specification exists already or no property has a value.
 */
export const specificationWithoutDialog = (
  source: SpecificationSource,
): { specificationType: string; specificationBuildMethod: string } | null => {
  if (specificationModeOf(source) !== 'add') return null;
  const result = specificationOf(initialRows(source, 'add'));
  return result.specificationType === '' ? null : result;
};

/** The sample's properties with the values of the rows. */
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
