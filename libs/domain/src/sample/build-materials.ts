import type { RawMaterial, Sample } from '#events';
import { normalizedQuantity } from '../numbers/number-input.js';
import { dashedId, sameId } from '../rules/equality.js';
import { problem, type Problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import {
  newMaterialRow,
  type CitedSample,
  citeSample,
  type MaterialChoice,
  materialReportProblem,
  withMaterial,
  applyOwnSample,
} from './raw-materials.js';

type ReportFile = NonNullable<RawMaterial['reportFile']>;

/** A row as the form sends it. A new report has the uploadId of its file; an empty uploadId keeps the stored report. */
export type RequestedMaterial = Pick<
  RawMaterial,
  | 'id'
  | 'isTest'
  | 'buSampleInfoId'
  | 'refBuSampleInfoId'
  | 'testUnitSampleID'
  | 'specificationType'
  | 'specificationBuildMethod'
  | 'produceInfo'
  | 'produceBatchNo'
  | 'extractAddress'
  | 'recommendedDosage'
  | 'unitRatio'
  | 'dosage'
> & {
  reportFile: { uploadId: string } | null;
};

/** Facts for the rows, by id: catalogue samples, samples that may be cited, and uploaded files. */
export type MaterialFacts = {
  /** The sample as it is stored. */
  before: Pick<Sample, 'buSampleInfoRefSampleInfo' | 'materialSamples'>;
  choices: ReadonlyMap<string, MaterialChoice>;
  cited: ReadonlyMap<string, CitedSample>;
  uploads: ReadonlyMap<string, ReportFile>;
};

/**
 * The raw materials to be stored: numbers and texts from the client, names from the catalogue, facts from own and cited
 * samples. Own samples that no row names are removed, and so are those in `deletedIds` (RM-008).
 * @throws RuleBroken MATERIAL_OWN_SAMPLE_UNKNOWN, CITED_SAMPLE_UNKNOWN, CATALOGUE_SAMPLE_UNKNOWN, UPLOAD_UNKNOWN, and
 * the problems of materialReportProblem
 */
export const buildMaterials = (
  requests: readonly RequestedMaterial[],
  deletedIds: readonly string[],
  facts: MaterialFacts,
): Required<Pick<Sample, 'buSampleInfoRefSampleInfo' | 'materialSamples'>> => {
  const problems: Problem[] = [];
  const { materialSamples = [], buSampleInfoRefSampleInfo: stored = [] } = facts.before;
  const remaining = materialSamples.filter(({ id }) => !deletedIds.some((deletedId) => sameId(deletedId, id)));
  const usedIds = new Set<string>();
  const rows = requests.map((row, index) => {
    try {
      return rowOf(row, { ...facts, remaining, usedIds, before: stored.find(({ id }) => sameId(id, row.id)) });
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
      problems.push(...error.problems.map((each) => ({ ...each, path: `buSampleInfoRefSampleInfo.${index}` })));
      return newMaterialRow(row.id);
    }
  });
  refuseIf(problems);
  return {
    buSampleInfoRefSampleInfo: rows,
    materialSamples: remaining.filter(({ id }) => rows.some(({ buSampleInfoId }) => sameId(buSampleInfoId, id))),
  };
};

type RowFacts = Omit<MaterialFacts, 'before'> & {
  remaining: readonly NonNullable<Sample['materialSamples']>[number][];
  usedIds: Set<string>;
  before: RawMaterial | undefined;
};

const rowOf = (request: RequestedMaterial, facts: RowFacts): RawMaterial => {
  const emptyRow = {
    ...newMaterialRow(request.id),
    recommendedDosage: normalizedQuantity(request.recommendedDosage),
    unitRatio: normalizedQuantity(request.unitRatio),
    dosage: normalizedQuantity(request.dosage),
    isTest: request.isTest,
  };
  if (request.isTest && request.buSampleInfoId !== null)
    return applyOwnSample(emptyRow, ownSampleFor(request.buSampleInfoId, facts));
  if (!request.isTest && request.refBuSampleInfoId !== null)
    return citeSample(emptyRow, requireCitedSample(request.refBuSampleInfoId, facts));
  if (request.testUnitSampleID === '') return emptyRow;
  const { specificationType, specificationBuildMethod, produceInfo, produceBatchNo, extractAddress } = request;
  const row = {
    ...withMaterial(emptyRow, requireChoice(request.testUnitSampleID, facts)),
    specificationType,
    specificationBuildMethod,
    produceInfo,
    produceBatchNo,
    extractAddress,
  };
  return request.isTest ? row : { ...row, reportFile: requireReportFile(request, facts) };
};

/** An own sample belongs to one row only. */
const ownSampleFor = (id: string, { remaining, usedIds }: RowFacts) => {
  const ownSample = remaining.find((each) => sameId(each.id, id));
  if (!ownSample || usedIds.has(ownSample.id)) throw new RuleBroken(problem('MATERIAL_OWN_SAMPLE_UNKNOWN'));
  usedIds.add(ownSample.id);
  return ownSample;
};

/**
 * A row whose citation did not change keeps the facts of that time, even if the cited consignment has changed since.
 */
const requireCitedSample = (id: string, { cited, before }: RowFacts): CitedSample => {
  if (before && sameId(before.refBuSampleInfoId, id)) return toCitedSample(before, id);
  const match = cited.get(dashedId(id));
  if (!match) throw new RuleBroken(problem('CITED_SAMPLE_UNKNOWN'));
  return match;
};

const toCitedSample = (
  {
    consignCode,
    sampleName,
    testUnitSampleID,
    bigCategoryId,
    sampleNameLink,
    specificationType,
    specificationBuildMethod,
    produceInfo,
    produceBatchNo,
    extractAddress,
  }: RawMaterial,
  id: string,
): CitedSample => ({
  id,
  consignCode,
  sampleName,
  testUnitSampleID,
  bigCategoryId,
  sampleNameLink,
  specificationType,
  specificationBuildMethod,
  produceInfo,
  produceBatchNo,
  extractAddress,
});

/** A material chosen earlier stays valid, even if the catalogue no longer offers it. */
const requireChoice = (id: string, { choices, before }: RowFacts): MaterialChoice => {
  const match = choices.get(dashedId(id));
  if (match) return match;
  if (!before || !sameId(before.testUnitSampleID, id)) throw new RuleBroken(problem('CATALOGUE_SAMPLE_UNKNOWN'));
  return {
    id: before.testUnitSampleID,
    label: before.sampleName,
    bigCategoryId: before.bigCategoryId,
    sampleNameLink: before.sampleNameLink,
  };
};

const requireReportFile = ({ reportFile }: RequestedMaterial, { uploads, before }: RowFacts): ReportFile | null => {
  if (reportFile === null) return null;
  if (reportFile.uploadId === '') return before?.reportFile ?? null;
  const file = uploads.get(reportFile.uploadId);
  if (!file) throw new RuleBroken(problem('UPLOAD_UNKNOWN'));
  refuseIf(materialReportProblem(file));
  return file;
};
