import { z } from 'zod';
import { code, line, paragraphs, numberInput } from './texts.js';

/** A day as yyyy-MM-dd, or '' for none. */
const day = z.union([z.literal(''), z.iso.date()]).default('');
const text = (max: number) => line(max).default('');

/** Rarely used members of the sample form (SF-007, SF-008). An absent member counts as not entered. */
export const sampleDetailsInput = {
  afterTestOperateId: text(100),
  extractUnit: text(200),
  extractTime: day,
  extractPerson: text(50),
  extractPersonCardNum: code(50).default(''),
  castingDate: day,
  /** Age in days, a whole number from 1 to 999 if entered (SF-015). */
  ageWaitTime: numberInput.nullish(),
  sampleCollectionRequirement: paragraphs(4000).default(''),
  isMaterial: z.boolean().default(false),
  testSampleCount: z.number().int().min(0).max(100_000).nullish(),
  isNeedTempReport: z.boolean().default(false),
};

/** The same members in responses. `createTime` is UTC ISO, '' for older samples. */
export const sampleDetailsView = {
  afterTestOperateId: z.string(),
  extractUnit: z.string(),
  extractTime: z.string(),
  extractPerson: z.string(),
  extractPersonCardNum: z.string(),
  castingDate: z.string(),
  ageWaitTime: z.number().nullable(),
  sampleCollectionRequirement: z.string(),
  isMaterial: z.boolean(),
  testSampleCount: z.number().nullable(),
  isNeedTempReport: z.boolean(),
  sysTestSampleId: z.string(),
  /** The form was never saved, so it starts with defaults (AUX-011). */
  isNew: z.boolean(),
  testUnitSampleSysCode: z.string(),
  createTime: z.string(),
};
