import { z } from 'zod';
import { OutgoingCallFailure } from '#events';
import { Guid, operation } from '../operation.js';

/** The calls by which a laboratory's system changes data here. */
export const LAB_PUSHES = [
  'PushConsignStatus',
  'PushConsignBillGenStatus',
  'PushExpressInfo',
  'PushReportInfo',
  'UploadLabReport',
] as const;

/**
 * A refused push. `times` counts identical refusals from `firstAt` to `at`. `keyName` is null for a push by the
 * integration secret. `consignCode` and `reportNumber` are empty unless the push named an object of this laboratory;
 * `others` is the number of further objects it named. `reason` is a sentence in the caller's language; `fields` are the
 * request members it refers to. The pushed data is not stored.
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
 * State of one kind of calls to a laboratory's system: `catalogue`, `state` of consignments, `reports`, `message` after
 * a submission, `bill`. `successAt` and `failureAt` are the newest successful and failed call; null if there is none.
 * `failingSince` is null if the newest call succeeded. Times are UTC.
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
  /** The laboratory's system: base address of the calls, and the unit code in them. Null if it has none. */
  system: z.object({ address: z.string(), code: z.string() }).nullable(),
  /** Pushes of the last 24 hours, the current hour last. */
  hours: z.array(z.object({ at: z.string(), accepted: z.number().int(), refused: z.number().int() })),
  /** At most 50 of the last 30 days, newest first. */
  refused: z.array(RefusedPush),
  calls: z.array(LabCallHealth),
});
export type LabExchanges = z.infer<typeof LabExchanges>;

/**
 * Result of querying the catalogue of a laboratory's system as for a new sample: its qualifications, its categories of
 * raw materials and of on-site tests, and the parameters of the first sample in them. `sample` is null if none was
 * found. `ms` is the total duration of all calls in milliseconds.
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
