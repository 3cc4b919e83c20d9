import { expect, it } from '@jest/globals';
import { ApiError } from './http.js';
import { withIdempotencyKey } from './idempotent-write.js';

const failed = (status: number) =>
  new ApiError({
    status,
    code: '',
    message: 'M',
    details: '',
    problems: [],
    requestId: '',
    unauthorized: false,
    operation: 'Op',
    at: new Date(),
  });
/** Sends its own write a few times, each with the next outcome; returns the keys that were sent. */
const keysOf = async (outcomes: (number | 'done')[]): Promise<string[]> => {
  const keys: string[] = [];
  const writeId = crypto.randomUUID();
  for (const outcome of outcomes) {
    await withIdempotencyKey(writeId, (key) => {
      keys.push(key);
      return outcome === 'done' ? Promise.resolve() : Promise.reject(failed(outcome));
    }).catch(() => undefined);
  }
  return keys;
};
const distinct = async (...outcomes: (number | 'done')[]) => new Set(await keysOf(outcomes)).size;

it('a write repeated after no response or status 503 sends the same idempotency key', async () => {
  expect(await distinct(0, 503, 'done')).toBe(1);
});

it('a write after a success or a refusal sends a new idempotency key', async () => {
  expect(await distinct('done', 'done')).toBe(2);
  expect(await distinct(409, 412, 'done')).toBe(3);
});

it('two simultaneous calls of the same write send one request, and another write sends another key', async () => {
  let respond: (value: string) => void = () => undefined;
  const keys: string[] = [];
  const write = (key: string) => {
    keys.push(key);
    return new Promise<string>((resolve) => {
      respond = resolve;
    });
  };
  const twice = [withIdempotencyKey('copy 1', write), withIdempotencyKey('copy 1', write)];
  void withIdempotencyKey('copy 2', (key) => {
    keys.push(key);
    return Promise.resolve('');
  });
  respond('done');
  expect(await Promise.all(twice)).toEqual(['done', 'done']);
  expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
});
