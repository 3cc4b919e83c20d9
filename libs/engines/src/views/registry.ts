import { START, type Position } from '#events/event-store';
import type { DatabaseSync } from '../sqlite/database.js';
import type { Declared } from './declared.js';
import { SET_ASIDE_TABLE } from './set-aside-table.js';
import { Statements } from './statements.js';
import type { Build, BuildStatus, Checkpoint, ViewName } from './views.js';

export type Failure = { position: Position; message: string; at: string };

/** A build as it is registered. `rows` is counted along, so that a total without filter costs nothing. */
export type Registered = Build & {
  active: boolean;
  declared: Declared;
  checkpoint: Checkpoint | null;
  rows: number;
  failure: Failure | null;
  setAside: number;
  writtenAt: string | null;
};

type Entry = {
  name: string;
  version: number;
  build: string;
  active: number;
  declared: string;
  log_id: string | null;
  position: string | null;
  rows: number;
  failure: string | null;
  set_aside: number;
  written_at: string | null;
};

const THIS = 'name = ? AND version = ? AND build = ?';

export const createRegistry = (database: DatabaseSync): void =>
  database.exec(`CREATE TABLE IF NOT EXISTS registry (
    name TEXT NOT NULL, version INTEGER NOT NULL, build TEXT NOT NULL, active INTEGER NOT NULL DEFAULT 0, declared TEXT NOT NULL,
    log_id TEXT, position TEXT, rows INTEGER NOT NULL DEFAULT 0, failure TEXT, written_at TEXT,
    PRIMARY KEY (name, version, build)) WITHOUT ROWID;
    ${SET_ASIDE_TABLE}`);

const ENTRY = `SELECT registry.*, (SELECT count(*) FROM set_aside s
  WHERE s.name = registry.name AND s.version = registry.version AND s.build = registry.build) AS set_aside FROM registry`;

/** Which builds there are, which of them answers, and how far each has come. Read anew for every query: no reader can hold a dropped build. */
export class Registry {
  constructor(private readonly statements: Statements) {}

  active({ name, version }: ViewName): Registered | null {
    const entry = this.statements.of(`${ENTRY} WHERE name = ? AND version = ? AND active = 1`).get(name, version) as
      Entry | undefined;
    return entry ? registered(entry) : null;
  }

  get({ name, version, build }: Build): Registered | null {
    const entry = this.statements.of(`${ENTRY} WHERE ${THIS}`).get(name, version, build) as Entry | undefined;
    return entry ? registered(entry) : null;
  }

  all(): Registered[] {
    return (this.statements.of(`${ENTRY} ORDER BY name, version, build`).all() as Entry[]).map(registered);
  }

  add({ name, version, build }: Build, declared: Declared): void {
    this.statements
      .of('INSERT INTO registry (name, version, build, declared) VALUES (?, ?, ?, ?)')
      .run(name, version, build, JSON.stringify(declared));
  }

  reached({ name, version, build }: Build, to: { checkpoint: Checkpoint; rows: number; writtenAt: string }): void {
    this.statements
      .of(`UPDATE registry SET log_id = ?, position = ?, rows = ?, written_at = ? WHERE ${THIS}`)
      .run(to.checkpoint.logId, to.checkpoint.position, to.rows, to.writtenAt, name, version, build);
  }

  activate({ name, version, build }: Build): void {
    this.statements
      .of('UPDATE registry SET active = (build = ?) WHERE name = ? AND version = ?')
      .run(build, name, version);
  }

  fail({ name, version, build }: Build, failure: Failure | null): void {
    this.statements
      .of(`UPDATE registry SET failure = ? WHERE ${THIS}`)
      .run(failure && JSON.stringify(failure), name, version, build);
  }

  remove({ name, version, build }: Build): void {
    for (const table of ['registry', 'set_aside'])
      this.statements.of(`DELETE FROM ${table} WHERE ${THIS}`).run(name, version, build);
  }
}

/** A build never written stands before the first event, in no log. */
export const statusOf = ({
  name,
  version,
  build,
  active,
  checkpoint,
  rows,
  failure,
  setAside,
  writtenAt,
}: Registered): BuildStatus => ({
  name,
  version,
  build,
  active,
  checkpoint: checkpoint ?? { logId: '', position: START },
  rows,
  failure,
  setAside,
  writtenAt,
});

const registered = ({
  declared,
  log_id,
  position,
  failure,
  set_aside,
  written_at,
  active,
  name,
  version,
  build,
  rows,
}: Entry): Registered => ({
  name,
  version,
  build,
  active: active === 1,
  declared: declaredIn(declared),
  checkpoint: log_id === null || position === null ? null : { logId: log_id, position },
  rows,
  failure: failure === null ? null : (JSON.parse(failure) as Failure),
  setAside: set_aside,
  writtenAt: written_at,
});

const parsed = new Map<string, Declared>();

/** A registered declaration never changes, and every query and every write needs it. */
const declaredIn = (json: string): Declared => {
  const declared = parsed.get(json) ?? (JSON.parse(json) as Declared);
  parsed.set(json, declared);
  return declared;
};
