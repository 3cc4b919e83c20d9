import type { CatalogueSample } from '#events';
import type { CatalogueLeafRow } from '../catalogue/catalogue.js';
import { omitUndefined } from '../rules/equality.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { auxiliaryProblems, auxiliaryValue, PROPERTY_TYPE, specialPropertyOf } from '../sample/auxiliary.js';
import { PATTERN_MARKS } from './specification-pattern.js';
import { lengthOf } from '../text/text.js';

export type CatalogueProperty = CatalogueSample['properties'][number];
export type CatalogueMaterial = CatalogueSample['materials'][number];

/**
 * An auxiliary property as the laboratory enters it. Absent members stay unchanged. `choices` are the suggested values.
 */
export type PropertyPatch = {
  name?: string;
  type?: number;
  unit?: string;
  value?: string;
  choices?: readonly string[];
  num?: number;
};

/** Applies an input to a property. `before` is the property, or the id of a new one. */
export const applyPropertyPatch = (
  { name, type, unit, value, choices, num }: PropertyPatch,
  before: CatalogueProperty | string,
): CatalogueProperty => {
  const current: CatalogueProperty =
    typeof before === 'string'
      ? {
          testSamplePropertyId: before,
          testSamplePropertyDisplayName: '',
          testSamplePropertySystemName: `prop_${before.slice(0, 8)}`,
          testSamplePropertyType: 1,
          value: '',
          unit: '',
          orderNum: 0,
          isJoinSpecification: false,
          listValue: [],
          inputHistory: [],
          deleteAble: false,
          isShowTest: true,
          special: '',
        }
      : before;
  const withName = { ...current, testSamplePropertyDisplayName: name?.trim() ?? current.testSamplePropertyDisplayName };
  return {
    ...withName,
    testSamplePropertyType: type ?? current.testSamplePropertyType,
    orderNum: num ?? current.orderNum,
    listValue: choices ? distinctTexts(choices) : current.listValue,
    ...omitUndefined({
      unit: unit?.trim(),
      value: value === undefined ? undefined : auxiliaryValue(type ?? current.testSamplePropertyType, value),
    }),
    // The name of a property determines its special role in the form (001.md A-21).
    special: name === undefined ? current.special : (specialPropertyOf(withName) ?? ''),
  };
};

/** A material as the laboratory enters it. Absent members stay unchanged. */
export type MaterialPatch = {
  role?: string;
  isDefault?: boolean;
  isRequired?: boolean;
  recommendedDosage?: number | null;
  dosageUnit?: string;
  unitRatio?: number | null;
  num?: number;
};
type MaterialLeaf = Pick<CatalogueLeafRow, 'id' | 'name' | 'categoryId' | 'bigCategoryId' | 'sampleNameLink'>;

/**
 * Applies an input to a raw material. `before` is the material, or for a new one the catalogue sample that it refers
 * to.
 */
export const applyMaterialPatch = (
  { num, role, dosageUnit, ...otherMembers }: MaterialPatch,
  before: CatalogueMaterial | MaterialLeaf,
): CatalogueMaterial => {
  const current: CatalogueMaterial =
    'label' in before
      ? before
      : {
          id: before.id,
          label: before.name,
          categoryId: before.categoryId,
          bigCategoryId: before.bigCategoryId,
          sampleNameLink: before.sampleNameLink,
          role: '',
          isDefault: false,
          isRequired: false,
          orderNum: 0,
          recommendedDosage: null,
          dosageUnit: '',
          unitRatio: null,
        };
  return {
    ...current,
    ...omitUndefined(otherMembers),
    ...omitUndefined({ role: role?.trim(), dosageUnit: dosageUnit?.trim(), orderNum: num }),
  };
};

/**
 * The sample with these materials, given in display order and renumbered from 1. A sample with materials is a mix
 * design.
 */
export const withMaterials = (sample: CatalogueSample, materials: readonly CatalogueMaterial[]): CatalogueSample => ({
  ...sample,
  materials: renumber(materials),
  isMixDesign: materials.length > 0,
});
export const withProperties = (sample: CatalogueSample, properties: readonly CatalogueProperty[]): CatalogueSample => ({
  ...sample,
  properties: renumber(properties),
});

