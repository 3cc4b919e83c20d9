import { expect, it } from '@jest/globals';
import { witnessesFromText, witnessesToText } from './witnesses.js';

const rows = [
  { name: 'A', cardNo: '1', phone: '13800000001' },
  { name: 'B', cardNo: '', phone: '13800000002' },
];

it('CF-016 several witnesses are separated by pipes and read back unchanged, also with an empty card number', () => {
  expect(witnessesToText(rows)).toEqual({ person: 'A|B', cardNo: '1|', phone: '13800000001|13800000002' });
  expect(witnessesFromText(witnessesToText(rows))).toEqual(rows);
});

it('an empty list of witnesses is written as three empty texts', () => {
  expect(witnessesToText([])).toEqual({ person: '', cardNo: '', phone: '' });
  expect(witnessesFromText({ person: '', cardNo: '', phone: '' })).toEqual([]);
});

it('missing parts are read as empty, and rows without any part are dropped', () => {
  expect(witnessesFromText({ person: 'A||C', cardNo: '', phone: '1' })).toEqual([
    { name: 'A', cardNo: '', phone: '1' },
    { name: 'C', cardNo: '', phone: '' },
  ]);
});
