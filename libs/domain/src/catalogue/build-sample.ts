import type { CatalogueSample, ConsignType, Sample } from '#events';
import { NO_PACK } from '../packs/pack-rules.js';
import { auxiliaryValue } from '../auxiliary/auxiliary-value.js';
import { specialOf, type SpecialProperty } from '../auxiliary/special-properties.js';
import { storedQuantity } from '../numbers/typed-number.js';
import { type RequestedPiece, savedPieces } from '../prepared-pieces/prepared-pieces.js';
import { sampleFee } from '../pricing/sample-fee.js';
import { refuseIf } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';
import { chooseParameters, type RequestedParameter } from './choose-parameters.js';
import { detailsOf, type DetailsRequest } from './sample-details.js';
import { linksOf, type RequestedStandard, type StandardsById, withoutEvaluation } from './standard-links.js';

type Property = Sample['properties'][number];
type Pack = NonNullable<Sample['pack']>;

/** The sample form as the client sends it; what is missing takes the defaults of a new sample (SF-009). */
export type SampleRequest = Partial<
  Pick<
    Sample,
    | 'testUnitSampleName'
    | 'inputMethod'
    | 'testGroupCount'
    | 'testPointCount'
    | 'testPart'
    | 'projectOrPurpose'
    | 'projectUnit'
    | 'sampleNum'
    | 'sampleNumUnit'
    | 'delegatesNum'
    | 'delegatesNumUnit'
    | 'afterTestOperate'
    | 'testSampleDescription'
    | 'memo'
    | 'extractAddress'
    | 'specificationType'
    | 'specificationBuildMethod'
    | 'isNeedConclusion'
    | 'isTestUnitConfirmTestParam'
    | 'testReason'
  >
> &
  DetailsRequest & {
    tuSampleParamIds?: readonly RequestedParameter[];
    buSampleParamPackInfo?: Pack | null;
    buSampleUseBaseStandard?: readonly RequestedStandard[];
    buSamplePropertyInfo?: readonly RequestedProperty[];
    buSampleChild?: readonly RequestedPiece[];
  };

type RequestedProperty = Partial<Property> & { value: string };

/** What of a sample of the catalogue goes into a stored one: a laboratory's system is asked for no more. */
export type StorableSample = Omit<CatalogueSample, 'requirements' | 'materials' | 'examples' | 'standards'> & {
  id: string;
};

export type SampleToBuild = {
  id: string;
  request: SampleRequest;
  catalogue: StorableSample;
  standardsById: StandardsById;
  consignType: ConsignType;
  /** The laboratory completes a sample that was left to it: what it chose is kept (TID-006, TID-008). */
  completing?: boolean;
};

/**
 * The sample to be stored: the client's texts, the catalogue's names, prices and standards, and the fee they make.
 * A sample whose parameters are left to the laboratory holds no parameters, pack, standards, auxiliary values or
 * specification and costs 0.00 (PR-015, TID-005, TID-006); appointments hold no quantities (SF-020).
 * @throws RuleBroken PARAMETER_UNKNOWN, PARAMETER_NOT_OFFERED, PARAMETER_TWICE, STANDARD_UNKNOWN, STANDARD_NOT_FOR_BASIS.
 */
