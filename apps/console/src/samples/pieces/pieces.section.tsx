import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { LIMITS } from '#domain/consignment';
import { readCount } from '#domain/numbers';
import { AGE_RANGE, calendarDate, isAge, pieceRows, type RequestedPiece } from '#domain/sample';
import { orDash } from '../../components/data-table.js';
import { Card } from '../../components/field.js';
import { CountInput } from '../../components/number-input.js';
import { toastSuccess, toastWarning } from '../../components/toaster.js';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/pieces.json' with { type: 'json' };
import es from '../../locales/es/pieces.json' with { type: 'json' };
import zh from '../../locales/zh/pieces.json' with { type: 'json' };
import './pieces.css';

export const texts = defineTexts('pieces', {
  zh,
  en,
  es,
});

/** The rows of cells that a spreadsheet puts on the clipboard; quotes around cells with line breaks are removed. */
export const parsePastedCells = (text: string): string[][] => {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let position = 0; position < text.length; position += 1) {
    const character = text[position] ?? '';
    if (isQuoted) {
      if (character === '"' && text[position + 1] === '"') {
        cell += '"';
        position += 1;
      } else if (character === '"') isQuoted = false;
      else cell += character === '\n' || character === '\r' ? ' ' : character;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === '\t') endCell();
    else if (character === '\n') {
      endCell();
      rows.push([]);
    } else if (character !== '\r') cell += character;
  }
  endCell();
  // A copied column ends with a line break.
  if (rows.length > 1 && rows.at(-1)?.every((lastCell) => lastCell === '')) rows.pop();
  return rows;
};

/** More than one cell: to be spread over fields, not a text to type. */
export const isCellBlock = (cells: readonly (readonly string[])[]): boolean =>
  cells.length > 1 || (cells[0]?.length ?? 0) > 1;

type PieceColumn = 'sampleName' | 'ageBeginTime' | 'ageWaitTime' | 'descrition';
/** Columns of the section in their order, which is also that of a pasted block. */
const PIECE_COLUMNS: readonly PieceColumn[] = ['sampleName', 'ageBeginTime', 'ageWaitTime', 'descrition'];

