import type { Operation, QueryOf } from '#contract';
import { addressOf } from './http.js';
import { readToken } from './token.js';

/** The data of each message in server-sent text, which arrives in pieces cut anywhere; comments and other fields are passed over. */
export const messagesIn = async function* (pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').filter((line) => line.startsWith('data:')).map((line) => line.slice(5).replace(/^ /, ''));
      if (data.length > 0) yield data.join('\n');
    }
  }
};

const textOfBody = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) yield decoder.decode(value, { stream: true });
};

/**
 * Listens to an operation that answers with server-sent events: with fetch, as EventSource can carry no token. Ends silently
 * when the stream ends, breaks or is not to be had, and when `signal` aborts: whoever listens must be able to do without.
 */
export const listenTo = async (operation: Operation, query: QueryOf<Operation>, signal: AbortSignal, onMessage: (data: string) => void): Promise<void> => {
  try {
    const token = readToken();
    const response = await fetch(addressOf(operation, query as Record<string, unknown>), { method: 'GET', headers: { Accept: 'text/event-stream', ...(token ? { Authorization: `Bearer ${token}` } : {}) }, body: null, signal, credentials: 'same-origin' });
    if (!response.ok || !response.body) return;
    for await (const data of messagesIn(textOfBody(response.body))) onMessage(data);
  } catch {
    // Nothing is lost: see above.
  }
};
