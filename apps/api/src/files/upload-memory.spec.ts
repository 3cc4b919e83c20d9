import { describe, expect, it } from '@jest/globals';
import { UploadMemory } from './upload-memory.js';

describe('the memory of uploads', () => {
  it('is full at its limit, for whoever asks, and free again as it is given back', () => {
    const memory = new UploadMemory(100);
    expect([memory.take(60), memory.take(41), memory.take(40), memory.take(1)]).toEqual([true, false, true, false]);
    memory.release(60);
    expect([memory.take(60), memory.take(1)]).toEqual([true, false]);
  });
});
