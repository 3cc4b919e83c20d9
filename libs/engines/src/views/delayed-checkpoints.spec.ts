import { describe, expect, it } from '@jest/globals';
import { DelayedCheckpoints, type CheckpointMarker } from './delayed-checkpoints.js';

const build = (name: string) => ({ name, version: 1, build: 'b1' });
const upTo = (position: number, logId = 'log') => ({ logId, position: String(position).padStart(20, '0') });

const setUp = () => {
  const writtenBatches: CheckpointMarker[][] = [];
  let onWrite = () => {};
  const delayedCheckpoints = new DelayedCheckpoints(async (batch) => {
    writtenBatches.push(batch);
    onWrite();
  });
  return { delayedCheckpoints, writtenBatches, nextWrite: () => new Promise<void>((resolve) => (onWrite = resolve)) };
};

describe('checkpoints without rows', () => {
  it('are delayed only for a build that is known to have a checkpoint in the same log', () => {
    const { delayedCheckpoints } = setUp();
    expect(delayedCheckpoints.delay(build('orders'), upTo(1))).toBe(false);
    delayedCheckpoints.markWritten(build('orders'), upTo(1));
    expect(delayedCheckpoints.delay(build('orders'), upTo(2))).toBe(true);
    expect(delayedCheckpoints.delay(build('orders'), upTo(3, 'another log'))).toBe(false);
    expect(delayedCheckpoints.delay(build('units'), upTo(2))).toBe(false);
  });

  it('of all views are written together, only the latest of each view', async () => {
    const { delayedCheckpoints, writtenBatches, nextWrite } = setUp();
    for (const name of ['orders', 'units']) delayedCheckpoints.markWritten(build(name), upTo(1));
    const write = nextWrite();
    delayedCheckpoints.delay(build('orders'), upTo(2));
    delayedCheckpoints.delay(build('units'), upTo(2));
    delayedCheckpoints.delay(build('orders'), upTo(3));
    await write;
    expect(writtenBatches).toEqual([
      [
        { build: build('orders'), checkpoint: upTo(3) },
        { build: build('units'), checkpoint: upTo(2) },
      ],
    ]);
  });

  it('are visible at once in their process, and never older than the stored checkpoint', () => {
    const { delayedCheckpoints } = setUp();
    delayedCheckpoints.markWritten(build('orders'), upTo(1));
    delayedCheckpoints.delay(build('orders'), upTo(5));
    expect(delayedCheckpoints.latest(build('orders'), upTo(1))).toEqual(upTo(5));
    expect(delayedCheckpoints.latest(build('orders'), upTo(7))).toEqual(upTo(7));
    delayedCheckpoints.markWritten(build('orders'), upTo(6));
    expect(delayedCheckpoints.latest(build('orders'), upTo(6))).toEqual(upTo(6));
  });

  it('are discarded together with their build', async () => {
    const { delayedCheckpoints, writtenBatches } = setUp();
    delayedCheckpoints.markWritten(build('orders'), upTo(1));
    delayedCheckpoints.delay(build('orders'), upTo(2));
    delayedCheckpoints.forget(build('orders'));
    await delayedCheckpoints.flush();
    expect(writtenBatches).toEqual([]);
  });
});
