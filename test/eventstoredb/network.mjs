// Simulates the network between client and server: delays calls and counts them by kind.
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { nameOf } from './record.mjs';

const BACKWARDS = streams.ReadReq.Options.ReadDirection.BACKWARDS;

/** The kind of a read, e.g. `readStream user, last`. */
export const kindOfRead = ({ request }) => {
  const options = request.getOptions();
  const direction = options.getReadDirection() === BACKWARDS ? 'last' : 'forwards';
  if (options.hasSubscription()) return 'subscribe';
  if (options.hasAll()) return `readAll, ${direction}`;
  const [category] = nameOf(options.getStream().getStreamIdentifier()).split('-');
  return `readStream ${category}, ${direction}`;
};

export class Network {
  /** Number of calls by kind. */
  calls = {};

  /** @param {number} delayMs delay of each response */
  constructor(delayMs) {
    this.delayMs = delayMs;
  }

  /** Wraps a handler so that its calls are counted and delayed. */
  wrap(kindOf, handler) {
    return (call, callback) => {
      const kind = kindOf(call);
      this.calls[kind] = (this.calls[kind] ?? 0) + 1;
      if (this.delayMs === 0) return handler(call, callback);
      if (callback === undefined) setTimeout(() => handler(call), this.delayMs);
      else handler(call, (...result) => setTimeout(() => callback(...result), this.delayMs));
    };
  }
}
