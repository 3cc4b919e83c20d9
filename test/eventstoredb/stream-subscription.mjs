// A subscription to one stream: its history, then live events, until the stream is tombstoned.
import { handlerFailed, streamDeleted } from './failures.mjs';
import { nameOf } from './record.mjs';
import { caughtUp, confirmation } from './subscription-messages.mjs';

const PAGE = 32;

export class StreamSubscription {
  live = false;
  /** The error that ends the subscription after its last message. */
  failure;
  #controlMessages = [confirmation()];

  /**
   * @param {import('./log.mjs').Log} log
   * @param {import('./lines.mjs').Line} line
   * @param {import('@eventstore/db-client/generated/streams_pb.js').ReadReq.Options.StreamOptions} from exclusive
   * @throws `streamDeleted` if the stream is tombstoned
   */
  constructor(log, line, from) {
    this.log = log;
    this.line = line;
    this.name = nameOf(from.getStreamIdentifier());
    if (this.name === '') throw handlerFailed();
    if (log.isTombstoned(this.name)) throw streamDeleted(this.name);
    this.next = from.hasStart() ? 0 : from.hasEnd() ? this.#stream.last + 1 : Number(from.getRevision()) + 1;
    if (from.hasEnd()) this.#goLive();
  }

  get lag() {
    return Math.max(this.#stream.last + 1 - this.next, 0);
  }

  /** Reads pages again until it has caught up. */
  fallBehind() {
    this.live = false;
  }

  /** @returns {(Uint8Array | object)[]} the next messages; empty until there is another append */
  nextMessages() {
    if (this.#controlMessages.length > 0) return this.#controlMessages.splice(0);
    const stream = this.#stream;
    // Older lines send caughtUp only after the stream exists.
    const isWaiting = this.line.waitsForMissingStreams && stream.isMissing && stream.tombstone === undefined;
    if (!this.live && isWaiting) return [];
    if (!this.live) this.next = Math.max(this.next, stream.firstVisible);
    const records = stream.records.slice(this.next, this.next + PAGE);
    this.next += records.length;
    const messages = records.map(({ wire }) => wire);
    if (records.length === PAGE) return messages;
    if (!this.live) this.#goLive();
    if (stream.tombstone === undefined || this.failure !== undefined)
      return [...messages, ...this.#controlMessages.splice(0)];
    this.failure = streamDeleted(this.name);
    return [...messages, ...this.#controlMessages.splice(0), stream.tombstone.wire];
  }

  get #stream() {
    return this.log.stream(this.name);
  }

  #goLive() {
    this.live = true;
    this.#controlMessages.push(caughtUp());
  }
}
