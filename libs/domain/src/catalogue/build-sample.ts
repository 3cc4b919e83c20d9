import {
  type CataloguePack,
  type CatalogueSample,
  type ConsignType,
  type MaterialSample,
  type Sample,
  type SampleProperty,
  CONSIGN_TYPE,
} from '#events';
import { readCount, normalizedQuantity, type CountInputValue } from '../numbers/number-input.js';
import { sameId } from '../rules/equality.js';
import { type Problem, refuseIf } from '../rules/rule-broken.js';
import { auxiliaryValue, specialPropertyOf, type SpecialProperty } from '../sample/auxiliary.js';
import { NO_PACK, packProblem, hasPack } from '../sample/packs.js';
import { type RequestedPiece, toStoredPieces } from '../sample/prepared-pieces.js';
import { sampleFee } from '../sample/pricing.js';
import { missingStandardsProblem, missingUses } from '../sample/standards.js';
import {
  resolveChosenParameters,
  linksOf,
  type RequestedParameter,
  type RequestedStandard,
  type StandardsById,
  removeEvaluation,
} from './choose-parameters.js';

/**
 * Members of the form that few samples have, with the names of the interface. The sampler's name and certificate are
 * separate members (SF-007).
 */
export type DetailsRequest = {
  afterTestOperateId?: string;
  extractUnit?: string;
  extractTime?: string;
  extractPerson?: string;
  extractPersonCardNum?: string;
  castingDate?: string;
  /** As entered. */
  ageWaitTime?: CountInputValue | undefined;
  sampleCollectionRequirement?: string;
  isMaterial?: boolean;
  testSampleCount?: number | null | undefined;
  isNeedTempReport?: boolean;
  /** When the sample was added, UTC ISO. It does not change afterwards. */
  createTime?: string | undefined;
};

const TEXTS = [
  'afterTestOperateId',
  'extractUnit',
  'extractTime',
  'castingDate',
  'sampleCollectionRequirement',
  'createTime',
] as const;

/** The details to be stored: those that were entered, and the codes of the sample in the catalogue (SF-008). */
export const detailsOf = (
  request: DetailsRequest,
  { sysTestSampleId, testUnitSampleSysCode }: Pick<CatalogueSample, 'sysTestSampleId' | 'testUnitSampleSysCode'>,
): Partial<MaterialSample> => {
  const { extractPerson = '', extractPersonCardNum = '', testSampleCount } = request;
  const ageWaitTime = readCount(request.ageWaitTime);
  return {
    ...Object.fromEntries(TEXTS.flatMap((name) => (request[name] ? [[name, request[name]]] : []))),
    ...(extractPerson || extractPersonCardNum
      ? { sampler: { name: extractPerson, cardNo: extractPersonCardNum, phone: '' } }
      : {}),
    ...(ageWaitTime === null ? {} : { ageWaitTime }),
    ...(typeof testSampleCount === 'number' ? { testSampleCount } : {}),
    ...(request.isMaterial ? { isMaterial: true } : {}),
    ...(request.isNeedTempReport ? { isNeedTempReport: true } : {}),
    ...(sysTestSampleId ? { sysTestSampleId } : {}),
    ...(testUnitSampleSysCode ? { testUnitSampleSysCode } : {}),
  };
};

type Property = Sample['properties'][number];
type Pack = NonNullable<Sample['pack']>;

/** The sample form as the client sends it. Absent members get the defaults of a new sample (SF-009). */
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

/** The part of a catalogue sample that a stored sample needs. Nothing more is requested from a laboratory's system. */
export type StorableSample = Omit<CatalogueSample, 'requirements' | 'materials' | 'examples' | 'standards'> & {
  id: string;
};

export type SampleToBuild = {
  id: string;
  request: SampleRequest;
  catalogue: StorableSample;
  standardsById: StandardsById;
  consignType: ConsignType;
  /** True when the laboratory completes a sample that was left to it. Its choices are stored (TID-006, TID-008). */
  isCompletion?: boolean;
};

/**
 * Builds the sample to be stored: the client's texts, the names, prices and standards of the catalogue, and the
 * resulting fee. A sample whose parameters are left to the laboratory has no parameters, pack, standards, auxiliary
 * values or specification and costs 0.00 (PR-015, TID-005, TID-006). Appointments have no quantities (SF-020).
 * @throws RuleBroken PARAMETER_UNKNOWN, PARAMETER_NOT_OFFERED, PARAMETER_TWICE, STANDARD_UNKNOWN,
 * STANDARD_NOT_FOR_BASIS, STANDARD_TWICE
 */
