import { expect, it } from '@jest/globals';
import { dashedId, isJsonEqual, sameId } from './equality.js';

it('K-009 ids are compared regardless of dashes and case, and reformatted to 8-4-4-4-12', () => {
  const dashed = '01234567-89ab-cdef-0123-456789abcdef';
  expect(sameId(dashed, '0123456789ABCDEF0123456789ABCDEF')).toBe(true);
  expect(sameId(dashed, dashed.replace('0', '1'))).toBe(false);
  expect([sameId(null, null), sameId(null, dashed), sameId(dashed, null)]).toEqual([true, false, false]);
  expect([dashedId('0123456789ABCDEF0123456789ABCDEF'), dashedId('q-1')]).toEqual([dashed, 'q-1']);
});

it('JSON values are equal whatever the order of their members, and undefined members are ignored', () => {
  expect(isJsonEqual({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1, d: undefined })).toBe(true);
  expect([
    isJsonEqual({ a: 1 }, { a: 2 }),
    isJsonEqual({ a: 1 }, { b: 1 }),
    isJsonEqual([1, 2], [2, 1]),
    isJsonEqual([], {}),
    isJsonEqual({ a: null }, { a: {} }),
    isJsonEqual(1, '1'),
  ]).toEqual(Array(6).fill(false));
});
