import type { Operation, QueryOf } from '#contract';
import { operationUrl } from './http.js';
import { readToken } from './token.js';

/** One message of a stream; `id` is empty for one that has none. */
export type StreamMessage = { id: string; data: string };

const fieldsOf = (lines: readonly string[], name: string): string[] =>
  lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ''));

/** The messages of server-sent text, which arrives in arbitrary chunks; comments and other fields are ignored. */
export const messagesIn = async function* (chunks: AsyncIterable<string>): AsyncGenerator<StreamMessage> {
  let buffer = '';
  for await (const chunk of chunks) {
    const blocks = (buffer + chunk).split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const data = fieldsOf(lines, 'data');
      if (data.length > 0) yield { id: fieldsOf(lines, 'id').at(-1) ?? '', data: data.join('\n') };
    }
  }
};

const textOfBody = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read())
    yield decoder.decode(value, { stream: true });
};

export type ListenOptions = {
  /** Id of the last message, to resume after it. */
  lastEventId?: string;
  /** The stream is open; messages may follow. */
  onOpen?(): void;
};

/** These statuses are temporary: Request Timeout, Too Early, Too Many Requests. */
const TEMPORARY = [408, 425, 429];

/**
 * Listens to an operation that responds with server-sent events. It uses fetch, because EventSource cannot send a
 * token. Ends silently when the stream ends, breaks or cannot be opened, and when `signal` aborts: the caller must work
 * without it.
 * @returns `refused` if the service does not allow or understand the request, so that a retry is of no use
 */
export const followEventStream = async (
  operation: Operation,
  query: QueryOf<Operation>,
  signal: AbortSignal,
  onMessage: (data: string, id: string) => void,
  { lastEventId, onOpen }: ListenOptions = {},
): Promise<'ended' | 'refused'> => {
  try {
    const token = readToken();
    const headers = {
      Accept: 'text/event-stream',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
    };
    const response = await fetch(operationUrl(operation, query as Record<string, unknown>), {
      method: 'GET',
      headers,
      body: null,
      signal,
      credentials: 'same-origin',
    });
    if (response.status >= 400 && response.status < 500 && !TEMPORARY.includes(response.status)) return 'refused';
    if (!response.ok || !response.body) return 'ended';
    onOpen?.();
    for await (const { data, id } of messagesIn(textOfBody(response.body))) onMessage(data, id);
  } catch {
    // Ends silently, see above.
  }
  return 'ended';
};
