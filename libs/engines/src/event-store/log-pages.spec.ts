import { expect, it } from '@jest/globals';
import type { EventStore, Position, RecordedEvent } from '#events';
import { logPages } from './log-pages.js';

const positionAt = (n: number): Position => String(n).padStart(20, '0');

const storeWith = (count: number): Pick<EventStore, 'readAll'> => {
  const log = Array.from({ length: count }, (_, n) => ({ position: positionAt(n + 1) }) as RecordedEvent);
  return { readAll: async (after, limit) => log.filter(({ position }) => position > after).slice(0, limit) };
};

const pagesOf = async (store: Pick<EventStore, 'readAll'>, range: Omit<Parameters<typeof logPages>[1], 'pageSize'>) => {
  const pages: number[][] = [];
  for await (const page of logPages(store, { ...range, pageSize: 2 }))
    pages.push(page.map(({ position }) => Number(position)));
  return pages;
};

it('pages of the log contain every event between two positions once, and none beyond', async () => {
  expect(await pagesOf(storeWith(9), { after: positionAt(1), through: positionAt(6) })).toEqual([[2, 3], [4, 5], [6]]);
  expect(await pagesOf(storeWith(3), { after: positionAt(0), through: positionAt(9) })).toEqual([[1, 2], [3]]);
  expect(await pagesOf(storeWith(3), { after: positionAt(3), through: positionAt(3) })).toEqual([]);
});

it('pages of the log end when the signal aborts, and pause in between', async () => {
  const stopping = new AbortController();
  const pause = async () => stopping.abort();
  const range = { after: positionAt(0), through: positionAt(9), signal: stopping.signal, pause };
  expect(await pagesOf(storeWith(9), range)).toEqual([[1, 2]]);
});
