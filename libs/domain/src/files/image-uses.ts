import {
  catalogueEvents,
  decode,
  instructionEvents,
  noticeEvents,
  type RecordedEvent,
  testingUnitEvents,
  unitSampleEvents,
} from '#events';
import type { Projection } from '../event-sourcing/projection.js';
import { imagesOfSample } from '../catalogue-maintenance/samples.js';
import { imagesIn } from './images.js';

/**
 * The pictures that a text or a catalogue sample shows. The id is the stream name, including the category. A text
 * without pictures has no row.
 */
export type ImageUseRow = { id: string; imageIds: string[] };

const { InstructionAdded, InstructionChanged, InstructionDeleted } = instructionEvents;
const { NoticeDrafted, NoticeChanged, NoticeDeleted } = noticeEvents;
const { TestingUnitRegistered, TestingUnitProfileChanged, TestingUnitDeleted } = testingUnitEvents;
const { SampleListed, SampleWithdrawn } = catalogueEvents;
const events = {
  ...unitSampleEvents,
  SampleListed,
  SampleWithdrawn,
  InstructionAdded,
  InstructionChanged,
  InstructionDeleted,
  NoticeDrafted,
  NoticeChanged,
  NoticeDeleted,
  TestingUnitRegistered,
  TestingUnitProfileChanged,
  TestingUnitDeleted,
};

const toUseRow = (id: string, imageIds: string[]): ImageUseRow | null =>
  imageIds.length > 0 ? { id, imageIds } : null;

/**
 * Tells whether a picture of rich text can be deleted (FI-004). A withdrawn notice still shows its pictures to its
 * editors, and a sample that a unit does not offer keeps them, because it can be offered again.
 */
export const imageUses: Projection<ImageUseRow> = {
  name: 'imageUses',
  version: 2,
  types: Object.keys(events),
  idsOf: ({ stream }: RecordedEvent) => [stream],
  project(row, event, id) {
    const { type, data } = decode(events, event);
    switch (type) {
      case 'InstructionAdded':
      case 'InstructionChanged':
      case 'NoticeDrafted':
      case 'NoticeChanged':
        return toUseRow(id, imagesIn(data.content));
      case 'TestingUnitRegistered':
      case 'TestingUnitProfileChanged':
        return toUseRow(id, imagesIn(data.unit.inroduce));
      case 'SampleListed':
      case 'UnitSampleKept':
        return toUseRow(id, imagesOfSample(data.sample));
      case 'UnitSampleWithdrawn':
        return row;
      case 'SampleWithdrawn':
      case 'UnitSampleReset':
      case 'InstructionDeleted':
      case 'NoticeDeleted':
      case 'TestingUnitDeleted':
        return null;
    }
  },
  view: { columns: { imageIds: { type: 'text', of: (row) => row.imageIds.join(' ') } }, search: null, indexes: [] },
};
