import { decode, idOfStream, type MessageEvent, messageEvents, type MessageRecord, type RecordedEvent } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';

/** `kind` is the subject matter, e.g. "witness-signature"; `subjectId` is the id of the object the message is about. */
export type MessageCommand =
  | { type: 'RecordSent'; kind: string; subjectId: string; transport: string; records?: MessageRecord[] }
  | { type: 'RecordFailure'; kind: string; subjectId: string; reason: string; records?: MessageRecord[] };

export type Message = { stage: 'unsent' } | { stage: 'sent'; transport: string } | { stage: 'failed'; reason: string };

/** A sent message stays sent. A second delivery or a late failure records no event. */
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

/** Stream message-<idempotency key>: one message to one receiver. */
export const message: Aggregate<typeof messageEvents, MessageCommand, Message> = {
  category: 'message',
  events: messageEvents,
  decider: { initialState: { stage: 'unsent' }, decide, evolve },
};

/**
 * One receiver of a message. The text is read from the message's own stream, so that erasing a person also erases their
 * name in it (ADR-003).
 */
export type MessageRow = {
  id: string;
  messageId: string;
  index: number;
  acceptUserID: string | null;
  sendTime: string;
};

/** Cache of rows per event, because one message can have hundreds of receivers. */
const rowsByEvent = new WeakMap<RecordedEvent, MessageRow[]>();
const rowsOf = (event: RecordedEvent): MessageRow[] => {
  const rows = rowsByEvent.get(event) ?? readRows(event);
  rowsByEvent.set(event, rows);
  return rows;
};

const readRows = (event: RecordedEvent): MessageRow[] => {
  const messageId = idOfStream(event.stream);
  const { records = [] } = decode(messageEvents, event).data;
  return records.map(({ acceptUserID, sendTime }, index) => ({
    id: `${messageId}.${index}`,
    messageId,
    index,
    acceptUserID,
    sendTime,
  }));
};

export const messages: Projection<MessageRow> = {
  name: 'messages',
  version: 1,
  types: Object.keys(messageEvents),
  idsOf: (event) => rowsOf(event).map(({ id }) => id),
  project: (row, event, id) => rowsOf(event)[Number(id.slice(id.lastIndexOf('.') + 1))] ?? row,
  view: {
    columns: {
      acceptUserID: { type: 'text', of: (row) => row.acceptUserID },
      sendTime: { type: 'text', of: (row) => row.sendTime },
    },
    search: null,
    indexes: [['acceptUserID', 'sendTime']],
  },
};
