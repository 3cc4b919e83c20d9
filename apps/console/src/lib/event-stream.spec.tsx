import { afterEach, describe, expect, it } from '@jest/globals';
import { getDocumentChanges } from '#contract';
import { followEventStream, messagesIn, type StreamMessage } from './event-stream.js';
import { storeTokenForTab } from './token.js';

const all = async (...chunks: string[]): Promise<StreamMessage[]> => {
  const messages: StreamMessage[] = [];
  const source = async function* () {
    for (const chunk of chunks) yield await Promise.resolve(chunk);
  };
  for await (const message of messagesIn(source())) messages.push(message);
  return messages;
};

describe('messages of an event stream', () => {
  it('are assembled from pieces with their ids, without comments and event names', async () => {
    expect(
      await all(': open\n\nda', 'ta: {"a":', '1}\n', '\nid: 7\nevent: change\ndata: two\ndata:lines\n\n: alive\n\n'),
    ).toEqual([
      { id: '', data: '{"a":1}' },
      { id: '7', data: 'two\nlines' },
    ]);
  });

  it('are ignored if their end is missing', async () =>
    expect(await all('data: whole\n\ndata: half')).toEqual([{ id: '', data: 'whole' }]));
});

describe('a subscription to an event stream', () => {
  const real = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = real;
    sessionStorage.clear();
  });
  const requests: { address: string; headers: Record<string, string> }[] = [];
  const server = (respond: () => unknown) => {
    globalThis.fetch = ((address: string, { headers }: { headers: Record<string, string> }) => {
      requests.push({ address, headers });
      return Promise.resolve().then(respond);
    }) as unknown as typeof fetch;
  };
  const body = (...chunks: Uint8Array[]) => ({
    getReader: () => ({
      read: () =>
        Promise.resolve(chunks.length > 0 ? { value: chunks.shift(), done: false } : { value: undefined, done: true }),
    }),
  });
  const receiveMessages = async (): Promise<string[]> => {
    const messages: string[] = [];
    await followEventStream(getDocumentChanges, { ids: ['a', 'b'] }, new AbortController().signal, (data) =>
      messages.push(data),
    );
    return messages;
  };

  it('sends the token and receives messages, also with a character split between two pieces', async () => {
    storeTokenForTab('t1');
    const bytes = new TextEncoder().encode('data: 已生成\n\n');
    server(() => ({ ok: true, body: body(bytes.slice(0, 8), bytes.slice(8)) }));
    expect(await receiveMessages()).toEqual(['已生成']);
    expect(requests.at(-1)).toEqual({
      address: '/api/v1/documents/changes?ids=a%2Cb',
      headers: { Accept: 'text/event-stream', Authorization: 'Bearer t1' },
    });
  });

  it('continues after the last event id and reports that it is open', async () => {
    server(() => ({ ok: true, body: body(new TextEncoder().encode('id: 8\ndata: next\n\n')) }));
    const messages: string[] = [];
    await followEventStream(
      getDocumentChanges,
      { ids: ['a'] },
      new AbortController().signal,
      (data, id) => messages.push(`${id} ${data}`),
      { lastEventId: '7', onOpen: () => messages.push('open') },
    );
    expect([messages, requests.at(-1)?.headers]).toEqual([
      ['open', '8 next'],
      { Accept: 'text/event-stream', 'Last-Event-ID': '7' },
    ]);
  });

  it.each([
    [401, 'refused'],
    [403, 'refused'],
    [429, 'ended'],
    [503, 'ended'],
  ])('ends on status %i with a result that says whether to retry', async (status, end) => {
    server(() => ({ ok: false, status, body: null }));
    expect(
      await followEventStream(getDocumentChanges, { ids: ['a'] }, new AbortController().signal, () => undefined),
    ).toBe(end);
  });

  it.each([
    ['refused', () => ({ ok: false, body: null })],
    ['without a body', () => ({ ok: true, body: null })],
    [
      'not to be had',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
    [
      'broken off',
      () => ({ ok: true, body: { getReader: () => ({ read: () => Promise.reject(new TypeError('network error')) }) } }),
    ],
  ])('ends without messages if the response is %s', async (_, respond) => {
    server(respond);
    expect(await receiveMessages()).toEqual([]);
  });
});
