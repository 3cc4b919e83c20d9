import { consignmentEvents, decode, idOfStream, type RecordedEvent } from '#events';
import type { Projection } from '../projection.js';

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
