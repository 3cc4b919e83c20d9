import { describe, expect, it } from '@jest/globals';
import { UploadMemory } from './upload-input.js';

describe('the memory for files', () => {
  it('is refused at its limit to every holder, and is available again after a release', () => {
    const memory = new UploadMemory({ maxBytes: 100, maxBytesEach: 100 });
    expect([memory.reserve('a', 60), memory.reserve('b', 41), memory.reserve('b', 40), memory.reserve('c', 1)]).toEqual(
      [true, false, true, false],
    );
    memory.release('a', 60);
    expect([memory.reserve('c', 60), memory.reserve('b', 1)]).toEqual([true, false]);
  });

  it('is limited for each single holder', () => {
    const memory = new UploadMemory({ maxBytes: 100, maxBytesEach: 50 });
    expect([
      memory.reserve('a', 30),
      memory.reserve('a', 21),
      memory.reserve('a', 20),
      memory.reserve('b', 50),
    ]).toEqual([true, false, true, true]);
    memory.release('a', 30);
    expect([memory.reserve('a', 30), memory.reserve('a', 1)]).toEqual([true, false]);
  });
});
