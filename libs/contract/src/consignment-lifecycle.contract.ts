import { z } from 'zod';
import { ACTIONS } from '#domain/consignment';
import { ConsignStatus, SignatureEntry } from '#events';
import { Guid, Guids, operation } from './operation.js';
import { LAB_CONSIGN_ID } from './product.js';
import { code, line, opaque, paragraphs } from './texts.js';

const B = '/api/services/app/BuConsignInfo/';

const LimsItem = z.object({ id: z.string(), [LAB_CONSIGN_ID]: z.string() });
/** Ids and reason can be in the query or in the body. Both names of the reason are read (000.md 22). */
const idsAndReason = z.object({
  ids: Guids,
  remark: paragraphs(50).optional(),
  reason: paragraphs(50).optional(),
  description: paragraphs(50).optional(),
});
export const commitConsignInfo = operation({
  name: 'CommitConsignInfo',
  method: 'POST',
  path: `${B}CommitConsignInfo`,
  summary: 'Submits; true, or the reason why not as text',
  source: 'API-020',
  query: z.object({ consignInfoIds: Guids, description: paragraphs(50).default('') }),
  result: z.union([z.literal(true), z.string()]),
});
export const deleteConsignInfo = operation({
  name: 'DeleteConsignInfo',
  method: 'DELETE',
  path: `${B}DeleteConsignInfo`,
  summary: 'Deletes withdrawn consignments',
  source: 'API-022',
  query: z.object({ ids: Guids, description: paragraphs(50).default('') }),
  result: z.literal(true),
});
export const cancelConsignInfo = operation({
  name: 'CancelConsignInfo',
  method: 'POST',
  path: `${B}CancelConsignInfo`,
  summary: 'Withdraws',
  source: 'API-025',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.literal(true),
});
export const passAuditConsignInfo = operation({
  name: 'PassAuditConsignInfo',
  method: 'POST',
  path: `${B}PassAuditConsignInfo`,
  summary: 'Passes the audit; success false = refused',
  source: 'API-024',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.object({ items: z.array(LimsItem) }),
});
export const noPassAuditConsignInfo = operation({
  name: 'NoPassAuditConsignInfo',
  method: 'POST',
  path: `${B}NoPassAuditConsignInfo`,
  summary: 'Rejects the audit with a reason',
  source: 'API-024',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.literal(true),
});
export const confirmSample = operation({
  name: 'ConfirmSample',
  method: 'POST',
  path: `${B}ConfirmSample`,
  summary: 'Confirms receipt of the samples; success false = refused',
  source: 'API-025',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.object({ items: z.array(LimsItem), [LAB_CONSIGN_ID]: z.string() }),
});
export const noPassConfirmSample = operation({
  name: 'NoPassConfirmSample',
  method: 'POST',
  path: `${B}NoPassConfirmSample`,
  summary: 'Returns the samples with a reason',
  source: 'API-023',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.literal(true),
});
export const setMailOrderNumber = operation({
  name: 'SetMailOrderNumber',
  method: 'POST',
  path: `${B}SetMailOrderNumber`,
  summary: 'Mail number of a mailed consignment',
  source: 'API-016',
  query: z.object({ id: Guid.optional(), mailOrderNumber: code(50).optional() }),
  body: z.object({ id: Guid.optional(), mailOrderNumber: code(50).optional() }).optional(),
  result: z.literal(true),
});
/** The parts of a consignment that a laboratory's system can update. */
const SyncedPart = z.enum(['labId', 'status', 'bill', 'express', 'reports']);
export type SyncedPart = z.infer<typeof SyncedPart>;
/**
 * A consignment after a synchronisation: the updated parts, and the problems of those that the rules refused.
 * `isKnown`: the laboratory's system has the consignment.
 */
const SyncedConsignment = z.object({
  id: z.string(),
  isKnown: z.boolean(),
  changed: z.array(SyncedPart),
  problems: z.array(z.object({ part: SyncedPart, code: z.string(), message: z.string() })),
  consignStatus: ConsignStatus,
  revision: z.number(),
});
export type SyncedConsignment = z.infer<typeof SyncedConsignment>;

export const syncUpdateConsignInfo = operation({
  name: 'SyncUpdateConsignInfo',
  method: 'POST',
  path: `${B}SyncUpdateConsignInfo`,
  summary:
    'Asks the laboratory’s system for status, bill, parcel and reports, and takes over what the rules allow; success false = it has none',
  source: 'API-025',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.object({ items: z.array(SyncedConsignment) }),
});

