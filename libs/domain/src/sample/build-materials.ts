import type { RawMaterial, Sample } from '#events';
import { normalizedQuantity } from '../numbers/typed-number.js';
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
  requested: readonly RequestedMaterial[],
  deletedIds: readonly string[],
  facts: MaterialFacts,
): Required<Pick<Sample, 'buSampleInfoRefSampleInfo' | 'materialSamples'>> => {
  const problems: Problem[] = [];
  const { materialSamples = [], buSampleInfoRefSampleInfo: stored = [] } = facts.before;
  const remaining = materialSamples.filter(({ id }) => !deletedIds.some((deleted) => sameId(deleted, id)));
  const taken = new Set<string>();
  const rows = requested.map((row, index) => {
    try {
      return rowOf(row, { ...facts, remaining, taken, before: stored.find(({ id }) => sameId(id, row.id)) });
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
  taken: Set<string>;
  before: RawMaterial | undefined;
};

const rowOf = (typed: RequestedMaterial, facts: RowFacts): RawMaterial => {
  const blank = {
    ...newMaterialRow(typed.id),
    recommendedDosage: normalizedQuantity(typed.recommendedDosage),
    unitRatio: normalizedQuantity(typed.unitRatio),
    dosage: normalizedQuantity(typed.dosage),
    isTest: typed.isTest,
  };
  if (typed.isTest && typed.buSampleInfoId !== null)
    return applyOwnSample(blank, ownSampleFor(typed.buSampleInfoId, facts));
  if (!typed.isTest && typed.refBuSampleInfoId !== null)
    return citeSample(blank, citedFor(typed.refBuSampleInfoId, facts));
  if (typed.testUnitSampleID === '') return blank;
  const { specificationType, specificationBuildMethod, produceInfo, produceBatchNo, extractAddress } = typed;
  const row = {
    ...withMaterial(blank, choiceFor(typed.testUnitSampleID, facts)),
    specificationType,
    specificationBuildMethod,
    produceInfo,
    produceBatchNo,
    extractAddress,
  };
  return typed.isTest ? row : { ...row, reportFile: reportFor(typed, facts) };
};

/** An own sample belongs to one row only. */
const ownSampleFor = (id: string, { remaining, taken }: RowFacts) => {
  const own = remaining.find((each) => sameId(each.id, id));
  if (!own || taken.has(own.id)) throw new RuleBroken(problem('MATERIAL_OWN_SAMPLE_UNKNOWN'));
  taken.add(own.id);
  return own;
};

/**
 * A row whose citation did not change keeps the facts of that time, even if the cited consignment has changed since.
 */
const citedFor = (id: string, { cited, before }: RowFacts): CitedSample => {
  if (before && sameId(before.refBuSampleInfoId, id)) return citedIn(before, id);
  const found = cited.get(dashedId(id));
  if (!found) throw new RuleBroken(problem('CITED_SAMPLE_UNKNOWN'));
  return found;
};

const citedIn = (
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
const choiceFor = (id: string, { choices, before }: RowFacts): MaterialChoice => {
  const found = choices.get(dashedId(id));
  if (found) return found;
  if (!before || !sameId(before.testUnitSampleID, id)) throw new RuleBroken(problem('CATALOGUE_SAMPLE_UNKNOWN'));
  return {
    id: before.testUnitSampleID,
    label: before.sampleName,
    bigCategoryId: before.bigCategoryId,
    sampleNameLink: before.sampleNameLink,
  };
};

const reportFor = ({ reportFile }: RequestedMaterial, { uploads, before }: RowFacts): ReportFile | null => {
  if (reportFile === null) return null;
  if (reportFile.uploadId === '') return before?.reportFile ?? null;
  const file = uploads.get(reportFile.uploadId);
  if (!file) throw new RuleBroken(problem('UPLOAD_UNKNOWN'));
  refuseIf(materialReportProblem(file));
  return file;
};
