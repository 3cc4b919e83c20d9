import { messageEvents, type MessageEvent, type MessageRecord } from '#events';
import type { Aggregate } from '../handle.js';

/** `kind` says what it is about, e.g. "witness-signature"; `subjectId` the thing it is about. */
export type MessageCommand =
  | { type: 'RecordSent'; kind: string; subjectId: string; transport: string; records?: MessageRecord[] }
  | { type: 'RecordFailure'; kind: string; subjectId: string; reason: string; records?: MessageRecord[] };

export type Message = { stage: 'unsent' } | { stage: 'sent'; transport: string } | { stage: 'failed'; reason: string };

/** A message that was sent stays sent: what is recorded after that, a second delivery or a late failure, changes nothing. */
const decide = (command: MessageCommand, message: Message): MessageEvent[] => {
  if (message.stage === 'sent') return [];
  const { kind, subjectId } = command;
  const records = command.records && command.records.length > 0 ? { records: command.records } : {};
  switch (command.type) {
    case 'RecordSent':
      return [{ type: 'MessageSent', data: { kind, subjectId, transport: command.transport, ...records } }];
    case 'RecordFailure':
      return message.stage === 'failed' && message.reason === command.reason
        ? []
        : [{ type: 'MessageFailed', data: { kind, subjectId, reason: command.reason, ...records } }];
  }
};

const evolve = (_: Message, { type, data }: MessageEvent): Message => {
  switch (type) {
    case 'MessageSent':
      return { stage: 'sent', transport: data.transport };
    case 'MessageFailed':
      return { stage: 'failed', reason: data.reason };
  }
};

/** message-<idempotency key>: one message to one receiver. */
export const message: Aggregate<typeof messageEvents, MessageCommand, Message> = {
  category: 'message',
  events: messageEvents,
  decider: { initialState: { stage: 'unsent' }, decide, evolve },
};
