import type { CatalogueSample } from '#events';
import { PROPERTY_TYPE, auxiliaryProblems } from '../auxiliary/auxiliary-value.js';
import { lengthOf } from '../consignment/limits.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { PATTERN_MARKS } from './specification-pattern.js';

/** A sample must fit an event with all that hangs on it (ADR-002). */
export const FORM_LIMITS = {
  properties: 50,
  materials: 40,
  choices: 100,
  name: 50,
  choice: 100,
  unit: 20,
  role: 50,
} as const;

/** What is wrong with the auxiliary properties of a sample, each with its place: `properties.<place>.<member>`. */
export const propertyProblems = ({ properties }: Pick<CatalogueSample, 'properties'>): Problem[] => [
  ...(properties.length > FORM_LIMITS.properties
    ? [problem('TOO_MANY_ENTRIES', { max: FORM_LIMITS.properties }, 'properties')]
    : []),
  ...properties.flatMap((property, place) => {
    const { testSamplePropertyDisplayName: name, testSamplePropertyType: type, unit, listValue } = property;
    const at = (member: string) => `properties.${place}.${member}`;
    const values = auxiliaryProblems([{ ...property, listValue: [], inputHistory: [] }]).map((found) => ({
      ...found,
      path: at('value'),
    }));
    return [
      ...(name === ''
        ? [problem('CATALOGUE_TEXT_REQUIRED', {}, at('name'))]
        : tooLong(at('name'), name, FORM_LIMITS.name)),
      ...(PATTERN_MARKS.test(name) ? [problem('NAME_HAS_BRACKETS', {}, at('name'))] : []),
      ...(properties.slice(0, place).some((other) => other.testSamplePropertyDisplayName === name)
        ? [problem('PROPERTY_NAME_TAKEN', { name }, at('name'))]
        : []),
      ...tooLong(at('unit'), unit, FORM_LIMITS.unit),
      ...(type === PROPERTY_TYPE.select && listValue.length === 0
        ? [problem('PROPERTY_NEEDS_CHOICES', {}, at('choices'))]
        : []),
      ...(listValue.length > FORM_LIMITS.choices
        ? [problem('TOO_MANY_ENTRIES', { max: FORM_LIMITS.choices }, at('choices'))]
        : listValue.flatMap((choice) => tooLong(at('choices'), choice, FORM_LIMITS.choice)).slice(0, 1)),
      ...values,
    ];
  }),
];

/** What is wrong with the raw materials of a sample: `materials.<place>.<member>`. */
export const catalogueMaterialProblems = ({ materials }: Pick<CatalogueSample, 'materials'>): Problem[] => [
  ...(materials.length > FORM_LIMITS.materials
    ? [problem('TOO_MANY_ENTRIES', { max: FORM_LIMITS.materials }, 'materials')]
    : []),
  ...materials.flatMap(({ id, label, role, dosageUnit, recommendedDosage, unitRatio }, place) => {
    const at = (member: string) => `materials.${place}.${member}`;
    return [
      ...(materials.slice(0, place).some((other) => other.id === id)
        ? [problem('MATERIAL_TWICE', { name: label }, at('id'))]
        : []),
      ...tooLong(at('role'), role, FORM_LIMITS.role),
      ...tooLong(at('dosageUnit'), dosageUnit, FORM_LIMITS.unit),
      ...[recommendedDosage, unitRatio].flatMap((amount, which) =>
        amount === null || (amount >= 0 && amount <= 1e9)
          ? []
          : [problem('CELL_NOT_A_NUMBER', {}, at(which === 0 ? 'recommendedDosage' : 'unitRatio'))],
      ),
    ];
  }),
];

const tooLong = (path: string, text: string, max: number): Problem[] =>
  lengthOf(text) > max ? [problem('TEXT_TOO_LONG', { max }, path)] : [];
