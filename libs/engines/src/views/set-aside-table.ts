import type { Statements } from './statements.js';
import type { Build, Retried, SetAside, SetAsideEntry } from './views.js';

/** Beside the registry, not among the rows: it is small, and readers and operators ask for it together with how builds stand. */
export const SET_ASIDE_TABLE = `CREATE TABLE IF NOT EXISTS set_aside (
    name TEXT NOT NULL, version INTEGER NOT NULL, build TEXT NOT NULL, stream TEXT NOT NULL, position TEXT NOT NULL,
    revision INTEGER NOT NULL, event_id TEXT NOT NULL, type TEXT NOT NULL, error TEXT NOT NULL,
    since TEXT NOT NULL, tried_at TEXT NOT NULL, tries INTEGER NOT NULL,
    PRIMARY KEY (name, version, build, stream)) WITHOUT ROWID`;

const THIS = 'name = ? AND version = ? AND build = ?';
const INSERT = `INSERT INTO set_aside (name, version, build, stream, position, revision, event_id, type, error, since, tried_at, tries)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT (name, version, build, stream) DO`;

/** The streams that builds have set aside, in the SQLite engine. Writes belong into the transaction of the rows they go with. */
export class SetAsideTable {
  constructor(private readonly statements: Statements) {}

  of({ name, version, build }: Build): SetAsideEntry[] {
    return this.statements
      .of(
        `SELECT stream, position, revision, event_id AS eventId, type, error, since, tried_at AS triedAt, tries
        FROM set_aside WHERE ${THIS} ORDER BY since, position`,
      )
      .all(name, version, build) as SetAsideEntry[];
  }

  /** A batch that is delivered twice finds its streams set aside already, and leaves them as they are. */
  add(build: Build, setAside: readonly SetAside[], at: string): void {
    for (const one of setAside) this.statements.of(`${INSERT} NOTHING`).run(...valuesOf(build, one, at));
  }

  retried(build: Build, { taken, setAside }: Retried, at: string): void {
    for (const stream of taken)
      this.statements
        .of(`DELETE FROM set_aside WHERE ${THIS} AND stream = ?`)
        .run(build.name, build.version, build.build, stream);
    for (const one of setAside)
      this.statements
        .of(
          `${INSERT} UPDATE SET position = excluded.position, revision = excluded.revision, event_id = excluded.event_id,
          type = excluded.type, error = excluded.error, tried_at = excluded.tried_at, tries = tries + 1`,
        )
        .run(...valuesOf(build, one, at));
  }
}

const valuesOf = (
  { name, version, build }: Build,
  { stream, position, revision, eventId, type, error }: SetAside,
  at: string,
): (string | number)[] => [name, version, build, stream, position, revision, eventId, type, error, at, at];
