import { z } from 'zod';
import { OutgoingCallFailure } from '#events';
import { Guid, operation } from '../operation.js';

/** The calls by which a laboratory's system changes something here. */
export const LAB_PUSHES = [
  'PushConsignStatus',
  'PushConsignBillGenStatus',
  'PushExpressInfo',
  'PushReportInfo',
  'UploadLabReport',
] as const;

/**
 * A push that was refused. `times`: how often the same one was, from `firstAt` to `at`. `keyName` is null for a push by
 * the integration secret. `consignCode` and `reportNumber` are empty unless the push named something of this
 * laboratory; `others` counts what it named beside it. `reason` is a sentence in the caller's language, `fields` are
 * the members of the request that it is about. What was pushed is not kept.
 */
export const RefusedPush = z.object({
  push: z.enum(LAB_PUSHES),
  at: z.string(),
  firstAt: z.string(),
  times: z.number().int(),
  keyName: z.string().nullable(),
  consignmentId: z.string().nullable(),
  consignCode: z.string(),
  reportNumber: z.string(),
  others: z.number().int(),
  status: z.number().int(),
  code: z.string(),
  reason: z.string(),
  fields: z.array(z.string()),
});
export type RefusedPush = z.infer<typeof RefusedPush>;

/**
 * What the platform asks a laboratory's system: `catalogue`, `state` of consignments, `reports`, `message` after a
 * submission, `bill`. `successAt` and `failureAt`: the newest call that succeeded and that failed, null if none did.
 * `failingSince` is null while the newest one succeeded. Times are UTC.
 */
export const LabCallHealth = z.object({
  kind: z.enum(['catalogue', 'state', 'reports', 'message', 'bill']),
  lastAt: z.string(),
  lastMs: z.number().int(),
  lastStatus: z.number().int().nullable(),
  successAt: z.string().nullable(),
  failureAt: z.string().nullable(),
  failure: OutgoingCallFailure.nullable(),
  failureStatus: z.number().int().nullable(),
  failingSince: z.string().nullable(),
});
export type LabCallHealth = z.infer<typeof LabCallHealth>;

export const LabExchanges = z.object({
  /** The system of the laboratory: below which address it is called, and as which unit. Null without one. */
  system: z.object({ address: z.string(), code: z.string() }).nullable(),
  /** Pushes of the last 24 hours, the current hour last. */
  hours: z.array(z.object({ at: z.string(), accepted: z.number().int(), refused: z.number().int() })),
  /** At most 50 of the last 30 days, the newest first. */
  refused: z.array(RefusedPush),
  calls: z.array(LabCallHealth),
});
export type LabExchanges = z.infer<typeof LabExchanges>;

/**
 * What the catalogue of a laboratory’s system answered, asked as for a new sample: its qualifications, its categories
 * of raw materials and of tests on site, and the parameters of the first sample in them. `sample` is null if none was
 * found. `ms`: how long all answers took together, in milliseconds.
 */
export const CatalogueCheck = z.object({
  qualifications: z.number().int(),
  rawMaterialCategories: z.number().int(),
  onSiteCategories: z.number().int(),
  sample: z.object({ name: z.string(), parameters: z.number().int() }).nullable(),
  ms: z.number().int(),
});
export type CatalogueCheck = z.infer<typeof CatalogueCheck>;

export const checkLabCatalogue = operation({
  name: 'CheckLabCatalogue',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/lab/catalogue-check',
  summary: 'Asks the catalogue of a laboratory’s system now; fails as the calls that need it do',
  source: 'ILIS-012, UN-021',
  query: z.object({ unitId: Guid.optional() }),
  result: CatalogueCheck,
});

export const getLabExchanges = operation({
  name: 'GetLabExchanges',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/lab/exchanges',
  summary: 'Pushes of a laboratory’s system that were refused, and how it answered the calls of the platform',
  source: 'ILIS-006, ILIS-009, ILIS-012',
  query: z.object({ unitId: Guid.optional() }),
  result: LabExchanges,
});
