import { randomUUID } from 'node:crypto';
import { writing, type DatabaseSync } from '../sqlite/database.js';

/**
 * Position is the row id: one transaction writes at a time, so rows become visible in the order of their positions, without holes.
 * Long columns come last, so that a look at type or hash need not read them.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS event (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    type TEXT NOT NULL,
    hash TEXT NOT NULL,
    id TEXT NOT NULL,
    metadata TEXT NOT NULL,
    data TEXT NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS event_of_stream ON event (stream, revision);
  CREATE TABLE IF NOT EXISTS log (id TEXT NOT NULL);
  CREATE TRIGGER IF NOT EXISTS event_is_never_changed BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
  CREATE TRIGGER IF NOT EXISTS event_is_never_removed BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'an event is never removed'); END;
`;

/** Makes the tables where they are missing. Returns the id of the log, which is made with them and stays. */
export const prepareLog = (database: DatabaseSync): string =>
  writing(database, () => {
    database.exec(SCHEMA);
    database.prepare('INSERT INTO log (id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM log)').run(randomUUID());
    return (database.prepare('SELECT id FROM log').get() as { id: string }).id;
  });
