import type { DatabaseSync } from '../sqlite/database.js';
import { tablesOf } from './build-tables.js';
import type { ColumnValue } from './declared.js';
import { countGroups, quantiles } from './count-rows.js';
import { countRowsBy, findRows, type FoundJson } from './find-rows.js';
import { Registry, type Registered } from './registry.js';
import { Statements } from './statements.js';
import { Totals } from './totals.js';
import { SetAsideTable } from './set-aside-table.js';
import type { Build, Group, QuantileQuery, Quantiles, SetAsideEntry, ViewName, ViewQuery } from './views.js';

/** No build is active yet, or the active one has failed; plain values, for errors lose their class between threads. */
export type Unanswered = null | 'failed';

/**
 * The reading half of the embedded views: synchronous, on a connection of its own. Answers are null where no build is active yet, and
 * 'failed' to searches and counts where it has failed. Rows are JSON text.
 */
export class ViewReader {
  private readonly statements: Statements;
  private readonly registry: Registry;
  private readonly totals = new Totals();
  private readonly aside: SetAsideTable;

  constructor(database: DatabaseSync) {
    this.statements = new Statements(database);
    this.registry = new Registry(this.statements);
    this.aside = new SetAsideTable(this.statements);
  }

  getMany(view: ViewName, ids: string[]): string[] | null {
    return this.ofActive(view, (build) => {
      const { facts, documents } = tablesOf(build);
      const select = this.statements.of(`SELECT document FROM ${facts} JOIN ${documents} USING (_row) WHERE _id = ?`);
      return ids
        .map((id) => select.get(id) as { document: string } | undefined)
        .flatMap((found) => (found ? [found.document] : []));
    });
  }

  rowsAfter(build: Build, after: string, limit: number): [id: string, json: string][] {
    const { facts, documents } = tablesOf(build);
    const select = this.statements.of(
      `SELECT _id, document FROM ${facts} JOIN ${documents} USING (_row) WHERE _id > ? ORDER BY _id LIMIT ?`,
    );
    return (select.all(after, limit) as { _id: string; document: string }[]).map(({ _id, document }) => [
      _id,
      document,
    ]);
  }

  find(view: ViewName, query: ViewQuery): FoundJson | Unanswered {
    return this.ofSound(view, (build) => findRows(this.statements, this.totals, build, query));
  }

  countBy(
    view: ViewName,
    column: string,
    query: Pick<ViewQuery, 'where' | 'search'>,
  ): [ColumnValue, number][] | Unanswered {
    return this.ofSound(view, (build) => countRowsBy(this.statements, build, column, query));
  }

  countGroups(view: ViewName, columns: string[], query: Pick<ViewQuery, 'where'>): Group[] | Unanswered {
    return this.ofSound(view, (build) => countGroups(this.statements, build, columns, query));
  }

  quantiles(view: ViewName, query: QuantileQuery): Quantiles[] | Unanswered {
    return this.ofSound(view, (build) => quantiles(this.statements, build, query));
  }

  active(view: ViewName): Registered | null {
    return this.registry.active(view);
  }

  build(build: Build): Registered | null {
    return this.registry.get(build);
  }

  setAside(build: Build): SetAsideEntry[] {
    return this.aside.of(build);
  }

  builds(): Registered[] {
    return this.registry.all();
  }

  close(): void {
    this.statements.database.close();
  }

  /** What lists and counts are read from: a build that has failed tells of a past that nobody dates. */
  private ofSound<Answer>(view: ViewName, read: (build: Registered) => Answer): Answer | Unanswered {
    return this.ofActive<Answer | Unanswered>(view, (build) => (build.failure ? 'failed' : read(build)));
  }

  private ofActive<Answer>(view: ViewName, read: (build: Registered) => Answer): Answer | null {
    return this.statements.inOneState(() => {
      const build = this.registry.active(view);
      return build && read(build);
    });
  }
}
