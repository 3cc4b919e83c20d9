import { RecentlyUsed } from '../recently-used.js';
import { buildName } from './build-tables.js';
import type { Clause } from './compile-query.js';
import type { Registered } from './registry.js';

const KEPT = 200;

/** Totals counted lately. Whoever leafs through a list asks for the same one with each page; it holds as long as nothing was written. */
export class Totals {
  private readonly counted = new RecentlyUsed<{ state: string; total: number }>(KEPT);

  /** The total of a filter: as it was counted in this state of the build, else what `count` answers. */
  of(build: Registered, where: Clause, count: () => number): number {
    const filter = JSON.stringify([buildName(build), where.sql, where.values]);
    const state = `${build.checkpoint?.position} ${build.writtenAt} ${build.rows}`;
    const known = this.counted.get(filter);
    const total = known?.state === state ? known.total : count();
    this.counted.put(filter, { state, total });
    return total;
  }
}
