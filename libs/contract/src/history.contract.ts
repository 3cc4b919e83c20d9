import { z } from 'zod';
import { CONSIGNMENT_EVENT_TYPES, HISTORY_LABELS } from '#domain/consignment';
import { ConsignStatus } from '#events';
import { ConsignmentView } from './consignment.contract.js';
import { Guid, operation, ViaLabSystem } from './operation.js';
import { SampleView } from './sample.contract.js';

const H = '/api/v1/consignments/:id/history';
const revision = z.coerce.number().int().min(0);

/**
 * Facts of an event besides the changed fields, without persons. `about` has names of samples, of a file or of a unit,
 * a number, or an amount in yuan.
 */
export const EventFactsView = z.object({
  type: z.enum(CONSIGNMENT_EVENT_TYPES),
  about: z.array(z.string()),
  count: z.number().nullable(),
  remark: z.string(),
  signType: z.number().nullable(),
  toStatus: ConsignStatus.nullable(),
});

/** A revision and its author. `userName` is masked for an auditor; `unitName` is empty for an author without a unit. */
export const HistoryMoment = z.object({
  revision: z.number(),
  eventId: z.string(),
  at: z.string(),
  userName: z.string(),
  role: z.string(),
  unitName: z.string(),
  via: ViaLabSystem,
  facts: EventFactsView,
  /** The save changed only witnesses. */
  isAboutWitnesses: z.boolean(),
  /** The consignment went back to the client: rejected, returned, or a correction was requested. */
  sendsBack: z.boolean(),
  statusBefore: ConsignStatus.nullable(),
  statusAfter: ConsignStatus,
});

/**
 * One row of the timeline. `fee` is the estimated total in yuan if this revision changed it and the caller may see it.
 */
export const HistoryRow = HistoryMoment.extend({
  changed: z.number(),
  fee: z.object({ old: z.string(), new: z.string() }).nullable(),
});
export type HistoryRow = z.infer<typeof HistoryRow>;

/**
 * `first` and `head` are the oldest and newest revision that this caller may open. `sentBack` are the revisions that
 * sent the consignment back.
 */
export const HistoryPage = z.object({
  consignCode: z.string(),
  consignStatus: ConsignStatus,
  consignStatusStr: z.string(),
  consignType: z.number(),
  first: z.number(),
  head: z.number(),
  sentBack: z.array(z.number()),
  /** Newest first. */
  items: z.array(HistoryRow),
  /** `before` of the next, older page; null if there is none. */
  older: z.number().nullable(),
  /** `before` of the next, newer page; null if there is none. */
  newer: z.number().nullable(),
});
export type HistoryPage = z.infer<typeof HistoryPage>;

/**
 * A field that differs, in the caller's language with units; null means empty. `label` is stable; `name` is the label
 * in the form.
 */
export const HistoryChangeView = z.object({
  path: z.string(),
  part: z.enum(['progress', 'basic', 'sample', 'attachments', 'signatures', 'totals']),
  sampleId: z.string().nullable(),
  title: z.string(),
  label: z.enum(HISTORY_LABELS),
  name: z.string(),
  how: z.enum(['added', 'removed', 'changed']),
  old: z.string().nullable(),
  new: z.string().nullable(),
});
export type HistoryChangeView = z.infer<typeof HistoryChangeView>;

export const AttachmentAtRevision = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  accessoryType: z.string(),
  addedAt: z.string(),
});

/**
 * The consignment at a revision, its differences from `against` (null for the first revision), and the refusal that it
 * answers.
 */
export const HistoryState = z.object({
  moment: HistoryMoment,
  previousHash: z.string(),
  hash: z.string(),
  schemaVersion: z.number(),
  correlationId: z.string(),
  head: z.number(),
  first: z.number(),
  view: ConsignmentView,
  samples: z.array(SampleView),
  attachments: z.array(AttachmentAtRevision),
  against: z.object({ revision: z.number(), at: z.string() }).nullable(),
  /** From the older of the two revisions to the newer. */
  changes: z.array(HistoryChangeView),
  answers: z.object({ revision: z.number(), at: z.string(), userName: z.string(), remark: z.string() }).nullable(),
});
export type HistoryState = z.infer<typeof HistoryState>;

/**
 * Verified during the request over the stored bytes. `broken` is the revision from which nothing is proven, and why.
 */
export const HistoryProof = z.object({
  stream: z.string(),
  algorithm: z.string(),
  events: z.number(),
  headHash: z.string(),
  verifiedAt: z.string(),
  broken: z.object({ revision: z.number(), problem: z.string() }).nullable(),
});
export type HistoryProof = z.infer<typeof HistoryProof>;

/**
 * Everything needed to verify the chain without this system, e.g. with scripts/verify-proof.mjs. Personal data stays
 * sealed.
 */
export const ProofFile = z.object({
  format: z.literal('consign-proof/1'),
  algorithm: z.string(),
  stream: z.string(),
  logId: z.string(),
  exportedAt: z.string(),
  headHash: z.string(),
  events: z.array(
    z.object({
      id: z.string(),
      stream: z.string(),
      revision: z.number(),
      type: z.string(),
      data: z.unknown(),
      metadata: z.unknown(),
      hash: z.string(),
    }),
  ),
});
export type ProofFile = z.infer<typeof ProofFile>;

/** An event as recorded, with persons masked for the caller. */
export const HistoryRecord = z.object({
  id: z.string(),
  stream: z.string(),
  revision: z.number(),
  position: z.string(),
  type: z.string(),
  data: z.unknown(),
  metadata: z.unknown(),
});

export const getHistory = operation({
  name: 'GetHistory',
  family: 'v1',
  method: 'GET',
  path: H,
  summary: 'Every event of a consignment in the business’s terms, newest first',
  source: 'ADR-026',
  query: z.object({
    id: Guid,
    before: revision.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
    statusOnly: z.stringbool().default(false),
  }),
  result: HistoryPage,
});
export const getHistoryProof = operation({
  name: 'GetHistoryProof',
  family: 'v1',
  method: 'GET',
  path: `${H}/proof`,
  summary: 'Verifies the hash chain of a consignment now',
  source: 'ADR-026',
  query: z.object({ id: Guid }),
  result: HistoryProof,
});
export const getHistoryProofFile = operation({
  name: 'GetHistoryProofFile',
  family: 'v1',
  method: 'GET',
  path: `${H}/proof/file`,
  summary: 'The stored events with their hashes, to be verified outside of the platform',
  source: 'ADR-026',
  query: z.object({ id: Guid }),
  result: ProofFile,
});
export const getHistoryState = operation({
  name: 'GetHistoryState',
  family: 'v1',
  method: 'GET',
  path: `${H}/:revision`,
  summary: 'A consignment as it was at a revision, and what differs from the one before, from another, or from now',
  source: 'ADR-026',
  query: z.object({
    id: Guid,
    revision,
    against: z.union([z.literal(['previous', 'now']), revision]).default('previous'),
  }),
  result: HistoryState,
});
export const getHistoryRecord = operation({
  name: 'GetHistoryRecord',
  family: 'v1',
  method: 'GET',
  path: `${H}/:revision/record`,
  summary: 'One event as it was recorded',
  source: 'ADR-026',
  query: z.object({ id: Guid, revision }),
  result: HistoryRecord,
});
