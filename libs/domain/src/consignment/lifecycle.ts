import { type Actor, type ConsignmentEvent, CONSIGN_STATUS } from '#events';
import type { FileExtension } from '../files/file-rules.js';
import { parseDecimal, toMoney } from '../numbers/decimal.js';
import { quantityProblem, normalizedQuantity } from '../numbers/number-input.js';
import { problem, type Problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { isBlank, lengthOf } from '../text/text.js';
import type { CommandOf } from './commands.js';
import { hasPendingParameters, sampleNames } from './sample-form.js';
import { signatureRequest } from './signing.js';
import { type Consignment, LIMITS, type OpenConsignment, type UnitSettings } from './state.js';
import { actionProblem, reasonProblem, remarkProblem, statusAfter } from './transitions.js';

/** Parameters left to the laboratory must be completed first (VA-014). A rejection does not require this. */
export const passProblem = (state: OpenConsignment, by: Actor): Problem | null => {
  const blocked = actionProblem('pass', state, by);
  const unconfirmed = state.samples.filter(hasPendingParameters);
  return (
    blocked ??
    (unconfirmed.length === 0 ? null : problem('PARAMETERS_UNCONFIRMED', { samples: sampleNames(unconfirmed) }))
  );
};

export const passAudit = (
  { by, remark, limsConsignId, labStep }: CommandOf<'PassAudit'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(passProblem(state, by));
  refuseIf(remarkProblem(remark));
  const toStatus = statusAfter('pass', state.consignStatus);
  return [{ type: 'AuditPassed', data: { toStatus, remark, limsConsignId, ...(labStep && { pushed: labStep }) } }];
};

/** The maximum length of an id from a laboratory's system. A longer id is not stored. */
const MAX_LAB_ID = 100;

/** Stores the id of the consignment in the laboratory's system (EM-007). The newest id applies. */
export const setLabConsignmentId = (
  { limsConsignId }: CommandOf<'SetLabConsignmentId'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  const id = limsConsignId.trim();
  return id === '' || id.length > MAX_LAB_ID || id === state.limsConsignId
    ? []
    : [{ type: 'LabConsignmentIdSet', data: { limsConsignId: id } }];
};

export const rejectAudit = (
  { by, remark, labStep }: CommandOf<'RejectAudit'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(actionProblem('reject', state, by));
  refuseIf(reasonProblem(remark));
  const toStatus = statusAfter('reject', state.consignStatus);
  return [{ type: 'AuditRejected', data: { toStatus, remark, ...(labStep && { pushed: labStep }) } }];
};

/** A unit can disable the confirmation of receipt. Then neither confirming nor returning is possible (CF-022). */
export const receivingProblem = (
  action: 'confirm' | 'return',
  state: OpenConsignment,
  by: Actor,
  settings: UnitSettings,
): Problem | null =>
  actionProblem(action, state, by) ??
  (settings.IsConsignSampleNeedConfirm ? null : problem('CONFIRMATION_SWITCHED_OFF'));

export const confirmSample = (
  { by, remark, limsConsignId, settings, labStep }: CommandOf<'ConfirmSample'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(receivingProblem('confirm', state, by, settings));
  refuseIf(remarkProblem(remark));
  const toStatus = statusAfter('confirm', state.consignStatus);
  return [{ type: 'SampleConfirmed', data: { toStatus, remark, limsConsignId, ...(labStep && { pushed: labStep }) } }];
};

export const returnSample = (
  { by, remark, settings, labStep }: CommandOf<'ReturnSample'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(receivingProblem('return', state, by, settings));
  refuseIf(reasonProblem(remark));
  const toStatus = statusAfter('return', state.consignStatus);
  return [{ type: 'SampleReturned', data: { toStatus, remark, ...(labStep && { pushed: labStep }) } }];
};

export const cancelConsignment = (
  { by, description }: CommandOf<'Cancel'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(actionProblem('cancel', state, by));
  refuseIf(remarkProblem(description));
  return [
    { type: 'ConsignmentCancelled', data: { toStatus: statusAfter('cancel', state.consignStatus), description } },
  ];
};

export const reopenConsignment = ({ by }: CommandOf<'Reopen'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(actionProblem('reedit', state, by));
  return [{ type: 'ConsignmentReopened', data: { toStatus: statusAfter('reedit', state.consignStatus) } }];
};

export const deleteConsignment = (
  { by, description }: CommandOf<'Delete'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(actionProblem('delete', state, by));
  refuseIf(remarkProblem(description));
  return [{ type: 'ConsignmentDeleted', data: { description } }];
};

/** In yuan, not negative, less than one billion, with at most two decimals. */
const FEE = /^\d{1,9}(\.\d{1,2})?$/;

/**
 * Normalizes an actual fee to its stored form: exact decimal text in yuan with two decimals, "980.5" -> "980.50"
 * (CF-021, ADR-028).
 * @throws RuleBroken FEE_INVALID for anything but a plain amount, or the problem that names the invalid characters
 */
export const actualFee = (input: string): string => {
  const text = normalizedQuantity(input);
  const invalid = problem('FEE_INVALID', {}, 'actFee');
  if (!FEE.test(text)) throw new RuleBroken(quantityProblem(input, invalid) ?? invalid);
  return toMoney(parseDecimal(text));
};

/**
 * Enters status 70 or 80 (CL-031), or goes back to 60 after a mistake. 70 needs a reason, which shows the client what
 * to correct. Entering 80 requests the missing signatures if the unit uses signatures.
 */
export const enterLaterStage = (command: CommandOf<'EnterLaterStage'>, state: OpenConsignment): ConsignmentEvent[] => {
  const { by, toStatus, description, settings, signatureIds, labStep } = command;
  refuseIf(actionProblem('enterLaterStage', state, by));
  refuseIf(toStatus === CONSIGN_STATUS.awaitingCorrection ? reasonProblem(description) : remarkProblem(description));
  const actFee = command.actFee === null ? null : actualFee(command.actFee);
  if (toStatus === state.consignStatus && (actFee === null || actFee === state.actFee)) return [];
  return [
    { type: 'LaterStageEntered', data: { toStatus, description, actFee, ...(labStep && { pushed: labStep }) } },
    ...(toStatus === CONSIGN_STATUS.awaitingSignature ? signatureRequest(state, settings, signatureIds) : []),
  ];
};

export const setActualFee = (command: CommandOf<'SetActualFee'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(actionProblem('setActualFee', state, command.by));
  const actFee = actualFee(command.actFee);
  return actFee === state.actFee ? [] : [{ type: 'ActualFeeSet', data: { actFee } }];
};

/** The file types of a bill. Every browser shows and prints them. */
export const BILL_EXTENSIONS: readonly FileExtension[] = ['.pdf', '.jpg', '.jpeg'];

/**
 * An address that a browser opens as a page or file: http(s), or one of our own paths. A second slash at the start of a
 * path would make it a foreign host.
 */
const ADDRESS = /^(?:https?:\/\/[^\s\p{Cc}/\\][^\s\p{Cc}]*|\/(?![/\\])[^\s\p{Cc}]*)$/iu;

/**
 * Whether a bill is an address of a laboratory's system, where its file can be fetched, and not one of our own paths.
 */
export const isForeignBill = ({ billFile, billHash }: { billFile: string; billHash?: string | null }): boolean =>
  billHash == null && /^https?:/i.test(billFile);

/** The bill is a file in our own store, with its uploaded name, or an address in a laboratory's own system. */
export const setBill = (
  { by, billFile, billHash }: CommandOf<'SetBill'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(actionProblem('setBill', state, by));
  refuseIf(isBlank(billFile) ? problem('BILL_MISSING', {}, 'billFile') : null);
  refuseIf(
    lengthOf(billFile) > LIMITS.longText ? problem('TEXT_TOO_LONG', { max: LIMITS.longText }, 'billFile') : null,
  );
  refuseIf(billHash === null && !ADDRESS.test(billFile) ? problem('BILL_ADDRESS_INVALID', {}, 'billFile') : null);
  return billFile === state.billFile && billHash === state.billHash
    ? []
    : [{ type: 'BillGenerated', data: { billFile, billHash } }];
};

/** Replaces the address by the fetched file. A bill that was set in the meantime stays. */
export const storeBill = (
  { address, billFile, billHash }: CommandOf<'StoreBill'>,
  state: OpenConsignment,
): ConsignmentEvent[] =>
  state.billFile === address && state.billHash === null
    ? [{ type: 'BillStored', data: { address, billFile, billHash } }]
    : [];

/**
 * The time during which an untouched draft is opened again instead of a new one. It is shorter than the time after
 * which the draft is dropped, so that the client has time to fill it in.
 */
export const UNTOUCHED_REUSED_FOR_HOURS = 12;
/** An untouched draft older than this is dropped (ADR-027). */
export const UNTOUCHED_DROPPED_AFTER_HOURS = 24;

const NEVER_EDITED = `新建后${UNTOUCHED_DROPPED_AFTER_HOURS}小时内未编辑，自动清除`;

/**
 * Drops a draft that has not changed since its creation. A draft that was edited, is too young or no longer exists
 * stays unchanged.
 */
export const dropUntouchedDraft = (
  { createdAt, createdBefore }: CommandOf<'DropUntouchedDraft'>,
  state: Consignment,
): ConsignmentEvent[] =>
  state.phase === 'open' && !state.isTouched && (state.createdAt ?? createdAt) < createdBefore
    ? [{ type: 'UntouchedDraftDropped', data: { reason: NEVER_EDITED } }]
    : [];