const renumber = <Entry extends { orderNum: number }>(entries: readonly Entry[]): Entry[] =>
  entries.map((entry, index) => (entry.orderNum === index + 1 ? entry : { ...entry, orderNum: index + 1 }));
const distinctTexts = (choices: readonly string[]): string[] => [
  ...new Set(choices.map((each) => each.trim()).filter(Boolean)),
];

/**
 * Limits of a sample's form, because a sample must fit into one event with all its entries (ADR-002). Lengths are in
 * characters.
 */
export const FORM_LIMITS = {
  properties: 50,
  materials: 40,
  choices: 100,
  name: 50,
  choice: 100,
  unit: 20,
  role: 50,
} as const;

/** Problems of the auxiliary properties of a sample. The path of each is `properties.<place>.<member>`. */
export const propertyProblems = ({ properties }: Pick<CatalogueSample, 'properties'>): Problem[] => [
  ...(properties.length > FORM_LIMITS.properties
    ? [problem('TOO_MANY_ENTRIES', { max: FORM_LIMITS.properties }, 'properties')]
    : []),
  ...properties.flatMap((property, index) => {
    const { testSamplePropertyDisplayName: name, testSamplePropertyType: type, unit, listValue } = property;
    const pathOf = (member: string) => `properties.${index}.${member}`;
    const values = auxiliaryProblems([{ ...property, listValue: [], inputHistory: [] }]).map((valueProblem) => ({
      ...valueProblem,
      path: pathOf('value'),
    }));
    return [
      ...(name === ''
        ? [problem('CATALOGUE_TEXT_REQUIRED', {}, pathOf('name'))]
        : lengthProblems(pathOf('name'), name, FORM_LIMITS.name)),
      ...(PATTERN_MARKS.test(name) ? [problem('NAME_HAS_BRACKETS', {}, pathOf('name'))] : []),
      ...(properties.slice(0, index).some((other) => other.testSamplePropertyDisplayName === name)
        ? [problem('PROPERTY_NAME_TAKEN', { name }, pathOf('name'))]
        : []),
      ...lengthProblems(pathOf('unit'), unit, FORM_LIMITS.unit),
      ...(type === PROPERTY_TYPE.select && listValue.length === 0
        ? [problem('PROPERTY_NEEDS_CHOICES', {}, pathOf('choices'))]
        : []),
      ...(listValue.length > FORM_LIMITS.choices
        ? [problem('TOO_MANY_ENTRIES', { max: FORM_LIMITS.choices }, pathOf('choices'))]
        : listValue.flatMap((choice) => lengthProblems(pathOf('choices'), choice, FORM_LIMITS.choice)).slice(0, 1)),
      ...values,
    ];
  }),
];

/** Problems of the raw materials of a sample. The path of each is `materials.<place>.<member>`. */
export const catalogueMaterialProblems = ({ materials }: Pick<CatalogueSample, 'materials'>): Problem[] => [
  ...(materials.length > FORM_LIMITS.materials
    ? [problem('TOO_MANY_ENTRIES', { max: FORM_LIMITS.materials }, 'materials')]
    : []),
  ...materials.flatMap(({ id, label, role, dosageUnit, recommendedDosage, unitRatio }, index) => {
    const pathOf = (member: string) => `materials.${index}.${member}`;
    return [
      ...(materials.slice(0, index).some((other) => other.id === id)
        ? [problem('MATERIAL_TWICE', { name: label }, pathOf('id'))]
        : []),
      ...lengthProblems(pathOf('role'), role, FORM_LIMITS.role),
      ...lengthProblems(pathOf('dosageUnit'), dosageUnit, FORM_LIMITS.unit),
      ...[recommendedDosage, unitRatio].flatMap((amount, index) =>
        amount === null || (amount >= 0 && amount <= 1e9)
          ? []
          : [problem('CELL_NOT_A_NUMBER', {}, pathOf(index === 0 ? 'recommendedDosage' : 'unitRatio'))],
      ),
    ];
  }),
];

const lengthProblems = (path: string, text: string, max: number): Problem[] =>
  lengthOf(text) > max ? [problem('TEXT_TOO_LONG', { max }, path)] : [];
