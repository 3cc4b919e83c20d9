// A subscription to the whole log: reads history in pages, then follows the log live. With a filter it also sends
// checkpoints.
import { handlerFailed } from './failures.mjs';
import { caughtUp, checkpointAt, confirmation } from './subscription-messages.mjs';

const MATCHES_PER_PAGE = 32;

const unfiltered = { matches: () => true, window: MATCHES_PER_PAGE, interval: Infinity };

export class AllSubscription {
  live = false;
  #considered = 0;
  #controlMessages = [confirmation()];
  /** Live records up to this position are skipped, on lines that accept a start position beyond the end of the log. */
  #skipUntil = 0;

  /**
   * @param {import('./log.mjs').Log} log
   * @param {import('./lines.mjs').Line} line
   * @param {import('@eventstore/db-client/generated/streams_pb.js').ReadReq.Options.AllOptions} from exclusive
   * @param {import('./filter.mjs').Filter | undefined} filter
   * @throws `handlerFailed` for a position inside the log that is not the position of a record
   */
  constructor(log, line, from, filter = unfiltered) {
    this.log = log;
    this.line = line;
    this.filter = filter;
    this.next = firstAfter(log, line, from);
    this.#skipUntil =
      line.ignoresFarPositions || !from.hasPosition() ? 0 : Number(from.getPosition().getCommitPosition());
    // The first page of the log has no position before it.
    this.pageStart = from.hasStart() || this.next === 0 ? 0 : undefined;
    if (from.hasEnd()) this.#goLive();
  }

  /** Number of records that this subscription has not read yet. */
  get lag() {
    return this.log.records.length - this.next;
  }

  /** Reads pages again until it has caught up. */
  fallBehind() {
    this.live = false;
  }

  /** @returns {(Uint8Array | object)[]} the next messages; empty until there is another append */
  nextMessages() {
    if (this.#controlMessages.length > 0) return this.#controlMessages.splice(0);
    if (this.live) return this.#nextLive();
    // A page without a match has no messages, except for the last one, which has caughtUp.
    for (;;) {
      const messages = this.#nextPage();
      if (messages.length > 0) return messages;
    }
  }

  #nextPage() {
    const messages = [];
    let considered = 0;
    const { checkpointsBeforePages } = this.line;
    let checkpoint = this.pageStart ?? this.log.records[checkpointsBeforePages ? this.next - 1 : this.next]?.position;
    while (this.lag > 0 && considered < this.filter.window && messages.length < MATCHES_PER_PAGE) {
      const record = this.log.records[this.next];
      this.next += 1;
      considered += 1;
      if (!this.filter.matches(record)) continue;
      messages.push(record.wire);
      checkpoint = record.position;
    }
    this.pageStart = undefined;
    if (considered < this.filter.window && messages.length < MATCHES_PER_PAGE) {
      if (checkpointsBeforePages && considered > 0 && messages.length === 0 && this.filter.interval < Infinity)
        messages.push(checkpointAt(checkpoint));
      this.#goLive();
      return [...messages, ...this.#controlMessages.splice(0)];
    }
    this.#considered += considered;
    if (this.#considered >= this.filter.interval) {
      this.#considered %= this.filter.interval;
      messages.push(checkpointAt(checkpoint));
    }
    return messages;
  }

  #nextLive() {
    const messages = [];
    while (this.lag > 0 && messages.length < MATCHES_PER_PAGE) {
      const record = this.log.records[this.next];
      this.next += 1;
      this.#considered += 1;
      if (record.position > this.#skipUntil && this.filter.matches(record)) messages.push(record.wire);
      if (this.#considered >= this.filter.interval) {
        this.#considered = 0;
        messages.push(checkpointAt(record.position));
      }
    }
    return messages;
  }

  #goLive() {
    this.live = true;
    this.#controlMessages.push(caughtUp());
  }
}

const firstAfter = (log, { refusesPositionsInside }, from) => {
  if (from.hasStart()) return 0;
  if (from.hasEnd()) return log.records.length;
  const commit = Number(from.getPosition().getCommitPosition());
  const { index, exact } = log.find(commit);
  if (exact) return index + 1;
  if (commit === 0 || commit >= log.end || !refusesPositionsInside) return index;
  throw handlerFailed();
};
