import { type DatabaseSync, openDatabase } from '../../sqlite/database.js';
import { type AppendRequest, GroupCommit, type AppendOutcome, type Writer } from './group-commit.js';
import { WriterThread } from './writer-thread.js';

/** Maximum number of characters of JSON of an append that is written in place. */
const MAX_SMALL_LENGTH = 64 * 1024;
/**
 * A write that takes longer than this blocks the event loop for too long. After it, nothing is written in place for ten
 * times its duration, so that a slow disk takes at most a tenth of the event loop.
 */
const SLOW_MS = 5;
const PAUSE_FACTOR = 10;
/** Number of appends between checkpoints; about as often as SQLite does it by itself, which is after 1,000 pages. */
const CHECKPOINT_INTERVAL = 250;

/**
 * Writes a file. Groups, large appends and everything that has to wait for another process or a slow disk go to a
 * thread, so that they never block HTTP. A small append that comes alone, after another one that came alone, is written
 * in place: the messages to and from the thread take half as long as the write itself. Between groups a single append
 * goes to the thread, too, because then many requests are active, and a write in place would block all of them.
 */
export class FileWriter implements Writer {
  private readonly database: DatabaseSync;
  private readonly inlineWriter: GroupCommit;
  private readonly thread: WriterThread;
  private wasLastGroupSingle = true;
  private pausedUntil = 0;
  private appendsSinceCheckpoint = 0;

  constructor(file: string) {
    this.database = openDatabase(file);
    // This connection never waits: the thread writes a busy file and copies the write-ahead log into the file.
    this.database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = 0');
    this.inlineWriter = new GroupCommit(this.database);
    this.thread = new WriterThread(file);
  }

  async commit(group: AppendRequest[]): Promise<AppendOutcome[]> {
    const isSingle = group.length === 1;
    const isWrittenInPlace = isSingle && this.wasLastGroupSingle;
    this.wasLastGroupSingle = isSingle;
    return (isWrittenInPlace ? this.commitInPlace(group) : null) ?? this.thread.commit(group);
  }

  async close(): Promise<void> {
    await this.thread.close();
    if (this.database.isOpen) this.database.close();
  }

  private commitInPlace(group: AppendRequest[]): AppendOutcome[] | null {
    const startedAt = performance.now();
    if (!group.every(isSmall) || !this.thread.isIdle || startedAt < this.pausedUntil) return null;
    const outcomes = this.inlineWriter.commit(group);
    if (
      outcomes.some((outcome) => typeof outcome === 'object' && 'failure' in outcome && outcome.written === 'not, busy')
    )
      return null;
    const endedAt = performance.now();
    if (endedAt - startedAt > SLOW_MS) this.pausedUntil = endedAt + PAUSE_FACTOR * (endedAt - startedAt);
    this.checkpointIfDue();
    return outcomes;
  }

  private checkpointIfDue(): void {
    if (++this.appendsSinceCheckpoint < CHECKPOINT_INTERVAL) return;
    this.appendsSinceCheckpoint = 0;
    this.thread.checkpoint();
  }
}

const isSmall = ({ events }: AppendRequest): boolean =>
  events.reduce((length, { data, metadata }) => length + data.length + metadata.length, 0) <= MAX_SMALL_LENGTH;
