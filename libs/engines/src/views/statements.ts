import { RecentlyUsed } from '../recently-used.js';
import type { DatabaseSync, Statement } from '../sqlite/database.js';
import type { ColumnValue } from './declared.js';

const KEPT = 200;

/** Prepared statements of one connection by their text; the least recently used are forgotten. Holds the connection, too. */
export class Statements {
  private readonly kept = new RecentlyUsed<Statement>(KEPT);

  constructor(readonly database: DatabaseSync) {}

  of(sql: string): Statement {
    return this.kept.of(sql, () => this.database.prepare(sql));
  }

  /** `sql` selects one number. */
  number(sql: string, values: ColumnValue[]): number {
    return Number(Object.values(this.of(sql).get(...values) as Record<string, unknown>)[0]);
  }

  /** `sql` selects `_row`. One JSON text crosses the binding far faster than ten thousand row objects. */
  rowNumbers(sql: string, values: ColumnValue[]): number[] {
    const { numbers } = this.of(`SELECT json_group_array(_row) AS numbers FROM (${sql})`).get(...values) as {
      numbers: string;
    };
    return JSON.parse(numbers) as number[];
  }

  /** One state of the database for several reads: a writer or a dropped build in between is not seen. */
  inOneState<Result>(read: () => Result): Result {
    this.database.exec('BEGIN');
    try {
      return read();
    } finally {
      this.database.exec('COMMIT');
    }
  }
}
