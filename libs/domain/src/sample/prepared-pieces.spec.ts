import { describe, expect, it } from '@jest/globals';
import type { PreparedPiece } from '#events';
import { isAge, pieceProblems, pieceRows, toStoredPieces } from './prepared-pieces.js';

const piece = (changes: Partial<PreparedPiece> = {}): PreparedPiece => ({
  buTestSampleId: '',
  sampleName: '混凝土',
  ageBeginTime: null,
  ageWaitTime: null,
  descrition: '',
  ...changes,
});
const SAMPLE = '5a000000-0000-4000-8000-000000000001';

describe('prepared pieces', () => {
  it('PP-004 have a row for each group, and the first rows keep their values', () => {
    const two = [piece({ ageWaitTime: 28 }), piece({ descrition: '标养' })];
    const rows = (groups: number) =>
      pieceRows(two, groups, () => piece()).map(({ ageWaitTime, descrition }) => [ageWaitTime, descrition]);
    expect(rows(4)).toEqual([
      [28, ''],
      [null, '标养'],
      [null, ''],
      [null, ''],
    ]);
    expect(rows(1)).toEqual([[28, '']]);
  });

  it('PP-005 are stored without rows that have no date, age and description', () => {
    expect(
      toStoredPieces([piece(), piece({ ageBeginTime: '2024-05-01' }), piece({ descrition: '  ' })], SAMPLE),
    ).toEqual([piece({ ageBeginTime: '2024-05-01' })]);
    expect(
      toStoredPieces(
        [piece({ ageWaitTime: 0 }), { ...piece(), ageWaitTime: '' }, piece({ ageBeginTime: ' ' })],
        SAMPLE,
      ),
    ).toEqual([]);
  });

  it('PP-003 have an age of whole days from 0, and 0 is stored as empty', () => {
    expect([0, 28, null, -1, 1.5, Number.NaN].map(isAge)).toEqual([true, true, true, false, false, false]);
    expect(
      toStoredPieces([piece({ ageWaitTime: 0, descrition: 'x' }), piece({ ageWaitTime: 28 })], SAMPLE).map(
        ({ ageWaitTime }) => ageWaitTime,
      ),
    ).toEqual([null, 28]);
    expect(
      pieceProblems([piece({ ageWaitTime: -1 }), piece({ ageWaitTime: 1.5 }), piece({ ageWaitTime: 28 })], 3),
    ).toMatchObject([
      { code: 'PIECE_AGE_INVALID', params: { row: 1 }, path: 'buSampleChild.0.ageWaitTime' },
      { code: 'PIECE_AGE_INVALID', params: { row: 2 }, path: 'buSampleChild.1.ageWaitTime' },
    ]);
  });

  it('are limited to the number of groups, valid calendar days and text lengths', () => {
    expect(pieceProblems([piece(), piece()], 1)).toMatchObject([{ code: 'TOO_MANY_PIECES', params: { max: 1 } }]);
    expect(
      pieceProblems([piece({ ageBeginTime: '2024-02-30' }), piece({ ageBeginTime: '2024-05-01' })], 2),
    ).toMatchObject([{ code: 'PIECE_DATE_INVALID', path: 'buSampleChild.0.ageBeginTime' }]);
    expect(
      pieceProblems([piece({ sampleName: '长'.repeat(201) }), piece({ descrition: '长'.repeat(1001) })], 2).map(
        ({ code, path }) => [code, path],
      ),
    ).toEqual([
      ['TEXT_TOO_LONG', 'buSampleChild.0.sampleName'],
      ['TEXT_TOO_LONG', 'buSampleChild.1.descrition'],
    ]);
  });

  it('are stored without the id of their own sample, but with the id of another one', () => {
    expect(
      toStoredPieces(
        [
          piece({ buTestSampleId: SAMPLE.toUpperCase().replaceAll('-', ''), descrition: 'x' }),
          piece({ buTestSampleId: 'other', descrition: 'x' }),
        ],
        SAMPLE,
      ).map(({ buTestSampleId }) => buTestSampleId),
    ).toEqual(['', 'other']);
  });
});
