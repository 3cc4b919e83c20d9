import { decode, idOfStream, messageEvents, type RecordedEvent } from '#events';
import type { Projection } from '../projection.js';

/** To whom a message went. What it said is read from its own stream, so that who is erased is erased here as well (ADR-003). */
export type MessageRow = {
  id: string;
  messageId: string;
  index: number;
  acceptUserID: string | null;
  sendTime: string;
};

/** A message may go to hundreds: it is read once, not once for each of them. */
const read = new WeakMap<RecordedEvent, MessageRow[]>();
const rowsOf = (event: RecordedEvent): MessageRow[] => {
  const rows = read.get(event) ?? readRows(event);
  read.set(event, rows);
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
