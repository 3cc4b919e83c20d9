import { z } from 'zod';
import { CONSIGNMENT_EVENT_TYPES, HISTORY_LABELS } from '#domain/consignment';
import { ConsignStatus } from '#events';
import { ConsignmentView } from './consignment.contract.js';
import { Guid, operation, ViaLabSystem } from './operation.js';
import { SampleView } from './sample.contract.js';

const H = '/api/v1/consignments/:id/history';
const revision = z.coerce.number().int().min(0);

/**
 * What an event says beside the fields it changed; no person is in it. `about` names samples, a file, a unit, a number
 * or an amount in yuan.
 */
export const EventFactsView = z.object({
  type: z.enum(CONSIGNMENT_EVENT_TYPES),
  about: z.array(z.string()),
  count: z.number().nullable(),
  remark: z.string(),
  signType: z.number().nullable(),
  toStatus: ConsignStatus.nullable(),
});

/** A moment and who made it. `userName` is masked for an auditor, `unitName` empty for who belongs to no unit. */
export const HistoryMoment = z.object({
  revision: z.number(),
  eventId: z.string(),
  at: z.string(),
  userName: z.string(),
  role: z.string(),
  unitName: z.string(),
  via: ViaLabSystem,
  facts: EventFactsView,
  /** A save that set nothing but witnesses. */
  isAboutWitnesses: z.boolean(),
  /** It went back to the client: rejected, returned, a correction asked for. */
  sendsBack: z.boolean(),
  statusBefore: ConsignStatus.nullable(),
  statusAfter: ConsignStatus,
});

/**
 * One row of the timeline. `fee` is the estimated total in yuan where this moment changed it and the caller may see it.
 */
export const HistoryRow = HistoryMoment.extend({
  changed: z.number(),
  fee: z.object({ old: z.string(), new: z.string() }).nullable(),
});
export type HistoryRow = z.infer<typeof HistoryRow>;

/**
 * `first` and `head` are the oldest and newest revision this caller may open; `sentBack` the revisions with a refusal
 * among them.
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
  /** `before` of the next, older page; null: that was all. */
  older: z.number().nullable(),
});
export type HistoryPage = z.infer<typeof HistoryPage>;

/**
 * A field that differs, in the caller's language with units; null is nothing. `label` is stable, `name` what a form
 * calls it.
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
 * The consignment as it was after a revision, what differs from `against` (null: the first, there is nothing before
 * it), and which refusal it answers.
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
  /** From the older of the two to the newer. */
  changes: z.array(HistoryChangeView),
  answers: z.object({ revision: z.number(), at: z.string(), userName: z.string(), remark: z.string() }).nullable(),
});
export type HistoryState = z.infer<typeof HistoryState>;

/** Verified on the spot over the stored bytes. `broken`: from which revision on nothing is proven, and why. */
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
 * Everything needed to check the chain without this system: scripts/verify-proof.mjs does. Personal data stays sealed.
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

/** An event as it was recorded, with the caller's masks. */
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
