import type { Head } from '#events';
import { type DatabaseSync, isBusy, type Statement, inWriteTransaction } from '../../sqlite/database.js';
import type { StoredEvent } from '../event-log.js';

/** One append as it is sent to the writer. */
export type AppendRequest = { stream: string; events: StoredEvent[]; head: Head };

/**
 * The outcome of an append: its last position if it was written; the actual revision if the stream has another head; or
 * the failure of its group.
 */
export type AppendOutcome = number | { actual: number } | { failure: string; written: 'not, busy' | 'not' | 'perhaps' };

/** Writes many appends in one transaction, so that they wait for the disk only once (ADR-005). */
export class GroupCommit {
  private readonly selectHead: Statement;
  private readonly selectHashesAfter: Statement;
  private readonly insertEvent: Statement;

  constructor(private readonly database: DatabaseSync) {
    this.selectHead = database.prepare(
      'SELECT revision, hash FROM event WHERE stream = ? ORDER BY revision DESC LIMIT 1',
    );
    this.selectHashesAfter = database.prepare(
      'SELECT position, hash FROM event WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
    );
    this.insertEvent = database.prepare(
      'INSERT INTO event (stream, revision, type, hash, id, metadata, data) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
  }

  /**
   * One outcome per append, in order. A conflict fails only its append; after a failed COMMIT the outcome of the whole
   * group is unknown.
   */
  commit(group: AppendRequest[]): AppendOutcome[] {
    let isCommitting = false;
    try {
      return inWriteTransaction(this.database, () => {
        const outcomes = group.map((append) => this.write(append));
        isCommitting = true;
        return outcomes;
      });
    } catch (error) {
      const written = isCommitting ? 'perhaps' : isBusy(error) ? 'not, busy' : 'not';
      return group.map(() => ({ failure: String(error), written }));
    }
  }

  private write({ stream, events, head }: AppendRequest): AppendOutcome {
    const actualHead = this.selectHead.get(stream) as Head | undefined;
    const actual = actualHead?.revision ?? -1;
    if (actual !== head.revision) return this.findExistingAppend(stream, events, head) ?? { actual };
    if (actualHead && actualHead.hash !== head.hash) return { actual };
    let position = 0;
    for (const { revision, type, hash, id, metadata, data } of events) {
      position = Number(this.insertEvent.run(stream, revision, type, hash, id, metadata, data).lastInsertRowid);
    }
    return position;
  }

  /**
   * The position of this append if it is already in the log. The hash covers the id, so equal hashes mean that it is
   * the same append.
   */
  private findExistingAppend(stream: string, events: StoredEvent[], head: Head): AppendOutcome | null {
    const rows = this.selectHashesAfter.all(stream, head.revision, events.length) as {
      position: number;
      hash: string;
    }[];
    const isSame = rows.length === events.length && rows.every(({ hash }, i) => hash === events[i]?.hash);
    const last = rows.at(-1);
    return isSame && last ? last.position : null;
  }
}

/** The only writer of a log in a process. Groups are written in their order. */
export interface Writer {
  commit(group: AppendRequest[]): Promise<AppendOutcome[]>;
  close(): Promise<void>;
}

/** Writes in place, for a database in memory, which other threads cannot open. */
export const createMemoryWriter = (database: DatabaseSync): Writer => {
  const groupCommit = new GroupCommit(database);
  return { commit: async (group) => groupCommit.commit(group), close: async () => {} };
};
