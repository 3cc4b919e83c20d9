import type { EventOf, RecordedEvent } from '#events';
import { documentEvents, consignmentEvents, idOfStream } from '#events';
import type { NotifyWitnessPayload } from './jobs/notify-witness.job.js';
import type { RenderPdfPayload } from './jobs/render-pdf.job.js';

type Requests = EventOf<typeof documentEvents> | EventOf<typeof consignmentEvents>;
type DataOf<Type extends Requests['type']> = Extract<Requests, { type: Type }>['data'];

/** A fact that asks for an effect: which job carries it out, and which facts say that it has been done. */
export type Reaction = { on: string; job: string; answeredBy: readonly string[]; maxAttempts: number; payload(event: RecordedEvent): unknown };

const react = <Type extends Requests['type'], Payload>(reaction: {
  on: Type;
  job: string;
  answeredBy: readonly string[];
  maxAttempts: number;
  payload(event: RecordedEvent, data: DataOf<Type>): Payload;
}): Reaction => ({ ...reaction, payload: (event) => reaction.payload(event, event.data as DataOf<Type>) });

/**
 * The whole policy: what the service does by itself after something has happened.
 * An answer names its request as causationId. Imported events ask for nothing (DECISIONS 15).
 */
export const reactions: readonly Reaction[] = [
  react({
    on: 'PdfRequested',
    job: 'render-pdf',
    answeredBy: ['PdfGenerated', 'PdfFailed'],
    maxAttempts: 3,
    payload: (event, data): RenderPdfPayload => ({ requestId: event.id, consignmentId: data.consignmentId, revision: data.revision, requestedAt: event.metadata.at }),
  }),
  react({
    on: 'WitnessNotified',
    job: 'notify-witness',
    answeredBy: ['MessageSent', 'MessageFailed'],
    maxAttempts: 8,
    payload: (event, data): NotifyWitnessPayload => ({ requestId: event.id, consignmentId: idOfStream(event.stream), signatureIds: data.signatureIds }),
  }),
];
