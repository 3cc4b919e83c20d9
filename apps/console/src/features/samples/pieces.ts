import { calendarDate, isAge, LIMITS, readCount, type RequestedPiece } from '#domain';

export type PieceColumn = 'sampleName' | 'ageBeginTime' | 'ageWaitTime' | 'descrition';
/** Columns of the section in their order, which is also that of a pasted block. */
export const PIECE_COLUMNS: readonly PieceColumn[] = ['sampleName', 'ageBeginTime', 'ageWaitTime', 'descrition'];

/** A cell as it is typed; null for what does not fit its column. An empty cell empties it. */
const typedCell = (column: PieceColumn, text: string): Partial<RequestedPiece> | null => {
  switch (column) {
    case 'sampleName':
      return { sampleName: text.slice(0, LIMITS.text) };
    case 'descrition':
      return { descrition: text.slice(0, LIMITS.longText) };
    case 'ageBeginTime': {
      const day = calendarDate(text);
      return text === '' ? { ageBeginTime: null } : day === null ? null : { ageBeginTime: day };
    }
    case 'ageWaitTime': {
      const days = text.replace(/\s*(?:d|天)\s*$/iu, '');
      return isAge(days) ? { ageWaitTime: readCount(days) } : null;
    }
  }
};

/** Rows with a block pasted from a cell on, to the right and down. `unfit` counts cells that are no date or whole number, `beyond` rows below the last. */
export const withBlock = (
  rows: readonly RequestedPiece[],
  at: { place: number; column: PieceColumn },
  cells: readonly (readonly string[])[],
): { rows: RequestedPiece[]; unfit: number; beyond: number } => {
  const first = PIECE_COLUMNS.indexOf(at.column);
  let unfit = 0;
  const pasted = rows.map((row, place) =>
    (cells[place - at.place] ?? []).reduce<RequestedPiece>((piece, text, offset) => {
      const column = PIECE_COLUMNS[first + offset];
      const typed = column === undefined ? {} : typedCell(column, text);
      if (typed === null) unfit += 1;
      return { ...piece, ...typed };
    }, row),
  );
  return { rows: pasted, unfit, beyond: Math.max(0, at.place + cells.length - rows.length) };
};
