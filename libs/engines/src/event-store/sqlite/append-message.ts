import type { AppendRequest } from './group-commit.js';

/**
 * Appends as a flat list of their parts. To clone it to another thread takes a fifth of the time of cloning objects.
 */
export type AppendMessage = (string | number)[];

const PARTS_OF_APPEND = 4;
const PARTS_OF_EVENT = 5;

export const toMessage = (appends: readonly AppendRequest[]): AppendMessage => {
  const message: AppendMessage = [];
  for (const { stream, head, events } of appends) {
    message.push(stream, head.revision, head.hash, events.length);
    for (const { type, hash, id, metadata, data } of events) message.push(type, hash, id, metadata, data);
  }
  return message;
};

export const fromMessage = (message: AppendMessage): AppendRequest[] => {
  const appends: AppendRequest[] = [];
  for (let offset = 0; offset < message.length;) {
    const [stream, revision, hash, count] = message.slice(offset, offset + PARTS_OF_APPEND) as [
      string,
      number,
      string,
      number,
    ];
    offset += PARTS_OF_APPEND;
    const events = Array.from({ length: count }, (_, n) =>
      eventAt(message, offset + n * PARTS_OF_EVENT, stream, revision + 1 + n),
    );
    offset += count * PARTS_OF_EVENT;
    appends.push({ stream, head: { revision, hash }, events });
  }
  return appends;
};

const eventAt = (
  message: AppendMessage,
  offset: number,
  stream: string,
  revision: number,
): AppendRequest['events'][number] => {
  const [type, hash, id, metadata, data] = message.slice(offset, offset + PARTS_OF_EVENT) as [
    string,
    string,
    string,
    string,
    string,
  ];
  return { id, stream, revision, type, data, metadata, hash };
};
