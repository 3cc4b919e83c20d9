// Sends the messages of a subscription with backpressure. A live client that reads too slowly is dropped or has to
// catch up again.
import { tooSlow } from './failures.mjs';

/** A live subscriber is too slow if its lag is above SLOW_LAG and its connection has been blocked for SLOW_MS. */
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
      if (messages.length === 0) messages = subscription.nextMessages().reverse();
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
    const isSlow =
      subscription.live &&
      subscription.lag > SLOW_LAG &&
      blockedSince !== undefined &&
      Date.now() - blockedSince > SLOW_MS;
    if (isSlow && writer.line.dropsSlowConsumers) return end(tooSlow());
    if (isSlow) subscription.fallBehind();
    pump();
  };

  const stopFollowing = writer.follow(onAppended);
  call.on('drain', onDrain);
  call.on('cancelled', stopFollowing);
  pump();
};
