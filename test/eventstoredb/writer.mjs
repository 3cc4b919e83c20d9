// The single writer: decides the appends of one turn of the event loop in order, makes them durable with one fsync,
// then acknowledges them.
import { check } from './expected-revision.mjs';
import { metastreamOf, truncation } from './metadata.mjs';

/** On a real node a subscriber sees about one event in ten before its append is acknowledged. */
const LATE_ACKNOWLEDGEMENTS = 0.1;

export class Writer {
  #pendingWrites = [];
  #followers = new Set();

  /**
   * @param {import('./log.mjs').Log} log
   * @param {ReturnType<typeof import('./log-file.mjs').openLogFile>} file
   * @param {import('./lines.mjs').Line} line
   */
  constructor(log, file, line) {
    this.log = log;
    this.line = line;
    this.file = file;
  }

  /**
   * @param {{ stream: string, expected: import('./expected-revision.mjs').Expected, proposals:
   * import('./record.mjs').Proposal[] }} append
   * @returns {Promise<import('./expected-revision.mjs').Verdict & { last?: import('./record.mjs').Record }>}
   * resolves when the append is durable, usually before subscribers see it
   */
  append({ stream, expected, proposals }) {
    return this.write(
      () =>
        check(
          this.log,
          stream,
          expected,
          proposals.map(({ id }) => id),
        ),
      () => {
        const isRevived = proposals.length > 0 && this.log.stream(stream).isSoftDeleted;
        const events = proposals.map((proposal) => ({ stream, proposal }));
        if (!isRevived) return events;
        const { metadata, last } = this.log.stream(stream);
        return [...events, { stream: metastreamOf(stream), proposal: truncation(metadata, last + 1) }];
      },
    ).then((verdict) =>
      verdict.kind === 'write' ? { ...verdict, last: verdict.records[proposals.length - 1] } : verdict,
    );
  }

  /**
   * @param {() => import('./expected-revision.mjs').Verdict} decide called just before the write
   * @param {() => { stream: string, proposal: import('./record.mjs').Proposal }[]} eventsOf the events to
   * write
   */
  write(decide, eventsOf) {
    return new Promise((resolve) => {
      if (this.#pendingWrites.push({ decide, eventsOf, resolve }) === 1) setImmediate(() => this.#flush());
    });
  }

  /**
   * @param {() => void} onAppended called after each turn that has appended
   * @returns {() => void} stops following
   */
  follow(onAppended) {
    this.#followers.add(onAppended);
    return () => this.#followers.delete(onAppended);
  }

  #flush() {
    const frames = [];
    const acknowledgements = this.#pendingWrites.splice(0).map(({ decide, eventsOf, resolve }) => {
      const verdict = decide();
      const events = verdict.kind === 'write' ? eventsOf() : [];
      if (events.length === 0) return () => resolve({ ...verdict, records: [] });
      const { frame, records } = this.log.record(events);
      frames.push(frame);
      return () => resolve({ ...verdict, records });
    });
    if (frames.length > 0) this.file.write(frames);
    for (const acknowledge of acknowledgements) {
      if (Math.random() < LATE_ACKNOWLEDGEMENTS) setTimeout(acknowledge, Math.random() * 5);
      else acknowledge();
    }
    // One turn later, after the acknowledgements are sent.
    if (frames.length > 0) setImmediate(() => this.#followers.forEach((onAppended) => onAppended()));
  }
}
