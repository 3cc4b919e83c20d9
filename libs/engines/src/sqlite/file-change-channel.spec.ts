import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { FileChangeChannel } from './file-change-channel.js';

const counting = (file: string) => {
  let heard = 0;
  let onNext = () => {};
  const news = new FileChangeChannel(file, () => {
    heard += 1;
    onNext();
  });
  return { news, heard: () => heard, next: () => new Promise<void>((resolve) => (onNext = resolve)) };
};

describe('news of a file', () => {
  it('reach all others that have it open, once for all that is written in a turn, and nobody else', async () => {
    const file = randomUUID();
    const [writer, reader, stranger] = [counting(file), counting(file), counting(randomUUID())];
    const told = reader.next();
    writer.news.notify();
    writer.news.notify();
    await told;
    const again = reader.next();
    writer.news.notify();
    await again;
    expect([writer.heard(), reader.heard(), stranger.heard()]).toEqual([0, 2, 0]);
    for (const { news } of [writer, reader, stranger]) news.close();
  });

  it('are not told after closing', () => {
    const { news } = counting(randomUUID());
    news.notify();
    news.close();
    expect(() => news.notify()).not.toThrow();
  });
});
