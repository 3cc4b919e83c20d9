import type { CatalogueSample, Sample, SampleProperty, SpecificationPart, SpecificationRuleLine } from '#events';
import { LIMITS } from '../consignment/state.js';
import { sameId } from '../rules/equality.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import {
  CONNECTOR_TEXT,
  customRow,
  jsonList,
  renumberRows,
  PART,
  type PartLabels,
  type SpecificationProperty,
  parseStoredRows,
} from './specification-property.js';
import { lengthOf } from '../text/text.js';

/** An auxiliary property that is joined to the specification, with its suggestions. */
export type JoinedProperty = Omit<SampleProperty, 'unit'>;

/** A part of a rule as received. Missing members get their defaults. */
export type RulePart = Partial<SpecificationPart>;

/**
 * What a unit stores of a specification's rows: exactly these twelve members (001 SPM-014, 002 PRE-021). Flags are 0
 * and 1.
 */
export type RuleConfig = Pick<
  SpecificationPart,
  | 'inputHistory'
  | 'isJoinSpecification'
  | 'orderNo'
  | 'displayName'
  | 'dataType'
  | 'systemFieldName'
  | 'infoType'
  | 'customized'
  | 'name'
  | 'isShowTest'
  | 'attributeId'
  | 'value'
>;

/**
 * The rows of a new specification (SPM-006): the parts of the unit's rule in its order and with its labels, then the
 * joined properties that the rule does not name. Two adjacent properties without a connector get a space between them.
 */
export const rowsByRule = (
  buSampleInfoId: string,
  properties: readonly JoinedProperty[],
  rule: readonly RulePart[],
  labels: PartLabels,
): SpecificationProperty[] => {
  const joinedProperties = properties
    .filter(({ isJoinSpecification }) => isJoinSpecification)
    .toSorted((left, right) => left.orderNum - right.orderNum);
  const parts = rule.toSorted((left, right) => (left.orderNo ?? 0) - (right.orderNo ?? 0));
  const ruleRows = parts.map((part) =>
    rowOfPart(
      buSampleInfoId,
      part,
      joinedProperties.find(({ testSamplePropertyId }) => isSame(testSamplePropertyId, part.attributeId)),
      labels,
    ),
  );
  const remaining = joinedProperties.filter(
    ({ testSamplePropertyId }) => !parts.some(({ attributeId }) => isSame(testSamplePropertyId, attributeId)),
  );
  return renumberRows(
    withConnectors([...ruleRows, ...remaining.map((property) => rowOfProperty(buSampleInfoId, property))], labels),
  );
};

const isSame = (left: string | null | undefined, right: string | null | undefined): boolean =>
  Boolean(left) && sameId(left ?? null, right ?? null);

const rowOfPart = (
  buSampleInfoId: string,
  part: RulePart,
  property: JoinedProperty | undefined,
  labels: PartLabels,
): SpecificationProperty => {
  const infoType = part.infoType ?? (part.attributeId ? PART.property : PART.custom);
  if (infoType === PART.connector)
    return customRow(
      buSampleInfoId,
      PART.connector,
      labels.connector,
      part.value || CONNECTOR_TEXT,
      part.deleteAble ?? true,
    );
  if (!part.attributeId)
    return customRow(buSampleInfoId, PART.custom, labels.custom, part.value ?? '', part.deleteAble ?? true);
  const label = part.displayName || part.name || property?.testSamplePropertyDisplayName || '';
  return {
    buSampleInfoId,
    isJoinSpecification: Boolean(part.isJoinSpecification ?? 1),
    testSamplePropertyId: property?.testSamplePropertyId ?? part.attributeId,
    testSamplePropertySystemName: part.systemFieldName || property?.testSamplePropertySystemName || '',
    testSamplePropertyDisplayName: label,
    displayName: label,
    name: part.name || label,
    testSamplePropertyType: property?.testSamplePropertyType ?? part.dataType ?? 1,
    value: property?.value || part.value || '',
    orderNum: part.orderNo ?? 0,
    inputHistory: part.inputHistory ?? property?.inputHistory ?? [],
    listValue: part.listValue ?? property?.listValue ?? [],
    isShowTest: Boolean(part.isShowTest),
    customized: part.customized ?? 0,
    infoType: PART.property,
    dataType: part.dataType ?? property?.testSamplePropertyType ?? 1,
    deleteAble: part.deleteAble ?? false,
  };
};

