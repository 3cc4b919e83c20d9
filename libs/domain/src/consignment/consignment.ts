import { type ConsignmentEvent, consignmentEvents, type FrozenNames, CONSIGN_STATUS } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { addAttachment, removeAttachment } from './attachments.js';
import type { ConsignmentCommand } from './commands.js';
import { changeTestingUnit, copy, create, saveHeader, setMailNumber } from './editing.js';
import {
  cancelConsignment,
  confirmSample,
  dropUntouchedDraft,
  enterLaterStage,
  passAudit,
  rejectAudit,
  deleteConsignment,
  reopenConsignment,
  returnSample,
  setActualFee,
  setBill,
  setLabConsignmentId,
  storeBill,
} from './lifecycle.js';
import { addMaterialSample, addSample, copySample, removeSamples, saveSample } from './samples.js';
import { notifyWitness, sign } from './signing.js';
import type { Consignment, ConsignmentFacts, OpenConsignment, Signature } from './state.js';
import { applyNames } from './current-names.js';
import { submitConsignment } from './submission.js';
import { requireExisting } from './transitions.js';

/** Decides a command. Each behaviour has its own file. @throws RuleBroken */
export const decide = (command: ConsignmentCommand, state: Consignment): ConsignmentEvent[] => {
  if (command.type === 'CreateConsignment') return create(command, state);
  if (command.type === 'CopyConsignment') return copy(command, state);
  if (command.type === 'DropUntouchedDraft') return dropUntouchedDraft(command, state);
  return decideOpen(command, requireExisting(state));
};

type FurtherCommand = Exclude<
  ConsignmentCommand,
  { type: 'CreateConsignment' | 'CopyConsignment' | 'DropUntouchedDraft' }
>;

const decideOpen = (command: FurtherCommand, state: OpenConsignment): ConsignmentEvent[] => {
  switch (command.type) {
    case 'SaveHeader':
      return saveHeader(command, state);
    case 'ChangeTestingUnit':
      return changeTestingUnit(command, state);
    case 'SetMailNumber':
      return setMailNumber(command, state);
    case 'AddSample':
      return addSample(command, state);
    case 'SaveSample':
      return saveSample(command, state);
    case 'AddMaterialSample':
      return addMaterialSample(command, state);
    case 'CopySample':
      return copySample(command, state);
    case 'RemoveSamples':
      return removeSamples(command, state);
    case 'AddAttachment':
      return addAttachment(command, state);
    case 'RemoveAttachment':
      return removeAttachment(command, state);
    case 'Submit':
      return submitConsignment(command, state);
    case 'PassAudit':
      return passAudit(command, state);
    case 'RejectAudit':
      return rejectAudit(command, state);
    case 'ConfirmSample':
      return confirmSample(command, state);
    case 'ReturnSample':
      return returnSample(command, state);
    case 'Cancel':
      return cancelConsignment(command, state);
    case 'Reopen':
      return reopenConsignment(command, state);
    case 'Delete':
      return deleteConsignment(command, state);
    case 'Sign':
      return sign(command, state);
    case 'NotifyWitness':
      return notifyWitness(command, state);
    case 'SetActualFee':
      return setActualFee(command, state);
    case 'SetBill':
      return setBill(command, state);
    case 'StoreBill':
      return storeBill(command, state);
    case 'SetLabConsignmentId':
      return setLabConsignmentId(command, state);
    case 'EnterLaterStage':
      return enterLaterStage(command, state);
  }
};

type CreationEvent = Extract<ConsignmentEvent, { type: 'ConsignmentCreated' | 'ConsignmentCopied' }>;

/** Copies the facts of an event. It checks nothing, because recorded events have happened. */
export const evolve = (state: Consignment, event: ConsignmentEvent): Consignment => {
  if (event.type === 'ConsignmentCreated' || event.type === 'ConsignmentCopied') return toInitialState(event);
  if (state.phase === 'absent') return state;
  if (event.type === 'ConsignmentDeleted' || event.type === 'UntouchedDraftDropped')
    return { ...state, phase: 'deleted' };
  return { ...state, ...changesOf(event, state), isTouched: true };
};

const toInitialState = ({ type, data }: CreationEvent): Consignment => ({
  phase: 'open',
  consignStatus: data.toStatus,
  consignType: data.consignType,
  consignUnitId: data.consignUnitId,
  consignUnitName: data.consignUnitName,
  createdBy: data.createdBy ?? null,
  createdAt: data.createdAt ?? null,
  copiedFrom: type === 'ConsignmentCopied' ? data.copiedFrom : null,
  header: data.header,
  samples: [],
  signatures: [],
  attachments: [],
  consignCode: '',
  committedAt: null,
  isSaved: type === 'ConsignmentCopied', // a copy holds what its author had saved before
  isTouched: type === 'ConsignmentCopied',
  rollbackCause: '',
  limsConsignId: '',
  actFee: null,
  billFile: '',
  billHash: null,
});

