import 'fake-indexeddb/auto';
import { expect, it } from '@jest/globals';
import {
  countUnsavedWork,
  deleteUnsavedWork,
  deleteUnsavedWorkOf,
  saveUnsavedWork,
  readUnsavedWork,
} from './unsaved-work.js';

const DAY = 24 * 3600 * 1000;
const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const work = (userId: string, subject: string, content: unknown, daysAgo = 0) => ({
  userId,
  subject,
  at: new Date(NOW - daysAgo * DAY).toISOString(),
  content,
});
const newUser = () => crypto.randomUUID();

it('unsaved work is stored in its newest version for each subject, and only for its user', async () => {
  const [user, otherUser] = [newUser(), newUser()];
  await saveUnsavedWork(work(user, 'a', 1));
  await saveUnsavedWork(work(user, 'a', 2));
  await saveUnsavedWork(work(user, 'b', 3));
  expect((await readUnsavedWork(user, 'a', NOW))?.content).toBe(2);
  expect(await readUnsavedWork(otherUser, 'a', NOW)).toBeNull();
  expect(await countUnsavedWork(user)).toBe(2);
  await deleteUnsavedWork(user, 'a');
  expect([await readUnsavedWork(user, 'a', NOW), (await readUnsavedWork(user, 'b', NOW))?.content]).toEqual([null, 3]);
});

it('unsaved work older than thirty days is not returned and is deleted for every user', async () => {
  const [user, otherUser] = [newUser(), newUser()];
  await saveUnsavedWork(work(user, 'fresh', 1, 30));
  await saveUnsavedWork(work(user, 'old', 1, 31));
  await saveUnsavedWork(work(otherUser, 'old', 1, 31));
  expect(await readUnsavedWork(user, 'old', NOW)).toBeNull();
  expect((await readUnsavedWork(user, 'fresh', NOW))?.content).toBe(1);
  expect([await countUnsavedWork(user), await countUnsavedWork(otherUser)]).toEqual([1, 0]);
});

it('signing out deletes all unsaved work of the user and discards what closing views still write', async () => {
  const [user, otherUser] = [newUser(), newUser()];
  await Promise.all([
    saveUnsavedWork(work(user, 'a', 1)),
    saveUnsavedWork(work(user, 'b', 1)),
    saveUnsavedWork(work(otherUser, 'a', 1)),
  ]);
  await deleteUnsavedWorkOf(user);
  expect(await saveUnsavedWork(work(user, 'a', 2))).toBe(false);
  expect([await countUnsavedWork(user), await countUnsavedWork(otherUser)]).toEqual([0, 1]);
  expect(await readUnsavedWork(user, 'a', NOW)).toBeNull();
  expect(await saveUnsavedWork(work(user, 'a', 3))).toBe(true);
});

it('unsaved work is not stored in a browser without storage', async () => {
  const { indexedDB } = globalThis;
  try {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    expect(await saveUnsavedWork(work('u', 'a', 1))).toBe(false);
    expect([await readUnsavedWork('u', 'a'), await countUnsavedWork('u')]).toEqual([null, 0]);
  } finally {
    Object.assign(globalThis, { indexedDB });
  }
});
