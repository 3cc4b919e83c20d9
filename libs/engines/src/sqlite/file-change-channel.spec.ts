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

describe('notifications of changes to a file', () => {
  it('reach the others that have the same file open, once for all changes of a turn', async () => {
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

  it('can be sent after closing without an error', () => {
    const { news } = counting(randomUUID());
    news.notify();
    news.close();
    expect(() => news.notify()).not.toThrow();
  });
});
