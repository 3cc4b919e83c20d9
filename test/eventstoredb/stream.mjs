// One stream: its records, and what its metadata stream says about it.
import { isTombstone } from './record.mjs';

/** $tb of a soft-deleted stream, 2^63-1: all that was written is hidden, what comes continues the numbering. */
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
    // A real node keeps one metadata event a stream.
    if (name.startsWith('$$')) this.metadata = { $maxCount: 1 };
  }

  /** @param {import('./record.mjs').Record} record */
  add(record) {
    if (isTombstone(record)) this.tombstone = record;
    else this.records.push(record);
  }

  /** Revision of the last event; -1 when there was never one. */
  get last() {
    return this.records.length - 1;
  }

  get softDeleted() {
    return this.metadata.$tb >= Number(HIDE_ALL);
  }

  /** As a reader sees it: never written, or deleted so that it may come again. */
  get missing() {
    return this.last < 0 || this.softDeleted;
  }

  get firstVisible() {
    const { $tb = 0, $maxCount = Infinity } = this.metadata;
    return Math.max($tb, this.records.length - $maxCount, 0);
  }
}
