import type { CatalogueSample } from '#events';
import type { CatalogueLeafRow } from '../catalogue/catalogue-leaf.js';
import { auxiliaryValue } from '../auxiliary/auxiliary-value.js';
import { specialOf } from '../auxiliary/special-properties.js';
import { defined } from '../rules/defined.js';

export type CatalogueProperty = CatalogueSample['properties'][number];
export type CatalogueMaterial = CatalogueSample['materials'][number];

/** An auxiliary property as its laboratory types it; absent members stay as they are. `choices` are what it suggests. */
export type TypedProperty = {
  name?: string;
  type?: number;
  unit?: string;
  value?: string;
  choices?: readonly string[];
  num?: number;
};

/** A property as typing makes it of one, or of none under this id. */
export const propertyWith = (
  { name, type, unit, value, choices, num }: TypedProperty,
  before: CatalogueProperty | string,
): CatalogueProperty => {
  const old: CatalogueProperty =
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
  const named = { ...old, testSamplePropertyDisplayName: name?.trim() ?? old.testSamplePropertyDisplayName };
  return {
    ...named,
    testSamplePropertyType: type ?? old.testSamplePropertyType,
    orderNum: num ?? old.orderNum,
    listValue: choices ? distinct(choices) : old.listValue,
    ...defined({
      unit: unit?.trim(),
      value: value === undefined ? undefined : auxiliaryValue(type ?? old.testSamplePropertyType, value),
    }),
    // What a property means to the form is told by what it is called (001.md A-21).
    special: name === undefined ? old.special : (specialOf(named) ?? ''),
  };
};

/** A material as its laboratory types it; absent members stay as they are. */
export type TypedMaterial = {
  role?: string;
  isDefault?: boolean;
  isRequired?: boolean;
  recommendedDosage?: number | null;
  dosageUnit?: string;
  unitRatio?: number | null;
  num?: number;
};
type MaterialLeaf = Pick<CatalogueLeafRow, 'id' | 'name' | 'categoryId' | 'bigCategoryId' | 'sampleNameLink'>;

/** A raw material of a sample, which is a sample of the catalogue itself. */
export const materialWith = (
  { num, role, dosageUnit, ...typed }: TypedMaterial,
  before: CatalogueMaterial | MaterialLeaf,
): CatalogueMaterial => {
  const old: CatalogueMaterial =
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
    ...old,
    ...defined(typed),
    ...defined({ role: role?.trim(), dosageUnit: dosageUnit?.trim(), orderNum: num }),
  };
};

/** In display order, numbered anew; a sample with materials is a mix design. */
export const withMaterials = (sample: CatalogueSample, materials: readonly CatalogueMaterial[]): CatalogueSample => ({
  ...sample,
  materials: numbered(materials),
  isMixDesign: materials.length > 0,
});
export const withProperties = (sample: CatalogueSample, properties: readonly CatalogueProperty[]): CatalogueSample => ({
  ...sample,
  properties: numbered(properties),
});

const numbered = <Entry extends { orderNum: number }>(entries: readonly Entry[]): Entry[] =>
  entries.map((entry, place) => (entry.orderNum === place + 1 ? entry : { ...entry, orderNum: place + 1 }));
const distinct = (choices: readonly string[]): string[] => [
  ...new Set(choices.map((each) => each.trim()).filter(Boolean)),
];
