import { decode, idOfStream, type Instruction, instructionEvents } from '#events';
import type { Projection } from '../projection.js';
import { kindsOf } from './instruction-types.js';

/** An instruction with who wrote it and who changed it last, by userId (ADR-020). One that was never changed was last changed when it was written. */
export type InstructionRow = Instruction & {
  id: string;
  revision: number;
  creatorId: string;
  creationTime: string;
  lastModifierId: string;
  lastModificationTime: string;
};

const explains = (row: InstructionRow, kind: '0' | '1'): number => (kindsOf(row.type).includes(kind) ? 1 : 0);

export const instructions: Projection<InstructionRow> = {
  name: 'instructions',
  version: 2,
  types: Object.keys(instructionEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { by, at } = event.metadata;
    const { type, data } = decode(instructionEvents, event);
    switch (type) {
      case 'InstructionAdded':
        return {
          ...data,
          id,
          revision: event.revision,
          creatorId: by.userId,
          creationTime: at,
          lastModifierId: by.userId,
          lastModificationTime: at,
        };
      case 'InstructionChanged':
        return (
          row && { ...row, ...data, revision: event.revision, lastModifierId: by.userId, lastModificationTime: at }
        );
      case 'InstructionDeleted':
        return null;
    }
  },
  view: {
    columns: {
      forRawMaterial: { type: 'integer', of: (row) => explains(row, '0') },
      forOnSite: { type: 'integer', of: (row) => explains(row, '1') },
      creationTime: { type: 'text', of: (row) => row.creationTime },
      lastModificationTime: { type: 'text', of: (row) => row.lastModificationTime },
    },
    search: (row) => row.title,
    indexes: [
      ['creationTime'],
      ['lastModificationTime'],
      ['forRawMaterial', 'creationTime'],
      ['forOnSite', 'creationTime'],
    ],
  },
};
