import { randomUUID } from 'node:crypto';
import type { Projection } from '#domain/event-sourcing';
import type { Position } from '#events';
import type { Checkpoint, RowWrite } from '../../../libs/engines/src/views/views.js';

export type Order = {
  id: string;
  code: string;
  status: number;
  unitId: string | null;
  createdAt: string;
  fee: number;
  text: string;
};

/** A separate view for each test, so that tests can share one engine. */
export const orderView = (version = 1, name = `orders-${randomUUID()}`): Projection<Order> => ({
  name,
  version,
  types: ['NumberTaken'],
  idsOf: () => [],
  project: (row) => row,
  view: {
    columns: {
      code: { type: 'text', of: (row) => row.code },
      status: { type: 'integer', of: (row) => row.status },
      unitId: { type: 'text', of: (row) => row.unitId },
      createdAt: { type: 'text', of: (row) => row.createdAt },
      fee: { type: 'real', of: (row) => row.fee },
    },
    search: (row) => `${row.code}\n${row.text}`,
    searchWithin: ['unitId'],
    searchFilters: ['status'],
    indexes: [['createdAt'], ['status', 'createdAt'], ['code']],
    counted: [['status', 'unitId']],
  },
});

export const order = (row: Partial<Order> & { id: string }): Order => ({
  code: `TU001-2026-${row.id.padStart(5, '0')}`,
  status: 10,
  unitId: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  fee: 0,
  text: '',
  ...row,
});

export const positionAt = (position: number): Position => String(position).padStart(20, '0');
export const checkpointAt = (position: number, logId = 'log'): Checkpoint => ({
  logId,
  position: positionAt(position),
});
export const putRow = (row: Order, position: number): RowWrite => ({ id: row.id, row, position: positionAt(position) });
export const deletedRow = (id: string, position: number): RowWrite => ({
  id,
  row: null,
  position: positionAt(position),
});
