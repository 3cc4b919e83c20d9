import type { SentMessage } from '#contract';
import { streamName } from '#domain/event-sourcing';
import { message, type MessageRow } from '#domain/messages';
import { decode, messageEvents, type EventStore } from '#events';

const STATUS = { sent: 1, failed: 2 } as const;

/** A message as its own stream says: who was erased since reads as erased. Null when it was made anew without that receiver. */
export const readSentMessage = async (
  store: EventStore,
  { id, messageId, index }: MessageRow,
): Promise<SentMessage | null> => {
  const last = await store.readLast(streamName(message, messageId));
  if (!last) return null;
  const event = decode(messageEvents, last);
  const record = event.data.records?.[index];
  if (!record) return null;
  const { receiver, ...rest } = record;
  return {
    id,
    ...rest,
    acceptPhone: receiver.phone,
    acceptUserNameFriendly: receiver.name,
    ...(event.type === 'MessageSent'
      ? { sendStatus: STATUS.sent, failure: '' }
      : { sendStatus: STATUS.failed, failure: event.data.reason }),
  };
};
