import { type ConsigningUnit, consigningUnitEvents, decode, idOfStream } from '#events';
import type { Projection } from '../projection.js';

export type ConsigningUnitRow = ConsigningUnit & { id: string };

export const consigningUnits: Projection<ConsigningUnitRow> = {
  name: 'consigningUnits',
  version: 1,
  types: Object.keys(consigningUnitEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project: (_row, event, id) => ({ ...decode(consigningUnitEvents, event).data.unit, id }),
  view: {
    columns: {
      unitNo: { type: 'text', of: (row) => row.unitNo },
      name: { type: 'text', of: (row) => row.name },
      status: { type: 'integer', of: (row) => row.status },
    },
    search: (row) => `${row.name}\n${row.unitNo}\n${row.uninCode}`,
    indexes: [['unitNo']],
  },
};