export { ACTIONS };
export const ActionName = z.enum(ACTIONS);
export type ActionName = z.infer<typeof ActionName>;
/**
 * Why an action is not allowed: a code of libs/domain's closed list, its text in the caller's language, its parameters,
 * and the affected samples. `further` on the action has the other reasons.
 */
export const DisabledReason = z.object({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  sampleIds: z.array(z.string()).optional(),
  /** Member of the form that the reason refers to. */
  path: z.string().optional(),
});
export type DisabledReason = z.infer<typeof DisabledReason>;
export const AllowedAction = z.object({
  action: ActionName,
  allowed: z.boolean(),
  reason: DisabledReason.nullable(),
  further: z.array(DisabledReason).optional(),
});
export const getAllowedActions = operation({
  name: 'GetAllowedActions',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/consignments/:id/allowed-actions',
  summary: 'What the caller may do with a consignment now, and why not',
  source: 'CL-022',
  query: z.object({ id: Guid }),
  result: z.object({ revision: z.number(), consignStatus: ConsignStatus, actions: z.array(AllowedAction) }),
});

/** An amount as typed. The rule of the actual fee describes what is wrong with it. */
const Fee = code(20);

const actionResult = z.object({ revision: z.number(), consignStatus: ConsignStatus });
export const reopenConsignment = operation({
  name: 'ReopenConsignment',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/consignments/:id/reopen',
  summary: 'Re-edit: 50 becomes 10',
  source: 'CL-017',
  query: z.object({ id: Guid }),
  result: actionResult,
});
export const enterLaterStage = operation({
  name: 'EnterLaterStage',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/consignments/:id/later-stage',
  summary: 'A laboratory without a system moves a consignment to 70 or 80 by hand, or back to 60; 70 needs a reason',
  source: 'CL-031',
  query: z.object({ id: Guid }),
  body: z.object({ consignStatus: z.literal([60, 70, 80]), description: paragraphs(50), actFee: Fee.optional() }),
  result: actionResult,
});
export const setActualFee = operation({
  name: 'SetActualFee',
  family: 'v1',
  method: 'PUT',
  path: '/api/v1/consignments/:id/actual-fee',
  summary: 'Actual fee in yuan',
  source: 'CL-010',
  query: z.object({ id: Guid }),
  body: z.object({ actFee: Fee }),
  result: actionResult,
});
export const setConsignmentBill = operation({
  name: 'SetConsignmentBill',
  family: 'v1',
  method: 'PUT',
  path: '/api/v1/consignments/:id/bill',
  summary:
    'Marks the bill as generated: an uploaded PDF or JPG, or the address where the laboratory’s system keeps it: ' +
    'an http(s) URL, or a path of this platform beginning with one /',
  source: 'CL-021',
  query: z.object({ id: Guid }),
  body: z.object({ uploadId: opaque(2000).optional(), billFile: line(500).optional() }),
  result: actionResult,
});
export const signConsignments = operation({
  name: 'SignConsignments',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/consignments/sign',
  summary: 'The consignor signs consignments that await a signature (80 becomes 60)',
  source: 'CL-019',
  body: z.object({ ids: Guids, signImage: opaque(400_000).optional() }),
  result: z.object({ items: z.array(actionResult.extend({ id: z.string() })) }),
});

/** A drawn signature. `url` is valid for five minutes; `signedAt` is UTC ISO. */
export const SignatureImage = z.object({
  id: z.string(),
  signType: SignatureEntry.shape.signType,
  url: z.string(),
  signedAt: z.string().nullable(),
});
export type SignatureImage = z.infer<typeof SignatureImage>;
export const getConsignSignAccessoryList = operation({
  name: 'GetConsignSignAccessoryList',
  method: 'GET',
  path: '/api/services/app/BuConsignInfoSign/GetConsignSignAccessoryList',
  summary: 'Signature images',
  source: 'API-009',
  query: z.object({ consignId: Guid }),
  result: z.array(SignatureImage),
});
export const sendJZSignMessage = operation({
  name: 'SendJZSignMessage',
  method: 'POST',
  path: '/api/services/app/BuConsignInfoSign/SendJZSignMessage',
  summary: 'Asks the witnesses to sign; true, or the reason why not as text',
  source: 'API-013',
  query: z.object({ consignInfoId: Guid }),
  result: z.union([z.literal(true), z.string()]),
});
