// One stream: its records and its metadata.
import { isTombstone } from './record.mjs';

/** $tb of a soft-deleted stream, 2^63-1: all events are hidden, and new events continue the numbering. */
export const HIDE_ALL = '9223372036854775807';

export class Stream {
  /** @type {import('./record.mjs').Record[]} by revision */
  records = [];
  /** @type {import('./record.mjs').Record | undefined} */
  tombstone;
  /** @type {{ $tb?: number, $maxCount?: number }} */
  metadata = {};

  /** @param {string} name */
  constructor(name) {
    this.name = name;
    // A real node keeps only the last metadata event of a stream.
    if (name.startsWith('$$')) this.metadata = { $maxCount: 1 };
  }

  /** @param {import('./record.mjs').Record} record */
  add(record) {
    if (isTombstone(record)) this.tombstone = record;
    else this.records.push(record);
  }

  /** Revision of the last event, -1 if there never was one. */
  get last() {
    return this.records.length - 1;
  }

  get isSoftDeleted() {
    return this.metadata.$tb >= Number(HIDE_ALL);
  }

  /** Whether a reader gets StreamNotFound: the stream was never written or is soft-deleted. */
  get isMissing() {
    return this.last < 0 || this.isSoftDeleted;
  }

  get firstVisible() {
    const { $tb = 0, $maxCount = Infinity } = this.metadata;
    return Math.max($tb, this.records.length - $maxCount, 0);
  }
}
