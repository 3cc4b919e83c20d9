import { v5 } from 'uuid';
import type { RawMaterialInput } from '#contract';
import { sampleOrigin } from '#domain/catalogue';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { dashedId, problem, type Problem, refuseIf, sameId } from '#domain/rules';
import {
  buildMaterials,
  type CitedSample,
  type MaterialChoice,
  countMaterialIds,
  type RequestedMaterial,
} from '#domain/sample';
import { sampleIndex, type SampleIndexRow } from '#domain/views';
import type { Engines } from '#engines';
import { type RawMaterial, type Sample, CONSIGN_TYPE } from '#events';
import type { Caller } from '../auth/caller.js';
import type { Catalogues } from '../catalogue/catalogues.js';
import type { ExistingConsignment } from '../consignments/consignment-access.js';
import type { UploadTickets } from '../files/file-tickets.js';
import { getOrWait } from '../http/wait-for-view.js';

type RawMaterialRequest = {
  rows: readonly RawMaterialInput[];
  deletedIds: readonly string[];
  currentSample: Sample;
  consignment: { id: string; state: ExistingConsignment };
  caller: Caller;
  commandId: string;
};
type Lookups = { engines: Engines; catalogues: Catalogues; uploads: UploadTickets };

/**
 * Builds the requested raw materials of a sample from looked-up data: names of the catalogue, cited samples that this
 * unit submitted to the same testing unit under the same project (RC-007), and files that this user uploaded.
 * @throws RuleBroken as buildMaterials, CITED_SAMPLE_NO_MATERIAL and UPLOAD_UNKNOWN
 */
export const buildRequestedMaterials = async (
  { engines, catalogues, uploads }: Lookups,
  { rows, deletedIds, currentSample, consignment: current, caller, commandId }: RawMaterialRequest,
) => {
  const requestedRows = rows.map((row, index): RequestedMaterial => ({
    ...row,
    id: row.id || v5(`material/${index}`, commandId),
    reportFile: row.reportFile && { uploadId: row.reportFile.uploadId },
  }));
  const stored = currentSample.buSampleInfoRefSampleInfo ?? [];
  const [choices, cited, files] = await Promise.all([
    choicesOf(
      catalogues,
      current.state.header.testUnitId,
      requestedRows.map(({ testUnitSampleID }) => testUnitSampleID).filter(Boolean),
    ),
    citedAmong(engines, requestedRows, stored, { current, caller }),
    filesOf(uploads, requestedRows, caller),
  ]);
  refuseIf(await foreignCitations(catalogues, current.state.header.testUnitId, currentSample, requestedRows, cited));
  return buildMaterials(requestedRows, deletedIds, { before: currentSample, choices, cited, uploads: files });
};

/** A newly cited sample must be one of the raw materials that the catalogue lists for this sample, if it lists any. */
const foreignCitations = async (
  catalogues: Catalogues,
  testUnitId: string | null,
  { testUnitSampleId }: Sample,
  rows: readonly RequestedMaterial[],
  cited: ReadonlyMap<string, CitedSample>,
): Promise<Problem[]> => {
  if (cited.size === 0) return [];
  const materials = (await (await catalogues.ofUnit(testUnitId)).materials(testUnitSampleId, [])) ?? [];
  const isMaterial = (id: string) => materials.length === 0 || materials.some((material) => sameId(material.id, id));
  return rows.flatMap(({ isTest, refBuSampleInfoId }, index) => {
    const sample = isTest || refBuSampleInfoId === null ? undefined : cited.get(dashedId(refBuSampleInfoId));
    return sample && !isMaterial(sample.testUnitSampleID)
      ? [problem('CITED_SAMPLE_NO_MATERIAL', { row: index + 1 }, `buSampleInfoRefSampleInfo.${index}`)]
      : [];
  });
};

const RAW_MATERIAL = 0;

/**
 * Raw materials are samples of raw-material testing, with their names at the testing unit. A report may be about a
 * sample that the testing unit does not test.
 */
