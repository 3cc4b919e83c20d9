import { type ConsigningUnit, consigningUnitEvents, decode, idOfStream } from '#events';
import { type AuditTrail, trailAfter, trailFrom } from '../changes/audit-trail.js';
import type { Projection } from '../projection.js';
import { UNIT_STATUS } from './consigning-unit.js';
import { type Opened, registeredAs, switchedOff, withoutOpening } from './opening.js';

export type ConsigningUnitRow = Opened<ConsigningUnit> & AuditTrail & { id: string };

export const consigningUnits: Projection<ConsigningUnitRow> = {
  name: 'consigningUnits',
  version: 5,
  types: Object.keys(consigningUnitEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { type, data } = decode(consigningUnitEvents, event);
    switch (type) {
      case 'ConsigningUnitRegistered':
        return registeredAs({ ...data.unit, id, ...trailFrom(event) }, data.unit.status !== UNIT_STATUS.closed);
      case 'ConsigningUnitProfileChanged':
        return row && { ...row, ...data.unit, ...trailAfter(event) };
      case 'ConsigningUnitDeactivated':
        return row && switchedOff({ ...row, status: UNIT_STATUS.closed, ...trailAfter(event) }, data.reason);
      case 'ConsigningUnitActivated':
        return row && { ...withoutOpening(row), status: UNIT_STATUS.open, ...trailAfter(event) };
    }
  },
  view: {
    columns: {
      unitNo: { type: 'text', of: (row) => row.unitNo },
      name: { type: 'text', of: (row) => row.name },
      uninCode: { type: 'text', of: (row) => row.uninCode },
      status: { type: 'integer', of: (row) => row.status },
      opening: { type: 'text', of: (row) => row.opening?.state ?? null },
    },
    search: (row) => `${row.name}\n${row.unitNo}\n${row.uninCode}`,
    indexes: [['unitNo'], ['uninCode'], ['opening', 'unitNo']],
    counted: [['status']],
  },
};