export const buildSample = ({
  id,
  request,
  catalogue,
  standardsById,
  consignType,
  isCompletion = false,
}: SampleToBuild): Sample => {
  const isLeftToLaboratory = isCompletion || (request.isTestUnitConfirmTestParam ?? false);
  const omitsParameters = isLeftToLaboratory && !isCompletion;
  const isNeedConclusion = omitsParameters || (request.isNeedConclusion ?? true);
  const applyConclusion = (links: Sample['standards']) => (isNeedConclusion ? links : removeEvaluation(links));

  const parameters = resolveChosenParameters(
    catalogue,
    omitsParameters ? [] : (request.tuSampleParamIds ?? []),
    standardsById,
  ).map((each) => ({ ...each, standards: applyConclusion(each.standards) }));
  const standards = applyConclusion(
    sampleStandards(omitsParameters ? [] : (request.buSampleUseBaseStandard ?? []), standardsById),
  );
  const properties = propertiesOf(request.buSamplePropertyInfo, catalogue);
  const pieces = consignType === CONSIGN_TYPE.rawMaterial ? toStoredPieces(request.buSampleChild ?? [], id) : [];
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
    ...(consignType === CONSIGN_TYPE.rawMaterial
      ? quantitiesOf(request, properties, catalogue)
      : { ...NO_QUANTITIES, projectUnit: name }),
    afterTestOperate: request.afterTestOperate || catalogue.defaultAfterTestOperate,
    testSampleDescription: request.testSampleDescription ?? '',
    memo: request.memo ?? '',
    extractAddress: request.extractAddress ?? '',
    ...detailsOf(request, catalogue),
    specificationType: omitsParameters ? '' : (request.specificationType ?? ''),
    specificationBuildMethod: omitsParameters ? '' : (request.specificationBuildMethod ?? ''),
    isNeedConclusion,
    isTestUnitConfirmTestParam: isLeftToLaboratory,
    testReason: request.testReason ?? '',
    parameters,
    pack: !omitsParameters && hasPack(request.buSampleParamPackInfo) ? request.buSampleParamPackInfo : NO_PACK,
    standards,
    properties: omitsParameters ? properties.map((property) => ({ ...property, value: '' })) : properties,
    testParamFee: sampleFee(parameters, testGroupCount),
    ...(pieces.length > 0 ? { buSampleChild: pieces } : {}),
  };
};

const NO_QUANTITIES = { sampleNum: '', sampleNumUnit: '', delegatesNum: '', delegatesNumUnit: '' };

/** The entered quantities, otherwise those of the special properties, otherwise 1 (AUX-007). */
const quantitiesOf = (request: SampleRequest, properties: readonly Property[], catalogue: StorableSample) => {
  const quantity = (entered: string | undefined, special: SpecialProperty): string =>
    normalizedQuantity(entered ?? '') ||
    properties.find((property) => specialPropertyOf(property) === special)?.value ||
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

/** A new sample starts with the catalogue's properties and their defaults; a saved sample has those of the form. */
const propertiesOf = (
  requestedProperties: readonly RequestedProperty[] | undefined,
  catalogue: StorableSample,
): Property[] =>
  (requestedProperties ?? catalogue.properties).map((property, index) => {
    const catalogueProperty = catalogue.properties.find(({ testSamplePropertyId }) =>
      sameId(testSamplePropertyId, property.testSamplePropertyId ?? null),
    );
    const facts = catalogueProperty ?? property;
    return {
      testSamplePropertyId: catalogueProperty?.testSamplePropertyId ?? null,
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

/** Standards of the whole sample. Simple input uses them instead of standards for each parameter (001.md A-09). */
const sampleStandards = (requests: readonly RequestedStandard[], standardsById: StandardsById): Sample['standards'] => {
  const { links, problems } = linksOf(requests, [], standardsById, 'buSampleUseBaseStandard');
  refuseIf(problems);
  return links;
};

export type SelectionToCheck = {
  sample: Pick<Sample, 'parameters' | 'standards' | 'isNeedConclusion' | 'pack' | 'testUnitSampleId'>;
  catalogue: Pick<CatalogueSample, 'parameters'>;
  /** The sample's pack as the laboratory has it; null for none. */
  pack: CataloguePack | null;
  /** Whether the unit works with recommended standards (USING_RECOMMENDED_PARAMETER_STANDARD). */
  recommended: boolean;
};

/**
 * Problems that the form prevents as well: a pack that differs from the selected parameters, and parameters without
 * their standards (PK-004, STD-013).
 */
export const selectionProblems = ({ sample, catalogue, pack, recommended }: SelectionToCheck): Problem[] => {
  const { parameters, standards, isNeedConclusion } = sample;
  const problemOfPack = packProblem(sample, pack, catalogue.parameters);
  const standardProblems = recommended
    ? parameters.flatMap(({ tuTestParamId, tuTestParamName, standards: links }, index) => {
        const catalogueParameter = catalogue.parameters.find(({ id }) => sameId(id, tuTestParamId));
        const missingProblem = catalogueParameter
          ? missingStandardsProblem(
              tuTestParamName,
              missingUses({ parameter: catalogueParameter, links, sampleLinks: standards, isNeedConclusion }),
              `tuSampleParamIds.${index}.buSampleParamUseBaseStandard`,
            )
          : null;
        return missingProblem ? [missingProblem] : [];
      })
    : [];
  return [...(problemOfPack ? [problemOfPack] : []), ...standardProblems];
};

/** The properties for the origin of a material: manufacturer and batch number (001 AUX-009, 002 RC-003). */
export const ORIGIN_PROPERTIES = { produceInfo: 'manufacturer', piHao: 'batchNo' } as const;
export type OriginProperty = keyof typeof ORIGIN_PROPERTIES;

/** The entered manufacturer and batch number of a sample; empty if its catalogue has no such property. */
export const sampleOrigin = (properties: Sample['properties']): Record<OriginProperty, string> => {
  const valueOf = (special: string) =>
    properties.find((property) => specialPropertyOf(property) === special)?.value ?? '';
  return { produceInfo: valueOf(ORIGIN_PROPERTIES.produceInfo), piHao: valueOf(ORIGIN_PROPERTIES.piHao) };
};

/**
 * The properties with another manufacturer or batch number. A property that the sample's catalogue does not have is not
 * added.
 */
export const applySampleOrigin = (
  properties: readonly SampleProperty[],
  origin: Partial<Record<OriginProperty, string>>,
): SampleProperty[] =>
  (Object.keys(origin) as OriginProperty[]).reduce<SampleProperty[]>(
    (current, name) =>
      current.map((property) =>
        specialPropertyOf(property) === ORIGIN_PROPERTIES[name] ? { ...property, value: origin[name] ?? '' } : property,
      ),
    [...properties],
  );
