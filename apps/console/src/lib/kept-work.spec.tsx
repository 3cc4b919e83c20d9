import 'fake-indexeddb/auto';
import { expect, it } from '@jest/globals';
import { countWorkOf, forgetWork, forgetWorkOf, keepWork, keptWork } from './kept-work.js';

const DAY = 24 * 3600 * 1000;
const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const work = (userId: string, subject: string, content: unknown, daysAgo = 0) => ({
  userId,
  subject,
  at: new Date(NOW - daysAgo * DAY).toISOString(),
  content,
});
const newUser = () => crypto.randomUUID();

it('keeps the newest of a subject, for its user only', async () => {
  const [user, other] = [newUser(), newUser()];
  await keepWork(work(user, 'a', 1));
  await keepWork(work(user, 'a', 2));
  await keepWork(work(user, 'b', 3));
  expect((await keptWork(user, 'a', NOW))?.content).toBe(2);
  expect(await keptWork(other, 'a', NOW)).toBeNull();
  expect(await countWorkOf(user)).toBe(2);
  await forgetWork(user, 'a');
  expect([await keptWork(user, 'a', NOW), (await keptWork(user, 'b', NOW))?.content]).toEqual([null, 3]);
});

it('offers nothing older than thirty days, and removes it, whoever left it', async () => {
  const [user, other] = [newUser(), newUser()];
  await keepWork(work(user, 'fresh', 1, 30));
  await keepWork(work(user, 'old', 1, 31));
  await keepWork(work(other, 'old', 1, 31));
  expect(await keptWork(user, 'old', NOW)).toBeNull();
  expect((await keptWork(user, 'fresh', NOW))?.content).toBe(1);
  expect([await countWorkOf(user), await countWorkOf(other)]).toEqual([1, 0]);
});

it('forgets everything of a user who signs out, and keeps nothing their closing views still write', async () => {
  const [user, other] = [newUser(), newUser()];
  await Promise.all([keepWork(work(user, 'a', 1)), keepWork(work(user, 'b', 1)), keepWork(work(other, 'a', 1))]);
  await forgetWorkOf(user);
  expect(await keepWork(work(user, 'a', 2))).toBe(false);
  expect([await countWorkOf(user), await countWorkOf(other)]).toEqual([0, 1]);
  expect(await keptWork(user, 'a', NOW)).toBeNull();
  expect(await keepWork(work(user, 'a', 3))).toBe(true);
});

it('does without storage where the browser has none', async () => {
  const { indexedDB } = globalThis;
  try {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    expect(await keepWork(work('u', 'a', 1))).toBe(false);
    expect([await keptWork('u', 'a'), await countWorkOf('u')]).toEqual([null, 0]);
  } finally {
    Object.assign(globalThis, { indexedDB });
  }
});
