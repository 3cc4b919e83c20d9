import type { Head } from '#events';
import { type DatabaseSync, isBusy, type Statement, inWriteTransaction } from '../../sqlite/database.js';
import type { StoredEvent } from '../event-log.js';

/** One append as it travels to the writer. */
export type AppendRequest = { stream: string; events: StoredEvent[]; head: Head };

/**
 * What became of an append: the position it is written up to, refused because the stream is elsewhere, or failed with
 * its group.
 */
export type AppendOutcome = number | { actual: number } | { failure: string; written: 'not, busy' | 'not' | 'perhaps' };

/** Writes many appends in one transaction, so that they share one wait for the disk (ADR-005). */
export class GroupCommit {
  private readonly headOf: Statement;
  private readonly hashesAfter: Statement;
  private readonly insert: Statement;

  constructor(private readonly database: DatabaseSync) {
    this.headOf = database.prepare('SELECT revision, hash FROM event WHERE stream = ? ORDER BY revision DESC LIMIT 1');
    this.hashesAfter = database.prepare(
      'SELECT position, hash FROM event WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
    );
    this.insert = database.prepare(
      'INSERT INTO event (stream, revision, type, hash, id, metadata, data) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
  }

  /**
   * One outcome an append, in order. A lost race costs only the loser; a failed COMMIT leaves all of the group in
   * doubt.
   */
  commit(group: AppendRequest[]): AppendOutcome[] {
    let committing = false;
    try {
      return inWriteTransaction(this.database, () => {
        const outcomes = group.map((append) => this.write(append));
        committing = true;
        return outcomes;
      });
    } catch (error) {
      const written = committing ? 'perhaps' : isBusy(error) ? 'not, busy' : 'not';
      return group.map(() => ({ failure: String(error), written }));
    }
  }

  private write({ stream, events, head }: AppendRequest): AppendOutcome {
    const found = this.headOf.get(stream) as Head | undefined;
    const actual = found?.revision ?? -1;
    if (actual !== head.revision) return this.writtenBefore(stream, events, head) ?? { actual };
    if (found && found.hash !== head.hash) return { actual };
    let position = 0;
    for (const { revision, type, hash, id, metadata, data } of events) {
      position = Number(this.insert.run(stream, revision, type, hash, id, metadata, data).lastInsertRowid);
    }
    return position;
  }

  /** The hash covers the id, so equal hashes mean that this very append is already there. */
  private writtenBefore(stream: string, events: StoredEvent[], head: Head): AppendOutcome | null {
    const there = this.hashesAfter.all(stream, head.revision, events.length) as { position: number; hash: string }[];
    const same = there.length === events.length && there.every(({ hash }, i) => hash === events[i]?.hash);
    const last = there.at(-1);
    return same && last ? last.position : null;
  }
}

/** The one place of a process that writes a log. Groups are written in the order they come. */
export interface Writer {
  commit(group: AppendRequest[]): Promise<AppendOutcome[]>;
  close(): Promise<void>;
}

/** Writes where it stands: for a database in memory, which no other connection can see. */
export const memoryWriter = (database: DatabaseSync): Writer => {
  const groups = new GroupCommit(database);
  return { commit: async (group) => groups.commit(group), close: async () => {} };
};
