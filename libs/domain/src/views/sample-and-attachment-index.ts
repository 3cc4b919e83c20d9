import { consignmentEvents, decode, idOfStream, type RecordedEvent } from '#events';
import type { Projection } from '../event-sourcing/projection.js';

/** Where an attachment is found: calls that carry only its id read the consignment through it. */
export type AttachmentIndexRow = { id: string; consignmentId: string };

/** A deleted consignment keeps its attachments: such rows lead to a consignment that answers "not found" itself. */
export const attachmentIndex: Projection<AttachmentIndexRow> = {
  name: 'attachmentIndex',
  version: 1,
  types: ['AttachmentAdded', 'AttachmentRemoved'],
  idsOf: (event) => [attachmentIdOf(event)],
  project: (_row, event, id) =>
    event.type === 'AttachmentRemoved' ? null : { id, consignmentId: idOfStream(event.stream) },
  view: { columns: { consignmentId: { type: 'text', of: (row) => row.consignmentId } }, search: null, indexes: [] },
};

const attachmentIdOf = (recorded: RecordedEvent): string => {
  const { type, data } = decode(consignmentEvents, recorded);
  if (type === 'AttachmentAdded') return data.attachment.id;
  return type === 'AttachmentRemoved' ? data.attachmentId : '';
};

/** Where a sample is found: calls that carry only a sample's id read the consignment through it. */
export type SampleIndexRow = { id: string; consignmentId: string };

/**
 * The own sample of a raw material is found like any other. A change of the testing organisation names no samples, a
 * row removed none of its own sample, and a deleted consignment keeps its own: such rows stay and lead to a consignment
 * that answers "not found" itself.
 */
export const sampleIndex: Projection<SampleIndexRow> = {
  name: 'sampleIndex',
  version: 1,
  types: ['SampleAdded', 'SampleSaved', 'SampleRemoved'],
  idsOf: (event) => sampleIdsOf(event),
  project: (_row, event, id) =>
    event.type === 'SampleRemoved' ? null : { id, consignmentId: idOfStream(event.stream) },
  view: {
    columns: { consignmentId: { type: 'text', of: (row) => row.consignmentId } },
    search: null,
    indexes: [['consignmentId']],
  },
};

const sampleIdsOf = (recorded: RecordedEvent): string[] => {
  const { type, data } = decode(consignmentEvents, recorded);
  if (type === 'SampleRemoved') return data.sampleIds;
  if (type !== 'SampleAdded' && type !== 'SampleSaved') return [];
  return [data.sample.id, ...(data.sample.materialSamples ?? []).map(({ id }) => id)];
};
