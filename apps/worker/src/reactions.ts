import { consignmentEvents, decode, documentEvents, exportEvents, idOfStream, verificationEvents, type EventCatalogue, type EventOf, type RecordedEvent } from '#events';
import type { BuildLedgerPayload } from './jobs/build-ledger.job.js';
import type { NotifyWitnessPayload } from './jobs/notify-witness.job.js';
import type { RenderPdfPayload } from './jobs/render-pdf.job.js';
import type { SendCodePayload } from './jobs/send-code.job.js';

export type JobName = 'render-pdf' | 'notify-witness' | 'send-code' | 'build-ledger';

/** A fact that asks for an effect: which job carries it out, and which facts say that it has been done. */
export type Reaction = {
  on: string;
  job: JobName;
  answeredBy: readonly string[];
  maxAttempts: number;
  /** The stream bears the id of the consignment that the job serves. */
  ofConsignment?: true;
  /** A later request of the same stream takes the place of an earlier one, which is then never answered. */
  newestOnly?: true;
  payload(event: RecordedEvent): unknown;
};

/** Declares a reaction on one event of a catalogue; `payload` gets the event as its newest schema reads it. */
const react = <Catalogue extends EventCatalogue, Type extends keyof Catalogue & string, Payload>(
  catalogue: Catalogue,
  reaction: Omit<Reaction, 'on' | 'payload'> & { on: Type; payload(asked: Extract<EventOf<Catalogue>, { type: Type }>, event: RecordedEvent): Payload },
): Reaction => ({ ...reaction, payload: (event) => reaction.payload(decode(catalogue, event) as Extract<EventOf<Catalogue>, { type: Type }>, event) });

/**
 * The whole policy: what the service does by itself after something has happened.
 * An answer names its request as causationId. Imported events ask for nothing (DECISIONS 15).
 */
export const reactions: readonly Reaction[] = [
  react(documentEvents, {
    on: 'PdfRequested',
    job: 'render-pdf',
    answeredBy: ['PdfGenerated', 'PdfFailed'],
    maxAttempts: 3,
    ofConsignment: true,
    payload: ({ data }, { id, metadata }): RenderPdfPayload => ({ requestId: id, consignmentId: data.consignmentId, revision: data.revision, requestedAt: metadata.at }),
  }),
  react(consignmentEvents, {
    on: 'WitnessNotified',
    job: 'notify-witness',
    answeredBy: ['MessageSent', 'MessageFailed'],
    maxAttempts: 8,
    ofConsignment: true,
    payload: ({ data }, { id, stream }): NotifyWitnessPayload => ({ requestId: id, consignmentId: idOfStream(stream), signatureIds: data.signatureIds }),
  }),
  react(verificationEvents, {
    on: 'VerificationCodeRequested',
    job: 'send-code',
    answeredBy: ['MessageSent', 'MessageFailed'],
    maxAttempts: 4,
    payload: (_, { id, stream }): SendCodePayload => ({ requestId: id, verificationId: idOfStream(stream) }),
  }),
  react(exportEvents, {
    on: 'ExportPageRequested',
    job: 'build-ledger',
    answeredBy: ['ExportBuilt', 'ExportFailed'],
    maxAttempts: 3,
    newestOnly: true,
    payload: (_, { id, stream }): BuildLedgerPayload => ({ requestId: id, exportId: idOfStream(stream) }),
  }),
];
