import { type DatabaseSync, openDatabase } from '../../sqlite/database.js';
import { type AppendRequest, GroupCommit, type AppendOutcome, type Writer } from './group-commit.js';
import { WriterThread } from './writer-thread.js';

/** Characters of JSON an append may have to be written in place. */
const SMALL = 64 * 1024;
/**
 * A write that took longer than this stopped the event loop for too long: none is made in place for ten times as long,
 * so that a slow disk has a tenth of the loop at most.
 */
const SLOW_MS = 5;
const REST = 10;
/** About as often as SQLite would do it by itself, which is after 1,000 pages. */
const CHECKPOINT_EVERY = 250;

/**
 * Writes a file. Groups, large appends and all that must wait for another process or a slow disk go to a thread, so
 * that they never stop HTTP. A small append that comes alone, as the one before it did, is written where it stands,
 * without waiting for anybody: waking the thread and being woken by it takes half as long again as the write itself.
 * Among groups it goes to the thread as they do: many are at work then, and all of them would wait for the disk with
 * this one.
 */
export class FileWriter implements Writer {
  private readonly database: DatabaseSync;
  private readonly inPlace: GroupCommit;
  private readonly thread: WriterThread;
  private lastWasAlone = true;
  private restsUntil = 0;
  private uncopied = 0;

  constructor(file: string) {
    this.database = openDatabase(file);
    // Neither waits: a busy file is the thread's, and so is copying the write-ahead log into the file.
    this.database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = 0');
    this.inPlace = new GroupCommit(this.database);
    this.thread = new WriterThread(file);
  }

  async commit(group: AppendRequest[]): Promise<AppendOutcome[]> {
    const isAlone = group.length === 1;
    const keepsAlone = isAlone && this.lastWasAlone;
    this.lastWasAlone = isAlone;
    return (keepsAlone ? this.commitInPlace(group) : null) ?? this.thread.commit(group);
  }

  async close(): Promise<void> {
    await this.thread.close();
    if (this.database.isOpen) this.database.close();
  }

  private commitInPlace(group: AppendRequest[]): AppendOutcome[] | null {
    const started = performance.now();
    if (!group.every(isSmall) || !this.thread.isIdle || started < this.restsUntil) return null;
    const outcomes = this.inPlace.commit(group);
    if (
      outcomes.some((outcome) => typeof outcome === 'object' && 'failure' in outcome && outcome.written === 'not, busy')
    )
      return null;
    const ended = performance.now();
    if (ended - started > SLOW_MS) this.restsUntil = ended + REST * (ended - started);
    this.copyNowAndThen();
    return outcomes;
  }

  private copyNowAndThen(): void {
    if (++this.uncopied < CHECKPOINT_EVERY) return;
    this.uncopied = 0;
    this.thread.checkpoint();
  }
}

const isSmall = ({ events }: AppendRequest): boolean =>
  events.reduce((length, { data, metadata }) => length + data.length + metadata.length, 0) <= SMALL;
