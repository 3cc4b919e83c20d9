import { decode, instructionEvents, noticeEvents, type RecordedEvent, testingUnitEvents } from '#events';
import type { Projection } from '../projection.js';
import { imagesIn } from './image-rules.js';

/** The pictures one text shows; the id is that of its stream, category and all. A text without any has no row. */
export type ImageUseRow = { id: string; imageIds: string[] };

const { InstructionAdded, InstructionChanged, InstructionDeleted } = instructionEvents;
const { NoticeDrafted, NoticeChanged, NoticeDeleted } = noticeEvents;
const { TestingUnitRegistered, TestingUnitProfileChanged, TestingUnitDeleted } = testingUnitEvents;
const events = { InstructionAdded, InstructionChanged, InstructionDeleted, NoticeDrafted, NoticeChanged, NoticeDeleted, TestingUnitRegistered, TestingUnitProfileChanged, TestingUnitDeleted };

const showing = (id: string, html: string): ImageUseRow | null => {
  const imageIds = imagesIn(html);
  return imageIds.length > 0 ? { id, imageIds } : null;
};

/** What says whether a picture of rich text may go (FI-004). A withdrawn notice still shows its own to whoever keeps it. */
export const imageUses: Projection<ImageUseRow> = {
  name: 'imageUses',
  version: 1,
  types: Object.keys(events),
  idsOf: ({ stream }: RecordedEvent) => [stream],
  project(_row, event, id) {
    const { type, data } = decode(events, event);
    switch (type) {
      case 'InstructionAdded':
      case 'InstructionChanged':
      case 'NoticeDrafted':
      case 'NoticeChanged':
        return showing(id, data.content);
      case 'TestingUnitRegistered':
      case 'TestingUnitProfileChanged':
        return showing(id, data.unit.inroduce);
      case 'InstructionDeleted':
      case 'NoticeDeleted':
      case 'TestingUnitDeleted':
        return null;
    }
  },
  view: { columns: { imageIds: { type: 'text', of: (row) => row.imageIds.join(' ') } }, search: null, indexes: [] },
};
