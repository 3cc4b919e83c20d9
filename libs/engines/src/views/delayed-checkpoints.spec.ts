import { describe, expect, it } from '@jest/globals';
import { DelayedCheckpoints, type CheckpointMarker } from './delayed-checkpoints.js';

const build = (name: string) => ({ name, version: 1, build: 'b1' });
const upTo = (position: number, logId = 'log') => ({ logId, position: String(position).padStart(20, '0') });

const holding = () => {
  const written: CheckpointMarker[][] = [];
  let onWrite = () => {};
  const markers = new DelayedCheckpoints(async (together) => {
    written.push(together);
    onWrite();
  });
  return { markers, written, nextWrite: () => new Promise<void>((resolve) => (onWrite = resolve)) };
};

describe('checkpoints without rows', () => {
  it('are delayed only for a build that is known to have a checkpoint in the same log', () => {
    const { markers } = holding();
    expect(markers.hold(build('orders'), upTo(1))).toBe(false);
    markers.written(build('orders'), upTo(1));
    expect(markers.hold(build('orders'), upTo(2))).toBe(true);
    expect(markers.hold(build('orders'), upTo(3, 'another log'))).toBe(false);
    expect(markers.hold(build('units'), upTo(2))).toBe(false);
  });

  it('of all views are written together, only the latest of each view', async () => {
    const { markers, written, nextWrite } = holding();
    for (const name of ['orders', 'units']) markers.written(build(name), upTo(1));
    const done = nextWrite();
    markers.hold(build('orders'), upTo(2));
    markers.hold(build('units'), upTo(2));
    markers.hold(build('orders'), upTo(3));
    await done;
    expect(written).toEqual([
      [
        { build: build('orders'), checkpoint: upTo(3) },
        { build: build('units'), checkpoint: upTo(2) },
      ],
    ]);
  });

  it('are visible at once in their process, and never older than the stored checkpoint', () => {
    const { markers } = holding();
    markers.written(build('orders'), upTo(1));
    markers.hold(build('orders'), upTo(5));
    expect(markers.latest(build('orders'), upTo(1))).toEqual(upTo(5));
    expect(markers.latest(build('orders'), upTo(7))).toEqual(upTo(7));
    markers.written(build('orders'), upTo(6));
    expect(markers.latest(build('orders'), upTo(6))).toEqual(upTo(6));
  });

  it('are discarded together with their build', async () => {
    const { markers, written } = holding();
    markers.written(build('orders'), upTo(1));
    markers.hold(build('orders'), upTo(2));
    markers.forget(build('orders'));
    await markers.flush();
    expect(written).toEqual([]);
  });
});
