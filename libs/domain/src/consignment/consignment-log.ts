import {
  type Actor,
  type ConsignmentEvent,
  consignmentEvents,
  type ConsignStatus,
  decode,
  type RecordedEvent,
} from '#events';
import type { ActionName } from './transitions.js';

/** One workflow step (CL-037). `nextStep` is null if the consignment was deleted. */
export type ConsignmentLogRow = {
  curStep: ConsignStatus;
  nextStep: ConsignStatus | null;
  exeType: ActionName;
  by: Actor;
  at: string;
  description: string;
  /** The person who took the step in the laboratory's own system; absent for steps taken on the platform. */
  operator?: string;
};

type Step = { exeType: ActionName; nextStep: ConsignStatus | null; description: string };

/**
 * The steps of a consignment's stream, oldest first: changes of the status, signatures and notifications, and the fee
 * (yuan) and the bill that the laboratory entered. Edits of a draft have no row.
 */
export const consignmentLog = (events: readonly RecordedEvent[]): ConsignmentLogRow[] => {
  const rows: ConsignmentLogRow[] = [];
  let status: ConsignStatus = 10;
  for (const recorded of events) {
    const { by, at } = recorded.metadata;
    const event = decode(consignmentEvents, recorded);
    const step = stepOf(event, status);
    if (!step) continue;
    rows.push({ curStep: status, ...step, by, at, ...operatorOf(event) });
    status = step.nextStep ?? status;
  }
  return rows;
};

const operatorOf = ({ data }: ConsignmentEvent): Pick<ConsignmentLogRow, 'operator'> =>
  'pushed' in data && data.pushed ? { operator: data.pushed.operator.name } : {};

const stepOf = ({ type, data }: ConsignmentEvent, status: ConsignStatus): Step | null => {
  switch (type) {
    case 'ConsignmentSaved':
      return data.toStatus === status ? null : { exeType: 'save', nextStep: data.toStatus, description: '' };
    case 'ConsignmentCommitted':
      return { exeType: 'submit', nextStep: data.toStatus, description: data.description };
    case 'AuditPassed':
      return { exeType: 'pass', nextStep: data.toStatus, description: data.remark };
    case 'AuditRejected':
      return { exeType: 'reject', nextStep: data.toStatus, description: data.remark };
    case 'SampleConfirmed':
      return { exeType: 'confirm', nextStep: data.toStatus, description: data.remark };
    case 'SampleReturned':
      return { exeType: 'return', nextStep: data.toStatus, description: data.remark };
    case 'ConsignmentCancelled':
      return { exeType: 'cancel', nextStep: data.toStatus, description: data.description };
    case 'ConsignmentReopened':
      return { exeType: 'reedit', nextStep: data.toStatus, description: '' };
    case 'ConsignmentDeleted':
      return { exeType: 'delete', nextStep: null, description: data.description };
    case 'UntouchedDraftDropped':
      return { exeType: 'delete', nextStep: null, description: data.reason };
    case 'WitnessNotified':
      return { exeType: 'notifyWitness', nextStep: status, description: '' };
    case 'ConsignmentSigned':
      return { exeType: 'sign', nextStep: data.toStatus, description: '' };
    case 'ActualFeeSet':
      return { exeType: 'setActualFee', nextStep: status, description: data.actFee };
    case 'BillGenerated':
      return { exeType: 'setBill', nextStep: status, description: data.billFile };
    case 'LaterStageEntered':
      return { exeType: 'enterLaterStage', nextStep: data.toStatus, description: data.description };
    case 'ConsignmentCreated':
    case 'ConsignmentCopied':
    case 'TestingUnitChanged':
    case 'SampleAdded':
    case 'SampleSaved':
    case 'SampleRemoved':
    case 'AttachmentAdded':
    case 'AttachmentRemoved':
    case 'MailNumberSet':
    case 'SignatureRequested':
    case 'BillStored':
    case 'LabConsignmentIdSet':
      return null;
  }
};

/** The part of a consignment that an event changes, as needed by a user with an older version. */
export const CHANGED_SECTIONS = ['form', 'testingUnit', 'samples', 'other'] as const;
export type ChangedSection = (typeof CHANGED_SECTIONS)[number];

const SECTION_OF_EVENT: Partial<Record<ConsignmentEvent['type'], ChangedSection>> = {
  ConsignmentSaved: 'form',
  MailNumberSet: 'form',
  TestingUnitChanged: 'testingUnit',
  SampleAdded: 'samples',
  SampleSaved: 'samples',
  SampleRemoved: 'samples',
};

/** One change with its actor, time and part, and the new status (null if the status stayed). */
export type ConsignmentChange = {
  revision: number;
  by: Actor;
  at: string;
  changed: ChangedSection;
  toStatus: ConsignStatus | null;
};

/**
 * The changes of a consignment after a revision, oldest first. Unlike the log of steps, they include edits of a draft.
 * A user who edited that revision sees whose changes to merge (ADR-041). `events` is the whole stream.
 */
export const consignmentChanges = (events: readonly RecordedEvent[], after: number): ConsignmentChange[] => {
  const changes: ConsignmentChange[] = [];
  let status: ConsignStatus = 10;
  for (const recorded of events) {
    const { type, data }: ConsignmentEvent = decode(consignmentEvents, recorded);
    const next: ConsignStatus = 'toStatus' in data ? data.toStatus : status;
    const { by, at } = recorded.metadata;
    if (recorded.revision > after)
      changes.push({
        revision: recorded.revision,
        by,
        at,
        changed: SECTION_OF_EVENT[type] ?? 'other',
        toStatus: next === status ? null : next,
      });
    status = next;
  }
  return changes;
};
