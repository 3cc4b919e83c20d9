import { decode, idOfStream, richTextImageEvents } from '#events';
import type { Projection } from '../projection.js';

/** A picture that was not deleted, whether a text shows it or not. `unitId` '' is the platform's: what it may keep is counted as a unit's is. */
export type RichTextImageRow = { id: string; unitId: string; size: number };

/** How much each unit keeps in pictures of rich text. */
export const richTextImages: Projection<RichTextImageRow> = {
  name: 'richTextImages',
  version: 1,
  types: Object.keys(richTextImageEvents),
  idsOf: ({ stream }) => [idOfStream(stream)],
  project(_row, event, id) {
    const { type, data } = decode(richTextImageEvents, event);
    return type === 'RichTextImageUploaded' ? { id, unitId: data.unitId ?? '', size: data.size } : null;
  },
  view: {
    columns: { unitId: { type: 'text', of: (row) => row.unitId }, size: { type: 'integer', of: (row) => row.size } },
    search: null,
    indexes: [['unitId', 'size']],
  },
};
