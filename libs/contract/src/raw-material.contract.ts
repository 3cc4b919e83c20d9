import { z } from 'zod';
import { Guid } from './operation.js';
import { code, line, opaque } from './texts.js';

const text = line().default('');
const guidOrBlank = z.union([z.literal(''), Guid]).default('');
/** An amount as typed, a number or text; '' for none. */
const amount = z
  .union([code(30), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? '');

/**
 * A raw material as the form sends it (RM-003). Names are taken from the catalogue, the own sample or the cited one;
 * names in the request are ignored. A new report has the `uploadId` of its file; without one, the row's stored report
 * stays.
 */
export const RawMaterialInput = z.looseObject({
  id: guidOrBlank,
  isTest: z.boolean().default(true),
  testUnitSampleID: guidOrBlank,
  buSampleInfoId: Guid.nullable().default(null),
  refBuSampleInfoId: Guid.nullable().default(null),
  specificationType: text,
  specificationBuildMethod: text,
  produceInfo: text,
  produceBatchNo: text,
  extractAddress: text,
  recommendedDosage: amount,
  unitRatio: amount,
  dosage: amount,
  reportFile: z
    .looseObject({ name: text, url: text, uploadId: opaque(2000).default('') })
    .nullable()
    .default(null),
});
export type RawMaterialInput = z.output<typeof RawMaterialInput>;

/**
 * A raw material as it is returned, with the spelling of the specification (001.md A-36). `buSampleInfoId` and
 * `materialSampleInfoID` are its own sample. `beRefSampleId` and `refBuSampleInfoId` are the cited sample,
 * `refSampleId` the citing one (002 RC-008). `reportFile.url` opens the report for five minutes and is empty for
 * callers who see persons masked. A form adds the `uploadId` of a new file to this object. `testParams` and
 * `testParamFee` are those of the own sample.
 */
export const RawMaterialView = z.object({
  id: z.string(),
  buSampleInfoId: z.string().nullable(),
  materialSampleInfoID: z.string().nullable(),
  sampleName: z.string(),
  testUnitSampleID: z.string(),
  bigCategoryId: z.string(),
  sampleNameLink: z.string(),
  specificationType: z.string(),
  specificationBuildMethod: z.string(),
  produceInfo: z.string(),
  produceBatchNo: z.string(),
  extractAddress: z.string(),
  isMaterial: z.boolean(),
  isTest: z.boolean(),
  isTestUnitConfirmTestParam: z.boolean(),
  refBuSampleInfoId: z.string().nullable(),
  beRefSampleId: z.string().nullable(),
  refSampleId: z.string().nullable(),
  consignCode: z.string(),
  recommendedDosage: z.string(),
  unitRatio: z.string(),
  dosage: z.string(),
  reportFile: z.object({ name: z.string(), url: z.string(), uploadId: z.string().optional() }).nullable(),
  testParams: z.string(),
  testParamFee: z.string().nullable(),
});
export type RawMaterialView = z.infer<typeof RawMaterialView>;
