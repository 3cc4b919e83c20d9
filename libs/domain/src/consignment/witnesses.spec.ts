import { expect, it } from '@jest/globals';
import { witnessesFromText, witnessesToText } from './witnesses.js';

const rows = [
  { name: 'A', cardNo: '1', phone: '13800000001' },
  { name: 'B', cardNo: '', phone: '13800000002' },
];

it('CF-016 several witnesses are pipe-separated and come back aligned, also when a number is empty', () => {
  expect(witnessesToText(rows)).toEqual({ person: 'A|B', cardNo: '1|', phone: '13800000001|13800000002' });
  expect(witnessesFromText(witnessesToText(rows))).toEqual(rows);
});

it('no witness is three empty texts', () => {
  expect(witnessesToText([])).toEqual({ person: '', cardNo: '', phone: '' });
  expect(witnessesFromText({ person: '', cardNo: '', phone: '' })).toEqual([]);
});

it('missing parts are empty and rows without any part are no witnesses', () => {
  expect(witnessesFromText({ person: 'A||C', cardNo: '', phone: '1' })).toEqual([
    { name: 'A', cardNo: '', phone: '1' },
    { name: 'C', cardNo: '', phone: '' },
  ]);
});
