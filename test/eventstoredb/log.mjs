// The log of all streams in memory: records in order, and indexes by position, stream and id.
import { METADATA_TYPE, originalOf, parseMetadata } from './metadata.mjs';
import { dataOf, decodeRecord, encodeRecord } from './record.mjs';
import { frameOf, layout, recordsOf } from './log-file.mjs';
import { Stream } from './stream.mjs';

/** Positions are byte offsets. A new node has already written system events before this one. */
const FIRST_POSITION = 536;

export class Log {
  /** @type {import('./record.mjs').Record[]} by position */
  records = [];
  /** The position of the next append. */
  end = FIRST_POSITION;
  /** @type {Map<string, Stream>} */
  streams = new Map();
  /**
   * Records of this run by id; as on a real node, they do not survive a restart.
   * @type {Map<string, import('./record.mjs').Record>}
   */
  recentIds = new Map();

  /** @param {Buffer[]} frames of previous runs */
  constructor(frames) {
    for (const frame of frames) this.#add(frame, recordsOf(frame).map(decodeRecord));
  }

  /** @param {string} name */
  stream(name) {
    return this.streams.get(name) ?? new Stream(name);
  }

  /** @param {string} name */
  isTombstoned(name) {
    return (
      this.streams.get(name)?.tombstone !== undefined ||
      this.streams.get(originalOf(name) ?? '')?.tombstone !== undefined
    );
  }

  /**
   * Records an append, which may touch several streams.
   * @param {{ stream: string, proposal: import('./record.mjs').Proposal }[]} events
   * @returns {{ frame: Buffer, records: import('./record.mjs').Record[] }} the frame must be on disk before the
   * append is acknowledged
   */
  record(events) {
    const created = new Date();
    const nextRevisions = new Map();
    let position = this.end + layout.firstRecord;
    const records = events.map(({ stream, proposal }) => {
      const revision = nextRevisions.get(stream) ?? this.stream(stream).last + 1;
      nextRevisions.set(stream, revision + 1);
      const record = encodeRecord({ stream, revision, position, created, proposal });
      position += record.wire.length + layout.betweenRecords;
      return record;
    });
    const frame = frameOf(records.map(({ wire }) => wire));
    for (const [i, wire] of recordsOf(frame).entries()) records[i].wire = wire;
    for (const record of records) this.recentIds.set(record.id, record);
    this.#add(frame, records);
    return { frame, records };
  }

  /**
   * Index of the record at a position, or of the first after it; `exact` tells which.
   * @param {number} position
   */
  find(position) {
    let low = 0;
    let high = this.records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.records[middle].position < position) low = middle + 1;
      else high = middle;
    }
    return { index: low, exact: this.records[low]?.position === position };
  }

  #add(frame, records) {
    this.end += frame.length;
    for (const record of records) {
      this.records.push(record);
      const stream = this.stream(record.stream);
      this.streams.set(stream.name, stream);
      record.stream = stream.name;
      stream.add(record);
      if (record.type === METADATA_TYPE) this.#updateMetadata(originalOf(record.stream), record);
    }
  }

  #updateMetadata(name, record) {
    if (name === undefined) return;
    const stream = this.stream(name);
    this.streams.set(name, stream);
    stream.metadata = parseMetadata(dataOf(record));
  }
}