const choicesOf = async (
  catalogues: Catalogues,
  testUnitId: string | null,
  ids: readonly string[],
): Promise<Map<string, MaterialChoice>> => {
  const [unitCatalogue, wholeCatalogue] = await Promise.all([catalogues.ofUnit(testUnitId), catalogues.ofUnit(null)]);
  const catalogueSamples = await Promise.all(
    [...new Set(ids)].map(
      async (id) => (await unitCatalogue.sample(id, RAW_MATERIAL)) ?? wholeCatalogue.sample(id, RAW_MATERIAL),
    ),
  );
  return new Map(
    catalogueSamples.flatMap((sample) =>
      sample?.isLocaleItem === 0
        ? [
            [
              sample.id,
              {
                id: sample.id,
                label: sample.name,
                bigCategoryId: sample.bigCategoryId,
                sampleNameLink: sample.sampleNameLink,
              },
            ],
          ]
        : [],
    ),
  );
};

const filesOf = async (
  uploads: UploadTickets,
  rows: readonly RequestedMaterial[],
  caller: Caller,
): Promise<Map<string, NonNullable<RawMaterial['reportFile']>>> => {
  const ids = rows.flatMap(({ reportFile }) => reportFile?.uploadId || []);
  return new Map(
    await Promise.all(
      ids.map(async (uploadId) => [uploadId, { ...(await uploads.open(uploadId, caller)), url: '' }] as const),
    ),
  );
};

type Citing = { current: RawMaterialRequest['consignment']; caller: Caller };

/** Only new citations are looked up. An existing citation stays, even if its consignment changes. */
const citedAmong = async (
  engines: Engines,
  rows: readonly RequestedMaterial[],
  stored: readonly RawMaterial[],
  citing: Citing,
): Promise<Map<string, CitedSample>> => {
  const ids = rows.flatMap(({ id, refBuSampleInfoId }) =>
    refBuSampleInfoId !== null &&
    !stored.some((row) => sameId(row.id, id) && sameId(row.refBuSampleInfoId, refBuSampleInfoId))
      ? refBuSampleInfoId
      : [],
  );
  const citedSamples = await Promise.all([...new Set(ids)].map(async (id) => citedSample(engines, id, citing)));
  return new Map(citedSamples.flatMap((sample) => (sample ? [[sample.id, sample]] : [])));
};

const citedSample = async (
  engines: Engines,
  sampleId: string,
  { current, caller }: Citing,
): Promise<CitedSample | null> => {
  const row = await getOrWait<SampleIndexRow>(engines, sampleIndex, sampleId);
  if (!row || sameId(row.consignmentId, current.id)) return null;
  const { state } = await load(engines.eventStore, consignment, row.consignmentId);
  if (state.phase !== 'open' || !mayCite(state, current.state, caller)) return null;
  const sample = state.samples.find(({ id }) => sameId(id, sampleId));
  if (!sample) return null;
  const {
    id,
    testUnitSampleId,
    testUnitSampleName,
    bigCategoryId,
    sampleNameLink,
    specificationType,
    specificationBuildMethod,
    extractAddress = '',
    properties,
  } = sample;
  const { produceInfo, piHao } = sampleOrigin(properties);
  return {
    id,
    consignCode: state.consignCode,
    sampleName: testUnitSampleName,
    testUnitSampleID: testUnitSampleId,
    bigCategoryId,
    sampleNameLink,
    specificationType,
    specificationBuildMethod,
    produceInfo,
    produceBatchNo: piHao,
    extractAddress,
  };
};

const mayCite = (
  { consignType, consignUnitId, committedAt, header }: ExistingConsignment,
  current: ExistingConsignment,
  { unitId }: Caller,
): boolean =>
  consignType === CONSIGN_TYPE.rawMaterial &&
  committedAt !== null &&
  sameId(consignUnitId, unitId) &&
  sameId(header.testUnitId, current.header.testUnitId) &&
  sameId(header.projectId, current.header.projectId);

/**
 * Ids for the raw materials of a copy of this sample and for their own samples; `copy` distinguishes the copies of one
 * command.
 */
export const deriveMaterialIds = (sample: Sample, copy: string, commandId: string): string[] =>
  Array.from({ length: countMaterialIds(sample) }, (_, index) => v5(`${copy}/material/${index}`, commandId));