const rowOfProperty = (buSampleInfoId: string, property: JoinedProperty): SpecificationProperty => {
  const { testSamplePropertyDisplayName: label, testSamplePropertyType: type } = property;
  return {
    buSampleInfoId,
    isJoinSpecification: property.isJoinSpecification,
    testSamplePropertyId: property.testSamplePropertyId,
    testSamplePropertySystemName: property.testSamplePropertySystemName,
    testSamplePropertyDisplayName: label,
    displayName: label,
    name: label,
    testSamplePropertyType: type,
    value: property.value,
    orderNum: property.orderNum,
    inputHistory: property.inputHistory ?? [],
    listValue: property.listValue ?? [],
    isShowTest: property.isShowTest ?? false,
    customized: 0,
    infoType: PART.property,
    dataType: type,
    deleteAble: property.deleteAble ?? false,
  };
};

const withConnectors = (rows: readonly SpecificationProperty[], labels: PartLabels): SpecificationProperty[] =>
  rows.flatMap((row, index) => {
    const next = rows[index + 1];
    return row.infoType === PART.property && next?.infoType === PART.property
      ? [row, customRow(row.buSampleInfoId, PART.connector, labels.connector, CONNECTOR_TEXT, true)]
      : [row];
  });

/** The rows as a unit's laboratory system stores them for the next specification (SPM-009, PRE-021). */
export const ruleConfigOf = (rows: readonly SpecificationProperty[]): RuleConfig[] =>
  rows.map((row, index) => ({
    inputHistory: row.inputHistory,
    isJoinSpecification: Number(row.isJoinSpecification),
    orderNo: index + 1,
    displayName: row.displayName,
    dataType: row.dataType,
    systemFieldName: row.testSamplePropertySystemName,
    infoType: row.infoType,
    customized: row.customized,
    name: row.name,
    isShowTest: Number(row.isShowTest),
    attributeId: row.testSamplePropertyId,
    value: row.value,
  }));

/** Maximum number of rows of a specification. */
const MAX_ROWS = 50;
const PATH = 'specificationBuildMethod';

/** The problems of the stored rows of a specification, which must be a JSON list of rows (001 §3) or empty. */
export const specificationProblems = ({
  specificationBuildMethod,
}: Pick<Sample, 'specificationBuildMethod'>): Problem[] => {
  if (specificationBuildMethod === '') return [];
  if (jsonList(specificationBuildMethod) === null) return [problem('SPECIFICATION_INVALID', {}, PATH)];
  const rows = parseStoredRows(specificationBuildMethod);
  if (rows.length > MAX_ROWS) return [problem('TOO_LARGE', {}, PATH)];
  return rows.some(({ value }) => lengthOf(value) > LIMITS.text)
    ? [problem('TEXT_TOO_LONG', { max: LIMITS.text }, PATH)]
    : [];
};

/** How long a browser keeps its log of duplicate properties: five days (001 §9). */
export const DUPLICATE_LOG_MS = 432_000_000;

/** An entry of the log; `at` is in milliseconds since 1970. */
export type DuplicateEntry = { at: number; sampleId: string; keys: string[] };

/** Keys (display name and system name) that occur more than once, among rows with a system name (SPM-013, PRE-027). */
export const duplicateKeysOf = (
  rows: readonly Pick<SpecificationProperty, 'testSamplePropertyDisplayName' | 'testSamplePropertySystemName'>[],
): string[] => {
  const keys = rows
    .filter(({ testSamplePropertySystemName }) => testSamplePropertySystemName !== '')
    .map((row) => `${row.testSamplePropertyDisplayName} ${row.testSamplePropertySystemName}`);
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
};

/** The updated log: without entries older than five days, and with a new entry if there are duplicate keys. */
export const updateDuplicateLog = (log: readonly DuplicateEntry[], entry: DuplicateEntry): DuplicateEntry[] => {
  const recentEntries = log.filter(({ at }) => entry.at - at <= DUPLICATE_LOG_MS);
  return entry.keys.length > 0 ? [...recentEntries, entry] : recentEntries;
};

export type ConcatRule = {
  id: string;
  sampleId: string;
  name: string;
  separator: string;
  example: string;
  configData: readonly SpecificationRuleLine[];
};

/** Default separator between properties (001 section 9). */
const SPACE = ' ';

/**
 * The rule that joins the specification of a sample: the saved lines, else those of the catalogue; null if there are
 * neither (001 SAPI-019).
 */
export const concatRuleOf = (
  { id: sampleId, name, specificationRule: rule }: Pick<CatalogueSample, 'name' | 'specificationRule'> & { id: string },
  savedLines: readonly SpecificationRuleLine[] | null,
): ConcatRule | null => {
  if (!rule)
    return savedLines && { id: sampleId, sampleId, name, separator: SPACE, example: '', configData: savedLines };
  return {
    id: rule.id,
    sampleId,
    name: rule.name,
    separator: rule.separator,
    example: rule.example,
    configData: savedLines ?? rule.parts,
  };
};
