// A subscription to the whole log: pages of history, then each event as it comes, with checkpoints where a filter hides
// much.
import { handlerFailed } from './failures.mjs';
import { caughtUp, checkpointAt, confirmation } from './subscription-messages.mjs';

const MATCHES_IN_A_PAGE = 32;

const unfiltered = { matches: () => true, window: MATCHES_IN_A_PAGE, interval: Infinity };

export class AllSubscription {
  live = false;
  #considered = 0;
  #greeting = [confirmation()];
  /** Records up to here are passed over, on lines that take a position beyond the end by its word. */
  #from = 0;

  /**
   * @param {import('./log.mjs').Log} log
   * @param {import('./lines.mjs').Line} line
   * @param {import('@eventstore/db-client/generated/streams_pb.js').ReadReq.Options.AllOptions} from exclusive
   * @param {import('./filter.mjs').Filter | undefined} filter
   * @throws a failed handler, when it starts inside the log where no record does
   */
  constructor(log, line, from, filter = unfiltered) {
    this.log = log;
    this.line = line;
    this.filter = filter;
    this.next = firstAfter(log, line, from);
    this.#from = line.ignoresFarPositions || !from.hasPosition() ? 0 : Number(from.getPosition().getCommitPosition());
    // The first page of all has no position before it.
    this.pageStart = from.hasStart() || this.next === 0 ? 0 : undefined;
    if (from.hasEnd()) this.#goLive();
  }

  /** Records that this subscription has not looked at yet. */
  get lag() {
    return this.log.records.length - this.next;
  }

  /** Goes back to reading pages, until it has caught up again. */
  fallBehind() {
    this.live = false;
  }

  /** @returns {(Uint8Array | object)[]} what is to be sent next; nothing: wait for an append */
  take() {
    if (this.#greeting.length > 0) return this.#greeting.splice(0);
    if (this.live) return this.#takeLive();
    // A page without a match says nothing, but it is not the end; the last one at least says so.
    for (;;) {
      const messages = this.#takePage();
      if (messages.length > 0) return messages;
    }
  }

  #takePage() {
    const messages = [];
    let considered = 0;
    const { checkpointsBeforePages } = this.line;
    let checkpoint = this.pageStart ?? this.log.records[checkpointsBeforePages ? this.next - 1 : this.next]?.position;
    while (this.lag > 0 && considered < this.filter.window && messages.length < MATCHES_IN_A_PAGE) {
      const record = this.log.records[this.next];
      this.next += 1;
      considered += 1;
      if (!this.filter.matches(record)) continue;
      messages.push(record.wire);
      checkpoint = record.position;
    }
    this.pageStart = undefined;
    if (considered < this.filter.window && messages.length < MATCHES_IN_A_PAGE) {
      if (checkpointsBeforePages && considered > 0 && messages.length === 0 && this.filter.interval < Infinity)
        messages.push(checkpointAt(checkpoint));
      this.#goLive();
      return [...messages, ...this.#greeting.splice(0)];
    }
    this.#considered += considered;
    if (this.#considered >= this.filter.interval) {
      this.#considered %= this.filter.interval;
      messages.push(checkpointAt(checkpoint));
    }
    return messages;
  }

  #takeLive() {
    const messages = [];
    while (this.lag > 0 && messages.length < MATCHES_IN_A_PAGE) {
      const record = this.log.records[this.next];
      this.next += 1;
      this.#considered += 1;
      if (record.position > this.#from && this.filter.matches(record)) messages.push(record.wire);
      if (this.#considered >= this.filter.interval) {
        this.#considered = 0;
        messages.push(checkpointAt(record.position));
      }
    }
    return messages;
  }

  #goLive() {
    this.live = true;
    this.#greeting.push(caughtUp());
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
