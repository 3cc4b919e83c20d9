import type { CatalogueSample, SpecificationPart } from '#events';
import { isJsonEqual } from '../rules/equality.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { CONNECTOR_TEXT, PART } from '../sample/specification-property.js';

type Property = CatalogueSample['properties'][number];
type Rule = NonNullable<CatalogueSample['specificationRule']>;
type Part = { kind: 'property' | 'custom' | 'connector'; text: string };

/** A specification with more parts would not be readable. */
const MAX_PARTS = 20;
const PIECE = /\{([^{}[\]]*)\}|\[([^{}[\]]*)\]|([^{}[\]]+)/gy;
/** The characters that delimit the parts of a pattern. Names must not contain them. */
export const PATTERN_MARKS = /[{}[\]]/;

/**
 * The rule that joins the specification of a sample, as one editable line: `{强度等级} φ{直径}[-]`. Braces hold the name of a
 * property, brackets hold text that the client may change, all other text is fixed (001 SPM-006, SPM-011). A sample
 * without a rule joins its properties with spaces.
 */
export const specificationPattern = ({
  properties,
  specificationRule: rule,
}: Pick<CatalogueSample, 'properties' | 'specificationRule'>): string =>
  rule
    ? rule.parts
        .toSorted((left, right) => left.orderNo - right.orderNo)
        .map((part) => {
          if (part.infoType === PART.connector) return part.value || CONNECTOR_TEXT;
          if (part.attributeId === null) return `[${part.value}]`;
          const property = properties.find(({ testSamplePropertyId }) => testSamplePropertyId === part.attributeId);
          return property ? `{${property.testSamplePropertyDisplayName}}` : '';
        })
        .join('')
    : properties
        .filter(({ isJoinSpecification }) => isJoinSpecification)
        .map(({ testSamplePropertyDisplayName }) => `{${testSamplePropertyDisplayName}}`)
        .join(CONNECTOR_TEXT);

/** The parts of a pattern; null if its braces or brackets are not closed. */
const partsOf = (pattern: string): Part[] | null => {
  const parts: Part[] = [];
  let position = 0;
  for (const { index, 0: piece, 1: property, 2: custom, 3: connector } of pattern.matchAll(PIECE)) {
    if (index !== position) return null;
    position += piece.length;
    parts.push(
      property !== undefined
        ? { kind: 'property', text: property.trim() }
        : custom !== undefined
          ? { kind: 'custom', text: custom }
          : { kind: 'connector', text: connector ?? '' },
    );
  }
  return position === pattern.length ? parts : null;
};

/** Problems of a pattern for a sample with these properties. */
export const patternProblems = (
  pattern: string,
  properties: readonly Pick<Property, 'testSamplePropertyDisplayName'>[],
): Problem[] => {
  const parts = partsOf(pattern);
  if (!parts) return [problem('PATTERN_UNCLOSED', {}, 'specification')];
  if (parts.length > MAX_PARTS) return [problem('TOO_MANY_ENTRIES', { max: MAX_PARTS }, 'specification')];
  const propertyNames = parts.filter(({ kind }) => kind === 'property').map(({ text }) => text);
  const unknownName = propertyNames.find(
    (name) => !properties.some(({ testSamplePropertyDisplayName }) => testSamplePropertyDisplayName === name),
  );
  if (unknownName !== undefined) return [problem('PATTERN_PROPERTY_UNKNOWN', { name: unknownName }, 'specification')];
  const repeatedName = propertyNames.find((name, index) => propertyNames.indexOf(name) !== index);
  return repeatedName === undefined ? [] : [problem('PATTERN_PROPERTY_TWICE', { name: repeatedName }, 'specification')];
};

/** An example of a specification, made from the value or the first suggestion of each property. */
export const patternExample = (pattern: string, properties: readonly Property[]): string =>
  (partsOf(pattern) ?? [])
    .map(({ kind, text }) => {
      const property =
        kind === 'property'
          ? properties.find(({ testSamplePropertyDisplayName }) => testSamplePropertyDisplayName === text)
          : undefined;
      return property
        ? property.value || property.inputHistory[0] || property.listValue[0] || property.testSamplePropertyDisplayName
        : kind === 'custom' && text === CUSTOM_MARK
          ? ''
          : text;
    })
    .join('')
    .trim();
const CUSTOM_MARK = '-';

/**
 * The sample with this pattern for its specification. Each property is marked whether it is part of the specification.
 * If the pattern and the joined properties are the same as before, the rule and its example stay unchanged.
 */
export const withPattern = (
  sample: CatalogueSample,
  pattern: string,
  before: Pick<CatalogueSample, 'properties' | 'specificationRule'>,
  newRuleId: string,
): CatalogueSample => {
  const parts = partsOf(pattern) ?? [];
  const properties = sample.properties.map((property) => ({
    ...property,
    isJoinSpecification: parts.some(
      ({ kind, text }) => kind === 'property' && text === property.testSamplePropertyDisplayName,
    ),
  }));
  const filterJoined = (all: readonly Property[]) => all.filter(({ isJoinSpecification }) => isJoinSpecification);
  if (
    specificationPattern(before).trim() === pattern.trim() &&
    isJsonEqual(filterJoined(before.properties), filterJoined(properties))
  )
    return { ...sample, properties, specificationRule: before.specificationRule };
  const rule: Rule = before.specificationRule ?? {
    id: newRuleId,
    name: `${sample.name}规格型号`,
    separator: CONNECTOR_TEXT,
    parts: [],
    example: '',
  };
  return {
    ...sample,
    properties,
    specificationRule:
      parts.length === 0
        ? null
        : {
            ...rule,
            parts: parts.map((part, index) => toRulePart(part, index + 1, properties, rule.parts)),
            example: patternExample(pattern, properties),
          },
  };
};

const toRulePart = (
  { kind, text }: Part,
  orderNo: number,
  properties: readonly Property[],
  before: readonly SpecificationPart[],
): SpecificationPart => {
  const property =
    kind === 'property'
      ? properties.find(({ testSamplePropertyDisplayName }) => testSamplePropertyDisplayName === text)
      : undefined;
  if (!property) {
    const textPart =
      kind === 'custom'
        ? { name: 'custom', displayName: '自定义', infoType: PART.custom }
        : { name: 'connector', displayName: '连接符', infoType: PART.connector };
    return {
      ...textPart,
      attributeId: null,
      systemFieldName: '',
      dataType: 1,
      customized: 1,
      inputHistory: [],
      listValue: [],
      unit: '',
      isJoinSpecification: 1,
      orderNo,
      isShowTest: 0,
      value: text,
      deleteAble: true,
    };
  }
  const previous = before.find(({ attributeId }) => attributeId === property.testSamplePropertyId);
  const name = property.testSamplePropertyDisplayName;
  return {
    attributeId: property.testSamplePropertyId,
    name,
    displayName: name,
    systemFieldName: property.testSamplePropertySystemName,
    dataType: property.testSamplePropertyType,
    infoType: PART.property,
    customized: 0,
    inputHistory: previous?.inputHistory ?? property.inputHistory,
    listValue: property.listValue,
    unit: property.unit,
    isJoinSpecification: 1,
    orderNo,
    isShowTest: Number(property.isShowTest),
    value: previous?.value ?? '',
    deleteAble: false,
  };
};