type Change = Exclude<ConsignmentEvent, CreationEvent | { type: 'ConsignmentDeleted' | 'UntouchedDraftDropped' }>;

const changesOf = ({ type, data }: Change, state: ConsignmentFacts): Partial<ConsignmentFacts> => {
  switch (type) {
    case 'ConsignmentSaved':
      return { consignStatus: data.toStatus, header: data.header, isSaved: true };
    case 'TestingUnitChanged':
      return {
        header: data.header,
        samples: [],
        attachments: state.attachments.filter(({ sampleId }) => sampleId === undefined),
      };
    case 'SampleAdded':
      return { samples: [...state.samples, data.sample] };
    case 'SampleSaved':
      return { samples: state.samples.map((sample) => (sample.id === data.sample.id ? data.sample : sample)) };
    case 'SampleRemoved':
      return {
        samples: state.samples.filter(({ id }) => !data.sampleIds.includes(id)),
        attachments: removeFilesOf(state, data.sampleIds),
      };
    case 'ConsignmentCommitted':
      return {
        consignStatus: data.toStatus,
        consignCode: data.consignCode,
        committedAt: data.committedAt ?? null,
        rollbackCause: '',
        ...(data.named ? namesOf(state, data.named) : {}),
      };
    case 'AuditPassed':
    case 'SampleConfirmed':
      return { consignStatus: data.toStatus, limsConsignId: data.limsConsignId };
    case 'AuditRejected':
    case 'SampleReturned':
      return { consignStatus: data.toStatus, rollbackCause: data.remark };
    case 'ConsignmentCancelled':
    case 'ConsignmentReopened':
      return { consignStatus: data.toStatus };
    case 'AttachmentAdded':
      return { attachments: [...state.attachments, data.attachment] };
    case 'AttachmentRemoved':
      return { attachments: state.attachments.filter(({ id }) => id !== data.attachmentId) };
    case 'MailNumberSet':
      return { header: { ...state.header, mailOrderNumber: data.mailOrderNumber } };
    case 'SignatureRequested':
      return {
        signatures: data.entries.map(
          (entry) =>
            state.signatures.find(({ id }) => id === entry.id) ?? { ...entry, signedAt: null, imageHash: null },
        ),
      };
    case 'WitnessNotified':
      return {
        signatures: withSignatures(state, data.signatureIds, { senMsgStatus: 1, signMsgTime: data.notifiedAt }),
      };
    case 'ConsignmentSigned':
      return {
        consignStatus: data.toStatus,
        signatures: withSignatures(state, [data.signatureId], {
          status: 1,
          signedAt: data.signedAt,
          imageHash: data.imageHash,
        }),
      };
    case 'ActualFeeSet':
      return { actFee: data.actFee };
    case 'BillGenerated':
      return { billFile: data.billFile, billHash: data.billHash ?? null };
    case 'BillStored':
      return { billFile: data.billFile, billHash: data.billHash };
    case 'LabConsignmentIdSet':
      return { limsConsignId: data.limsConsignId };
    case 'LaterStageEntered':
      return {
        consignStatus: data.toStatus,
        actFee: data.actFee ?? state.actFee,
        rollbackCause: data.toStatus === CONSIGN_STATUS.awaitingCorrection ? data.description : '',
      };
  }
};

const namesOf = (state: ConsignmentFacts, names: FrozenNames): Pick<ConsignmentFacts, 'consignUnitName' | 'header'> => {
  const { consignUnitName, header } = applyNames(state, names);
  return { consignUnitName, header };
};

const withSignatures = (state: ConsignmentFacts, ids: readonly string[], change: Partial<Signature>): Signature[] =>
  state.signatures.map((signature) => (ids.includes(signature.id) ? { ...signature, ...change } : signature));

/**
 * The files that remain after samples are removed. Files of the samples and of their raw materials' samples are
 * removed.
 */
const removeFilesOf = (
  { samples, attachments }: ConsignmentFacts,
  sampleIds: readonly string[],
): ConsignmentFacts['attachments'] => {
  const deletedIds = samples
    .filter(({ id }) => sampleIds.includes(id))
    .flatMap(({ id, materialSamples = [] }) => [id, ...materialSamples.map((material) => material.id)]);
  return attachments.filter(({ sampleId }) => sampleId === undefined || !deletedIds.includes(sampleId));
};

/**
 * consignment-<id>: a consignment with its samples. They share one stream because the rules of submission and audit
 * need both.
 */
export const consignment: Aggregate<typeof consignmentEvents, ConsignmentCommand, Consignment> = {
  category: 'consignment',
  events: consignmentEvents,
  decider: { initialState: { phase: 'absent' }, decide, evolve },
};
