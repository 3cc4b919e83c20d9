// Brings what a subscription has to say to its client, as fast as the client takes it and, once live, not slower.
import { tooSlow } from './failures.mjs';

/** A node drops a live subscriber that is this far behind and takes nothing for a while. */
const SLOW_LAG = 64;
const SLOW_MS = 50;

/**
 * @param {import('@grpc/grpc-js').ServerWritableStream} call
 * @param {import('./writer.mjs').Writer} writer
 * @param {import('./all-subscription.mjs').AllSubscription | import('./stream-subscription.mjs').StreamSubscription}
 * subscription
 */
export const deliver = (call, writer, subscription) => {
  let messages = [];
  let blockedSince;

  const pump = () => {
    while (blockedSince === undefined && !call.cancelled) {
      if (messages.length === 0) messages = subscription.take().reverse();
      if (messages.length === 0) {
        if (subscription.failure !== undefined) end(subscription.failure);
        return;
      }
      if (!call.write(messages.pop())) blockedSince = Date.now();
    }
  };
  const end = (failure) => {
    stopFollowing();
    call.off('drain', onDrain);
    call.emit('error', failure);
  };
  const onDrain = () => {
    blockedSince = undefined;
    pump();
  };
  const onAppended = () => {
    const slow =
      subscription.live &&
      subscription.lag > SLOW_LAG &&
      blockedSince !== undefined &&
      Date.now() - blockedSince > SLOW_MS;
    if (slow && writer.line.dropsSlowConsumers) return end(tooSlow());
    if (slow) subscription.fallBehind();
    pump();
  };

  const stopFollowing = writer.follow(onAppended);
  call.on('drain', onDrain);
  call.on('cancelled', stopFollowing);
  pump();
};
