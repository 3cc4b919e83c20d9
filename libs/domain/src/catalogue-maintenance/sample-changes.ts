import type { CatalogueParameter, CatalogueSample } from '#events';
import { plainText } from '../catalogue/catalogue.js';
import { type FactChange, factChanges } from '../changes/changes.js';
import { choosePrice } from '../sample/pricing.js';
import { ownPriceText, scriptDescriptionOf, sharedPriceOfParameter } from './parameters.js';
import { imageAddressesOfSample, pictureShortId, pictureNames } from './samples.js';
import { specificationPattern } from './specification-pattern.js';
import { pictureKeyOf, type PictureKeys, typeWordOf } from './workbook/form-columns.js';

/**
 * The changes between two states of a sample, entry by entry, in the terms of its editors: prices as amounts, standards
 * as codes.
 */
export const sampleChanges = (before: CatalogueSample | null, after: CatalogueSample | null): FactChange[] =>
  factChanges(before && sampleFacts(before), after && sampleFacts(after));

const sampleFacts = (sample: CatalogueSample) => ({
  sampleName: sample.name,
  sampleCode: sample.sampleCode,
  levelCode: sample.levelCode ?? '',
  description: sample.description ?? '',
  orderIndex: sample.orderNum,
  sampleNumUnit: sample.sampleNumUnit,
  delegatesNumUnit: sample.delegatesNumUnit,
  defaultDelegatesNum: sample.defaultDelegatesNum,
  afterTestOperate: sample.defaultAfterTestOperate,
  countRequire: sample.countRequire ?? '',
  sampleStatusRequire: sample.sampleStatusRequire ?? '',
  otherRequire: sample.otherRequire ?? '',
  sampleNameLink: sample.sampleNameLink,
  defaultSampleDescription: wholeSampleRequirements(sample)
    .map(({ defaultSampleDescription }) => plainText(defaultSampleDescription))
    .join('；'),
  requirementPictures: wholeSampleRequirements(sample).flatMap(({ defaultSampleDescription }) =>
    pictureNames(defaultSampleDescription),
  ),
  paramRequirements: sample.requirements
    .filter(({ paramIds }) => paramIds.length > 0)
    .map(({ id, paramIds, defaultSampleDescription }) => ({
      id,
      name: paramIds
        .flatMap((paramId) => sample.parameters.find((parameter) => parameter.id === paramId)?.name ?? [])
        .join('、'),
      defaultSampleDescription: plainText(defaultSampleDescription),
      requirementPictures: pictureNames(defaultSampleDescription).join('、'),
    })),
  examples: (sample.examples ?? []).map(({ name, image }, index) => ({
    id: image,
    name,
    picture: pictureShortId(image),
    num: index + 1,
  })),
  specification: specificationPattern(sample),
  parameters: sample.parameters.map(parameterFacts),
  properties: sample.properties.map((property) => ({
    id: property.testSamplePropertyId,
    name: property.testSamplePropertyDisplayName,
    type: typeWordOf(property.testSamplePropertyType),
    unit: property.unit,
    value: property.value,
    choices: property.listValue,
    num: property.orderNum,
  })),
  materials: sample.materials.map(
    ({ id, label, role, isDefault, isRequired, recommendedDosage, dosageUnit, unitRatio, orderNum }) => ({
      id,
      name: label,
      role,
      isDefault,
      isRequired,
      recommendedDosage,
      dosageUnit,
      unitRatio,
      num: orderNum,
    }),
  ),
});

/** Requirements that apply to the whole sample, whatever parameters are tested. */
const wholeSampleRequirements = ({ requirements }: CatalogueSample) =>
  requirements.filter(({ paramIds }) => paramIds.length === 0);

const parameterFacts = (parameter: CatalogueParameter) => ({
  id: parameter.id,
  name: parameter.name,
  displayName: parameter.displayName,
  testParamCode: parameter.code,
  description: parameter.remark,
  num: parameter.orderNum,
  price: ownPriceText(parameter) || choosePrice(parameter).tuTestParamPrice,
  sharedPrice: sharedPriceOfParameter(parameter),
  sharedPriceQualifier: parameter.sharedPriceQualifier,
  testQuantity: parameter.testQuantity,
  shareTestQuantity: parameter.shareTestQuantity,
  shareTestQuantityIdent: parameter.shareTestQuantityIdent,
  scriptDescription: scriptDescriptionOf(parameter),
  unitMeasure: parameter.unitMeasure,
  paramWorkDay: parameter.paramWorkDay,
  offered: !parameter.deleted,
  standards: parameter.standards.map(({ publishCode, clauseCode }) =>
    clauseCode ? `${publishCode} ${clauseCode}` : publishCode,
  ),
});

/**
 * Pictures that samples of a catalogue use. A workbook refers to pictures but does not contain them. `addresses` are
 * those of all uploaded pictures; `byKey` maps the keys of example pictures to the pictures.
 */
export type CataloguePictures = { addresses: ReadonlySet<string>; byKey: ReadonlyMap<string, string> };

export const collectPictures = (
  samples: readonly Pick<CatalogueSample, 'requirements' | 'examples'>[],
  keys: PictureKeys,
): CataloguePictures => ({
  addresses: new Set(samples.flatMap(imageAddressesOfSample)),
  byKey: new Map(
    samples.flatMap(({ examples = [] }) => examples.map(({ image }) => [pictureKeyOf(image, keys), image] as const)),
  ),
});
