import { describe, expect, it } from '@jest/globals';
import { ERASED } from '#events';
import { maskedName, maskedPhone } from './masked-persons.js';

describe('masking', () => {
  it('keeps the first character of a name and the ends of a mobile number', () => {
    expect(['张三', '欧阳若兰', '𠮷野'].map(maskedName)).toEqual(['张**', '欧**', '𠮷**']);
    expect(maskedPhone('13800000001')).toBe('138****0001');
  });

  it('keeps less of a shorter number, and nothing of a very short one', () => {
    expect(['057455501101', '87654321', '12345'].map(maskedPhone)).toEqual(['057****1101', '****4321', '****']);
  });

  it('leaves empty and erased values unchanged', () => {
    expect([maskedName(''), maskedPhone(''), maskedName(ERASED), maskedPhone(ERASED)]).toEqual([
      '',
      '',
      ERASED,
      ERASED,
    ]);
  });
});