/** A cell as typed; null if it does not fit its column. An empty cell clears the field. */
const parseCell = (column: PieceColumn, text: string): Partial<RequestedPiece> | null => {
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

/**
 * The rows after a block was pasted at a cell, to the right and down. `unfitCount` counts cells that are neither a date
 * nor a whole number, `beyondCount` rows below the last.
 */
export const pasteBlock = (
  rows: readonly RequestedPiece[],
  start: { index: number; column: PieceColumn },
  cells: readonly (readonly string[])[],
): { rows: RequestedPiece[]; unfitCount: number; beyondCount: number } => {
  const firstColumn = PIECE_COLUMNS.indexOf(start.column);
  let unfitCount = 0;
  const pastedRows = rows.map((row, index) =>
    (cells[index - start.index] ?? []).reduce<RequestedPiece>((piece, text, offset) => {
      const column = PIECE_COLUMNS[firstColumn + offset];
      const change = column === undefined ? {} : parseCell(column, text);
      if (change === null) unfitCount += 1;
      return { ...piece, ...change };
    }, row),
  );
  return { rows: pastedRows, unfitCount, beyondCount: Math.max(0, start.index + cells.length - rows.length) };
};

const LABEL = {
  sampleName: 'sampleName',
  ageBeginTime: 'formingDate',
  ageWaitTime: 'age',
  descrition: 'description',
} as const satisfies Record<PieceColumn, string>;

type RowProps = {
  index: number;
  piece: RequestedPiece;
  onChange(index: number, part: Partial<RequestedPiece>): void;
  onPaste(index: number, column: PieceColumn, event: ClipboardEvent): void;
};

/** A row does not render again while others are typed in, because there may be 999 of them. */
const PieceRow = memo(({ index, piece, onChange, onPaste }: RowProps) => {
  const t = useTexts(texts);
  const cell = (column: PieceColumn) => ({
    className: 'bp6-input bp6-fill',
    name: `buSampleChild.${index}.${column}`,
    'aria-label': t('cell', { n: index + 1, column: t(LABEL[column]) }),
    onPaste: (event: ClipboardEvent) => onPaste(index, column, event),
  });
  return (
    <tr>
      <td className="right numeric">{index + 1}</td>
      <td className="whole" data-label={t('sampleName')}>
        <input
          {...cell('sampleName')}
          maxLength={LIMITS.text}
          value={piece.sampleName}
          onChange={(event) => onChange(index, { sampleName: event.currentTarget.value })}
        />
      </td>
      <td className="whole" data-label={t('formingDate')}>
        <input
          {...cell('ageBeginTime')}
          type="date"
          value={piece.ageBeginTime ?? ''}
          onChange={(event) => onChange(index, { ageBeginTime: event.currentTarget.value || null })}
        />
      </td>
      <td className="whole" data-label={t('age')}>
        <CountInput
          {...cell('ageWaitTime')}
          className=""
          fill
          hasSteps={false}
          {...AGE_RANGE}
          // The message is below the table, with the number of the row.
          aria-invalid={!isAge(piece.ageWaitTime)}
          value={piece.ageWaitTime}
          onCount={(_, ageWaitTime) => onChange(index, { ageWaitTime })}
        />
      </td>
      <td className="whole" data-label={t('description')}>
        <input
          {...cell('descrition')}
          maxLength={LIMITS.longText}
          value={piece.descrition}
          onChange={(event) => onChange(index, { descrition: event.currentTarget.value })}
        />
      </td>
    </tr>
  );
});

type Props = {
  /** As typed so far; more rows than groups are kept in case the count rises again, but not saved. */
  pieces: readonly RequestedPiece[];
  groups: number;
  sampleName: string;
  readOnly: boolean;
  onChange(pieces: RequestedPiece[]): void;
};

/**
 * Section 制件信息 of raw material: one row per group (001 PP-001 to PP-005). A block copied from a spreadsheet can be
 * pasted at any cell.
 */
export const PiecesSection = ({ pieces, groups, sampleName, readOnly, onChange }: Props) => {
  const t = useTexts(texts);
  // One object for all empty rows: a row renders again only if its piece is another object.
  const blank = useMemo<RequestedPiece>(
    () => ({ buTestSampleId: '', sampleName, ageBeginTime: null, ageWaitTime: null, descrition: '' }),
    [sampleName],
  );
  const rows = pieceRows(pieces, groups, () => blank);
  const latest = useRef({ pieces, rows, onChange });
  useEffect(() => {
    latest.current = { pieces, rows, onChange };
  });
  /** Replaces the visible rows; the rows that a smaller count hides follow them. */
  const replace = (visiblePieces: readonly RequestedPiece[]) =>
    latest.current.onChange([...visiblePieces, ...latest.current.pieces.slice(visiblePieces.length)]);
  const change = useCallback(
    (index: number, part: Partial<RequestedPiece>) =>
      replace(latest.current.rows.map((row, rowIndex) => (rowIndex === index ? { ...row, ...part } : row))),
    [],
  );
  const paste = useCallback(
    (index: number, column: PieceColumn, event: ClipboardEvent) => {
      const cells = parsePastedCells(event.clipboardData.getData('text/plain'));
      // A date is always pasted as a whole, because the browser's own field accepts only one form of it.
      if (!isCellBlock(cells) && column !== 'ageBeginTime') return;
      event.preventDefault();
      const { rows: pastedRows, unfitCount, beyondCount } = pasteBlock(latest.current.rows, { index, column }, cells);
      replace(pastedRows);
      if (beyondCount > 0) toastWarning(t('tooMany', { n: beyondCount }));
      else if (unfitCount > 0) toastWarning(t('notFit', { n: unfitCount }));
      else if (isCellBlock(cells)) toastSuccess(t('pasted', { n: cells.length }));
    },
    [t],
  );
  const invalidIndex = rows.findIndex(({ ageWaitTime }) => !isAge(ageWaitTime));
  const head = (
    <thead>
      <tr>
        <th className="right">{t('index')}</th>
        {PIECE_COLUMNS.map((column) => (
          <th key={column}>{t(LABEL[column])}</th>
        ))}
      </tr>
    </thead>
  );
  const columns = (
    <colgroup>
      <col style={{ width: 56 }} />
      <col />
      <col style={{ width: 168 }} />
      <col style={{ width: 112 }} />
      <col style={{ width: '36%' }} />
    </colgroup>
  );
  if (readOnly) {
    return (
      <Card title={t('title')} padded={pieces.length === 0}>
        {pieces.length === 0 ? (
          <span className="muted dense">{t('none')}</span>
        ) : (
          <div className="pieces">
            <table className="data-table" aria-label={t('title')}>
              {columns}
              {head}
              <tbody>
                {pieces.map((piece, index) => (
                  <tr key={index}>
                    <td className="right numeric">{index + 1}</td>
                    <td data-label={t('sampleName')}>{orDash(piece.sampleName)}</td>
                    <td className="numeric" data-label={t('formingDate')}>
                      {orDash(piece.ageBeginTime)}
                    </td>
                    <td className="numeric" data-label={t('age')}>
                      {orDash(piece.ageWaitTime === null ? '' : String(piece.ageWaitTime))}
                    </td>
                    <td data-label={t('description')}>{orDash(piece.descrition)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Card>
    );
  }
  return (
    <Card title={t('title')} after={<span className="aux muted only-wide">{t('hint')}</span>} padded={false}>
      <div className="pieces">
        <table className="data-table" aria-label={t('title')}>
          {columns}
          {head}
          <tbody>
            {rows.map((piece, index) => (
              <PieceRow key={index} index={index} piece={piece} onChange={change} onPaste={paste} />
            ))}
          </tbody>
        </table>
      </div>
      {invalidIndex >= 0 && (
        <p className="danger-text dense pieces__problem" role="alert">
          {t('ageInvalid', { n: invalidIndex + 1 })}
        </p>
      )}
    </Card>
  );
};

const OTHER_INPUTS = ['hidden', 'file', 'checkbox', 'radio'].map((type) => `:not([type=${type}])`).join('');
const FIELDS = [
  `input:not([disabled]):not([readonly])${OTHER_INPUTS}`,
  'select:not([disabled])',
  'textarea:not([disabled])',
].join(', ');

/** One line of text, or a choice, for which Enter has no other meaning. */
const isLine = (target: EventTarget): target is HTMLInputElement | HTMLSelectElement =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.matches(FIELDS));

/**
 * Enter moves to the next field of the form, as users who enter many samples expect. An open list of suggestions and an
 * input method that is composing handle the key themselves.
 */
export const focusNextFieldOnEnter = (event: KeyboardEvent<HTMLElement>): void => {
  const { target, key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing || event.defaultPrevented)
    return;
  // A dialog opened by a section is rendered elsewhere and handles its own keys.
  if (!isLine(target) || !event.currentTarget.contains(target) || target.getAttribute('aria-expanded') === 'true')
    return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (field) => !field.closest('details:not([open])'),
  );
  const next = fields[fields.indexOf(target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
};
