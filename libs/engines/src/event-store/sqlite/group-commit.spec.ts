import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Head, NO_STREAM } from '#events';
import { type DatabaseSync, openDatabase } from '../../sqlite/database.js';
import { type AppendRequest, GroupCommit } from './group-commit.js';
import { prepareLog } from './sqlite-event-log.js';

const append = (stream: string, head: Head, ...hashes: string[]): AppendRequest => ({
  stream,
  head,
  events: hashes.map((hash, n) => ({
    id: `${stream}/${hash}`,
    stream,
    revision: head.revision + 1 + n,
    type: 'NumberTaken',
    data: '{}',
    metadata: '{}',
    hash,
  })),
});

describe('group commit', () => {
  let database: DatabaseSync;
  let writer: GroupCommit;
  const count = () => database.prepare('SELECT count(*) AS events FROM event').get() as { events: number };

  beforeEach(() => {
    database = openDatabase(':memory:');
    prepareLog(database);
    writer = new GroupCommit(database);
  });

  it('skips an append that conflicts, and writes the others of the group', () => {
    const outcomes = writer.commit([
      append('a', NO_STREAM, 'a0', 'a1'),
      append('a', NO_STREAM, 'x0'),
      append('a', { revision: 1, hash: 'a1' }, 'a2'),
      append('b', NO_STREAM, 'b0'),
    ]);
    expect(outcomes).toEqual([2, { actual: 1 }, 3, 4]);
    expect(count()).toEqual({ events: 4 });
  });

  it('reports an unknown outcome for the whole group when its COMMIT fails', () => {
    database.exec(`
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER orphan AFTER INSERT ON event WHEN NEW.stream = 'bad' BEGIN INSERT INTO child VALUES (1); END;
    `);
    const outcomes = writer.commit([append('good', NO_STREAM, 'g0'), append('bad', NO_STREAM, 'b0')]);
    expect(outcomes).toEqual(
      [1, 2].map(() => ({ failure: expect.stringContaining('FOREIGN KEY'), written: 'perhaps' })),
    );
    expect(count()).toEqual({ events: 0 });
    expect(writer.commit([append('good', NO_STREAM, 'g0')])).toEqual([1]);
  });

  it('reports that nothing was written if it failed before the COMMIT', () => {
    database.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON event WHEN NEW.stream = 'bad' BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    );
    const outcomes = writer.commit([append('good', NO_STREAM, 'g0'), append('bad', NO_STREAM, 'b0')]);
    expect(outcomes).toEqual([1, 2].map(() => ({ failure: expect.stringContaining('disk full'), written: 'not' })));
    expect(count()).toEqual({ events: 0 });
  });

  it('writes into a table that refuses updates and deletes', () => {
    writer.commit([append('a', NO_STREAM, 'a0')]);
    expect(() => database.exec("UPDATE event SET data = ''")).toThrow('never changed');
    expect(() => database.exec('DELETE FROM event')).toThrow('never removed');
  });
});
