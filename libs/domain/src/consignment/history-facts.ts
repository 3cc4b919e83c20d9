import { consignmentEvents, type ConsignmentEvent, type ConsignStatus } from '#events';
import type { ConsignmentFacts } from './state.js';

type EventType = ConsignmentEvent['type'];

/**
 * What one event says, apart from the fields it changed. `about` names what it is about (samples, a file, a unit, a number or an
 * amount in yuan), `count` says of how many where they have no names, `remark` is what somebody typed, `signType` whose signature
 * it is. No person is in it.
 */
export type EventFacts = {
  type: EventType;
  about: string[];
  count: number | null;
  remark: string;
  signType: number | null;
  toStatus: ConsignStatus | null;
};

export const CONSIGNMENT_EVENT_TYPES = Object.keys(consignmentEvents) as [EventType, ...EventType[]];

export const isConsignmentEvent = (type: string): type is EventType => Object.hasOwn(consignmentEvents, type);

/**
 * The facts of an event as somebody was given it: masked, or without its content, which leaves the bare verb.
 * `before` is the consignment it happened to; it names what the event itself holds by id. Null for a type of another stream.
 */
export const eventFacts = (
  { type, data }: { type: string; data: unknown },
  before?: ConsignmentFacts,
): EventFacts | null => {
  if (!isConsignmentEvent(type)) return null;
  const read = consignmentEvents[type].schema.safeParse(data);
  const nothing: EventFacts = { type, about: [], count: null, remark: '', signType: null, toStatus: null };
  if (!read.success) return nothing;
  const event = { type, data: read.data } as ConsignmentEvent;
  return { ...nothing, ...('toStatus' in event.data ? { toStatus: event.data.toStatus } : {}), ...said(event, before) };
};

const said = ({ type, data }: ConsignmentEvent, before?: ConsignmentFacts): Partial<EventFacts> => {
  switch (type) {
    case 'ConsignmentCreated':
    case 'ConsignmentCopied':
    case 'ConsignmentSaved':
    case 'ConsignmentReopened':
      return {};
    case 'TestingUnitChanged':
      return { about: named(data.header.testUnitName) };
    case 'SampleAdded':
    case 'SampleSaved':
      return { about: named(data.sample.testUnitSampleName) };
    case 'SampleRemoved':
      return {
        about:
          before?.samples
            .filter(({ id }) => data.sampleIds.includes(id))
            .map(({ testUnitSampleName }) => testUnitSampleName) ?? [],
        count: data.sampleIds.length,
      };
    case 'ConsignmentCommitted':
    case 'ConsignmentCancelled':
    case 'ConsignmentDeleted':
    case 'LaterStageEntered':
      return { remark: data.description };
    case 'UntouchedDraftDropped':
      return { remark: data.reason };
    case 'AuditPassed':
    case 'AuditRejected':
    case 'SampleConfirmed':
    case 'SampleReturned':
      return { remark: data.remark };
    case 'MailNumberSet':
      return { about: named(data.mailOrderNumber) };
    case 'WitnessNotified':
      return { count: data.signatureIds.length };
    case 'SignatureRequested':
      return { count: data.entries.length };
    case 'ConsignmentSigned':
      return { signType: data.signType };
    case 'ActualFeeSet':
      return { about: named(data.actFee) };
    case 'BillGenerated':
      return { about: named(data.billFile) };
    case 'BillStored':
      return { about: named(data.billFile) };
    case 'LabConsignmentIdSet':
      return { about: named(data.limsConsignId) };
    case 'AttachmentAdded':
      return { about: named(data.attachment.name) };
    case 'AttachmentRemoved':
      return {
        about: before?.attachments.filter(({ id }) => id === data.attachmentId).map(({ name }) => name) ?? [],
        count: 1,
      };
  }
};

const named = (name: string): string[] => (name === '' ? [] : [name]);
