import { describe, expect, it } from '@jest/globals';
import { UploadMemory } from './upload-input.js';

describe('the memory for files', () => {
  it('is refused at its limit to every holder, and is available again after a release', () => {
    const memory = new UploadMemory({ maxBytes: 100, maxBytesEach: 100 });
    expect([memory.take('a', 60), memory.take('b', 41), memory.take('b', 40), memory.take('c', 1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    memory.release('a', 60);
    expect([memory.take('c', 60), memory.take('b', 1)]).toEqual([true, false]);
  });

  it('is limited for each single holder', () => {
    const memory = new UploadMemory({ maxBytes: 100, maxBytesEach: 50 });
    expect([memory.take('a', 30), memory.take('a', 21), memory.take('a', 20), memory.take('b', 50)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    memory.release('a', 30);
    expect([memory.take('a', 30), memory.take('a', 1)]).toEqual([true, false]);
  });
});
