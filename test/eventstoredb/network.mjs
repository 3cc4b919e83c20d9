// The way of a call to the server: how long it takes, and how many calls of each kind have come.
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { nameOf } from './record.mjs';

const BACKWARDS = streams.ReadReq.Options.ReadDirection.BACKWARDS;

/** What a read asks for, e.g. `readStream user, last`. */
export const kindOfRead = ({ request }) => {
  const options = request.getOptions();
  const direction = options.getReadDirection() === BACKWARDS ? 'last' : 'forwards';
  if (options.hasSubscription()) return 'subscribe';
  if (options.hasAll()) return `readAll, ${direction}`;
  const [category] = nameOf(options.getStream().getStreamIdentifier()).split('-');
  return `readStream ${category}, ${direction}`;
};

export class Network {
  /** Calls that have come, by kind. */
  calls = {};

  /** @param {number} delayMs from a call to its answer */
  constructor(delayMs) {
    this.delayMs = delayMs;
  }

  /** A handler whose calls are counted and delayed. */
  carried(kindOf, handler) {
    return (call, callback) => {
      const kind = kindOf(call);
      this.calls[kind] = (this.calls[kind] ?? 0) + 1;
      if (this.delayMs === 0) return handler(call, callback);
      if (callback === undefined) setTimeout(() => handler(call), this.delayMs);
      else handler(call, (...answer) => setTimeout(() => callback(...answer), this.delayMs));
    };
  }
}
