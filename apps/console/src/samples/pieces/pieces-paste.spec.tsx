import { describe, expect, it } from '@jest/globals';
import type { PreparedPiece } from '#events';
import { isCellBlock, parsePastedCells, pasteBlock } from './pieces.section.js';

const blank = (): PreparedPiece => ({
  buTestSampleId: '',
  sampleName: '混凝土',
  ageBeginTime: null,
  ageWaitTime: null,
  descrition: '',
});

describe('a block copied from a spreadsheet', () => {
  it('is parsed into rows of cells, with quoted cells intact and without the last line break', () => {
    expect(parsePastedCells('A\tB\r\nC\tD\r\n')).toEqual([
      ['A', 'B'],
      ['C', 'D'],
    ]);
    expect(parsePastedCells('"上\n下"\tx\n"说""好"""\ty')).toEqual([
      ['上 下', 'x'],
      ['说"好"', 'y'],
    ]);
    expect(parsePastedCells('A\n\nC\n')).toEqual([['A'], [''], ['C']]);
    expect([
      isCellBlock(parsePastedCells('A')),
      isCellBlock(parsePastedCells('A\n')),
      isCellBlock(parsePastedCells('A\tB')),
      isCellBlock(parsePastedCells('A\nB')),
    ]).toEqual([false, false, true, true]);
  });

  it('fills pieces from the given cell to the right and down, and accepts several date formats', () => {
    const {
      rows,
      unfitCount: unfit,
      beyondCount: beyond,
    } = pasteBlock(
      [blank(), blank(), blank()],
      { index: 1, column: 'ageBeginTime' },
      parsePastedCells('2024/5/1\t28\t标养\t多余\n2024年5月2日\t7d\t同养'),
    );
    expect([unfit, beyond]).toEqual([0, 0]);
    expect(rows).toEqual([
      blank(),
      { ...blank(), ageBeginTime: '2024-05-01', ageWaitTime: 28, descrition: '标养' },
      { ...blank(), ageBeginTime: '2024-05-02', ageWaitTime: 7, descrition: '同养' },
    ]);
  });

  it('leaves out and counts cells that do not fit and rows below the last piece', () => {
    const {
      rows,
      unfitCount: unfit,
      beyondCount: beyond,
    } = pasteBlock([blank(), blank()], { index: 0, column: 'ageWaitTime' }, parsePastedCells('-1\n1.5\n28\n'));
    expect([unfit, beyond, rows.map(({ ageWaitTime }) => ageWaitTime)]).toEqual([2, 1, [null, null]]);
  });
});
