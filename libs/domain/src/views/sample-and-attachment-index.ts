import { consignmentEvents, decode, idOfStream, type RecordedEvent } from '#events';
import type { Projection } from '../event-sourcing/projection.js';

/** The consignment of an attachment, for calls that have only its id. */
export type AttachmentIndexRow = { id: string; consignmentId: string };

/**
 * Rows of removed attachments stay, so that a repeated removal finds the stream of the earlier one (ADR-004). The
 * consignment itself responds that it has no such attachment.
 */
export const attachmentIndex: Projection<AttachmentIndexRow> = {
  name: 'attachmentIndex',
  version: 2,
  types: ['AttachmentAdded'],
  idsOf: (event) => [attachmentIdOf(event)],
  project: (_row, event, id) => ({ id, consignmentId: idOfStream(event.stream) }),
  view: { columns: { consignmentId: { type: 'text', of: (row) => row.consignmentId } }, search: null, indexes: [] },
};

const attachmentIdOf = (recorded: RecordedEvent): string => {
  const { type, data } = decode(consignmentEvents, recorded);
  return type === 'AttachmentAdded' ? data.attachment.id : '';
};

/** The consignment of a sample, for calls that have only its id. */
export type SampleIndexRow = { id: string; consignmentId: string };

/**
 * Also has the own samples of raw materials. Rows of removed samples stay, so that a repeated removal finds the stream
 * of the earlier one (ADR-004). The consignment itself responds that it has no such sample.
 */
export const sampleIndex: Projection<SampleIndexRow> = {
  name: 'sampleIndex',
  version: 2,
  types: ['SampleAdded', 'SampleSaved'],
  idsOf: (event) => sampleIdsOf(event),
  project: (_row, event, id) => ({ id, consignmentId: idOfStream(event.stream) }),
  view: {
    columns: { consignmentId: { type: 'text', of: (row) => row.consignmentId } },
    search: null,
    indexes: [['consignmentId']],
  },
};

const sampleIdsOf = (recorded: RecordedEvent): string[] => {
  const { type, data } = decode(consignmentEvents, recorded);
  if (type !== 'SampleAdded' && type !== 'SampleSaved') return [];
  return [data.sample.id, ...(data.sample.materialSamples ?? []).map(({ id }) => id)];
};
