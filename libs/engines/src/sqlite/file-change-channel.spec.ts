import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { FileChangeChannel } from './file-change-channel.js';

const openCountingChannel = (file: string) => {
  let messageCount = 0;
  let onNext = () => {};
  const channel = new FileChangeChannel(file, () => {
    messageCount += 1;
    onNext();
  });
  return {
    channel,
    messageCount: () => messageCount,
    nextMessage: () => new Promise<void>((resolve) => (onNext = resolve)),
  };
};

describe('notifications of changes to a file', () => {
  it('reach the others that have the same file open, once for all changes of a turn', async () => {
    const file = randomUUID();
    const [writer, reader, stranger] = [
      openCountingChannel(file),
      openCountingChannel(file),
      openCountingChannel(randomUUID()),
    ];
    const firstMessage = reader.nextMessage();
    writer.channel.notify();
    writer.channel.notify();
    await firstMessage;
    const secondMessage = reader.nextMessage();
    writer.channel.notify();
    await secondMessage;
    expect([writer.messageCount(), reader.messageCount(), stranger.messageCount()]).toEqual([0, 2, 0]);
    for (const { channel } of [writer, reader, stranger]) channel.close();
  });

  it('can be sent after closing without an error', () => {
    const { channel } = openCountingChannel(randomUUID());
    channel.notify();
    channel.close();
    expect(() => channel.notify()).not.toThrow();
  });
});
