import { describe, expect, it } from '@jest/globals';
import type { RegisteredBuild } from './registry.js';
import { Totals } from './view-reader.js';

const build = (position: number, rows = 2): RegisteredBuild => ({
  name: 'orders',
  version: 1,
  build: 'b1',
  active: true,
  declaration: { columns: {}, searchable: false, indexes: [] },
  checkpoint: { logId: 'log', position: String(position).padStart(20, '0') },
  rows,
  failure: null,
  setAside: 0,
  writtenAt: '2026-01-01T00:00:00.000Z',
});
const where = (status: number) => ({ sql: '"status" = ?', values: [status] });

describe('totals of lists', () => {
  it('are counted once for each filter and state of the view', () => {
    const totals = new Totals();
    let callCount = 0;
    const count = () => ++callCount;
    expect([totals.of(build(1), where(10), count), totals.of(build(1), where(10), count)]).toEqual([1, 1]);
    expect(totals.of(build(1), where(20), count)).toBe(2);
    expect(totals.of(build(2), where(10), count)).toBe(3);
    expect(totals.of(build(2, 3), where(10), count)).toBe(4);
    expect(totals.of({ ...build(2, 3), build: 'b2' }, where(10), count)).toBe(5);
  });
});