export const buildSample = ({
  id,
  request,
  catalogue,
  standardsById,
  consignType,
  completing = false,
}: SampleToBuild): Sample => {
  const leftToLaboratory = completing || (request.isTestUnitConfirmTestParam ?? false);
  const emptied = leftToLaboratory && !completing;
  const isNeedConclusion = emptied || (request.isNeedConclusion ?? true);
  const evaluated = (links: Sample['standards']) => (isNeedConclusion ? links : withoutEvaluation(links));

  const parameters = chooseParameters(catalogue, emptied ? [] : (request.tuSampleParamIds ?? []), standardsById).map(
    (each) => ({ ...each, standards: evaluated(each.standards) }),
  );
  const standards = evaluated(sampleStandards(emptied ? [] : (request.buSampleUseBaseStandard ?? []), standardsById));
  const properties = propertiesOf(request.buSamplePropertyInfo, catalogue);
  const pieces = consignType === 1 ? savedPieces(request.buSampleChild ?? [], id) : [];
  const testGroupCount = request.testGroupCount ?? 1;
  const name = request.testUnitSampleName?.trim() || catalogue.name;

  return {
    id,
    testUnitSampleId: catalogue.id,
    testUnitSampleName: name,
    sampleCode: catalogue.sampleCode,
    bigCategoryId: catalogue.bigCategoryId,
    sampleNameLink: catalogue.sampleNameLink,
    inputMethod: request.inputMethod ?? 1,
    testGroupCount,
    testPointCount: request.testPointCount ?? 1,
    testPart: request.testPart ?? '',
    projectOrPurpose: request.projectOrPurpose ?? '',
    ...(consignType === 1 ? quantitiesOf(request, properties, catalogue) : { ...NO_QUANTITIES, projectUnit: name }),
    afterTestOperate: request.afterTestOperate || catalogue.defaultAfterTestOperate,
    testSampleDescription: request.testSampleDescription ?? '',
    memo: request.memo ?? '',
    extractAddress: request.extractAddress ?? '',
    ...detailsOf(request, catalogue),
    specificationType: emptied ? '' : (request.specificationType ?? ''),
    specificationBuildMethod: emptied ? '' : (request.specificationBuildMethod ?? ''),
    isNeedConclusion,
    isTestUnitConfirmTestParam: leftToLaboratory,
    testReason: request.testReason ?? '',
    parameters,
    pack: !emptied && request.buSampleParamPackInfo?.packFlag === 1 ? request.buSampleParamPackInfo : NO_PACK,
    standards,
    properties: emptied ? properties.map((property) => ({ ...property, value: '' })) : properties,
    testParamFee: sampleFee(parameters, testGroupCount),
    ...(pieces.length > 0 ? { buSampleChild: pieces } : {}),
  };
};

const NO_QUANTITIES = { sampleNum: '', sampleNumUnit: '', delegatesNum: '', delegatesNumUnit: '' };

/** Typed quantities, else those of the special properties, else 1 (AUX-007). */
const quantitiesOf = (request: SampleRequest, properties: readonly Property[], catalogue: StorableSample) => {
  const quantity = (typed: string | undefined, special: SpecialProperty): string =>
    storedQuantity(typed ?? '') ||
    properties.find((property) => specialOf(property) === special)?.value ||
    catalogue.properties.find((property) => property.special === special)?.value ||
    '1';
  return {
    projectUnit: request.projectUnit ?? '',
    sampleNum: quantity(request.sampleNum, 'sampleCount'),
    sampleNumUnit: request.sampleNumUnit || catalogue.sampleNumUnit,
    delegatesNum: quantity(request.delegatesNum, 'representativeBatch'),
    delegatesNumUnit: request.delegatesNumUnit || catalogue.delegatesNumUnit,
  };
};

/** A new sample starts with the catalogue's properties and their defaults; a saved one has those of the form. */
const propertiesOf = (requested: readonly RequestedProperty[] | undefined, catalogue: StorableSample): Property[] =>
  (requested ?? catalogue.properties).map((property, index) => {
    const known = catalogue.properties.find(({ testSamplePropertyId }) =>
      sameId(testSamplePropertyId, property.testSamplePropertyId ?? null),
    );
    const facts = known ?? property;
    return {
      testSamplePropertyId: known?.testSamplePropertyId ?? null,
      testSamplePropertyDisplayName: facts.testSamplePropertyDisplayName ?? '',
      testSamplePropertySystemName: facts.testSamplePropertySystemName ?? '',
      testSamplePropertyType: facts.testSamplePropertyType ?? 1,
      value: auxiliaryValue(facts.testSamplePropertyType ?? 1, property.value),
      orderNum: facts.orderNum ?? index + 1,
      isJoinSpecification: facts.isJoinSpecification ?? false,
      unit: facts.unit ?? '',
      ...(facts.listValue?.length ? { listValue: facts.listValue } : {}),
      ...(facts.inputHistory?.length ? { inputHistory: facts.inputHistory } : {}),
      ...(facts.deleteAble ? { deleteAble: true } : {}),
      ...(facts.isShowTest ? { isShowTest: true } : {}),
    };
  });

/** Standards of the sample as a whole, which simple input uses instead of one set a parameter (001.md A-09). */
const sampleStandards = (
  requested: readonly RequestedStandard[],
  standardsById: StandardsById,
): Sample['standards'] => {
  const { links, problems } = linksOf(requested, [], standardsById, 'buSampleUseBaseStandard');
  refuseIf(problems);
  return links;
};
