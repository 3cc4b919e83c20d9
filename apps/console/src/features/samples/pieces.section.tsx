import { type ClipboardEvent, memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { AGE, isAge, LIMITS, pieceRows, type RequestedPiece } from '#domain';
import { CountInput } from '../../components/number-input.js';
import { orNothing } from '../../components/data-table.js';
import { Card } from '../../components/field.js';
import { succeed, warn } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { isBlock, pastedCells } from './pasted-cells.js';
import { PIECE_COLUMNS, type PieceColumn, withBlock } from './pieces.js';
import './pieces.css';
import { texts } from './pieces.texts.js';

const LABEL = {
  sampleName: 'sampleName',
  ageBeginTime: 'formingDate',
  ageWaitTime: 'age',
  descrition: 'description',
} as const satisfies Record<PieceColumn, string>;

type RowProps = {
  place: number;
  piece: RequestedPiece;
  onChange(place: number, part: Partial<RequestedPiece>): void;
  onPaste(place: number, column: PieceColumn, event: ClipboardEvent): void;
};

/** A row stands still while others are typed in: there may be 999 of them. */
const PieceRow = memo(({ place, piece, onChange, onPaste }: RowProps) => {
  const t = useTexts(texts);
  const cell = (column: PieceColumn) => ({
    className: 'bp6-input bp6-fill',
    name: `buSampleChild.${place}.${column}`,
    'aria-label': t('cell', { n: place + 1, column: t(LABEL[column]) }),
    onPaste: (event: ClipboardEvent) => onPaste(place, column, event),
  });
  return (
    <tr>
      <td className="right numeric">{place + 1}</td>
      <td className="whole" data-label={t('sampleName')}>
        <input
          {...cell('sampleName')}
          maxLength={LIMITS.text}
          value={piece.sampleName}
          onChange={(event) => onChange(place, { sampleName: event.currentTarget.value })}
        />
      </td>
      <td className="whole" data-label={t('formingDate')}>
        <input
          {...cell('ageBeginTime')}
          type="date"
          value={piece.ageBeginTime ?? ''}
          onChange={(event) => onChange(place, { ageBeginTime: event.currentTarget.value || null })}
        />
      </td>
      <td className="whole" data-label={t('age')}>
        <CountInput
          {...cell('ageWaitTime')}
          className=""
          fill
          hasSteps={false}
          {...AGE}
          // The sentence stands under the table, with the number of the row.
          aria-invalid={!isAge(piece.ageWaitTime)}
          value={piece.ageWaitTime}
          onCount={(_, ageWaitTime) => onChange(place, { ageWaitTime })}
        />
      </td>
      <td className="whole" data-label={t('description')}>
        <input
          {...cell('descrition')}
          maxLength={LIMITS.longText}
          value={piece.descrition}
          onChange={(event) => onChange(place, { descrition: event.currentTarget.value })}
        />
      </td>
    </tr>
  );
});

type Props = {
  /** As typed so far; more than groups are kept in case the count goes up again, and not saved. */
  pieces: readonly RequestedPiece[];
  groups: number;
  sampleName: string;
  readOnly: boolean;
  onChange(pieces: RequestedPiece[]): void;
};

/** Section 制件信息 of raw material: one row a group (001 PP-001 to PP-005). A block copied from a spreadsheet pastes into any cell. */
export const PiecesSection = ({ pieces, groups, sampleName, readOnly, onChange }: Props) => {
  const t = useTexts(texts);
  // One for all rows nobody has typed in: a row is drawn again only when its piece is another.
  const blank = useMemo<RequestedPiece>(
    () => ({ buTestSampleId: '', sampleName, ageBeginTime: null, ageWaitTime: null, descrition: '' }),
    [sampleName],
  );
  const rows = pieceRows(pieces, groups, () => blank);
  const latest = useRef({ pieces, rows, onChange });
  useEffect(() => {
    latest.current = { pieces, rows, onChange };
  });
  /** The rows shown, and below them those that a smaller count hides. */
  const replace = (shown: readonly RequestedPiece[]) =>
    latest.current.onChange([...shown, ...latest.current.pieces.slice(shown.length)]);
  const change = useCallback(
    (place: number, part: Partial<RequestedPiece>) =>
      replace(latest.current.rows.map((row, at) => (at === place ? { ...row, ...part } : row))),
    [],
  );
  const paste = useCallback(
    (place: number, column: PieceColumn, event: ClipboardEvent) => {
      const cells = pastedCells(event.clipboardData.getData('text/plain'));
      // A date is always taken over as a whole: the browser's own field would take one form of it only.
      if (!isBlock(cells) && column !== 'ageBeginTime') return;
      event.preventDefault();
      const { rows: pasted, unfit, beyond } = withBlock(latest.current.rows, { place, column }, cells);
      replace(pasted);
      if (beyond > 0) warn(t('tooMany', { n: beyond }));
      else if (unfit > 0) warn(t('notFit', { n: unfit }));
      else if (isBlock(cells)) succeed(t('pasted', { n: cells.length }));
    },
    [t],
  );
  const wrong = rows.findIndex(({ ageWaitTime }) => !isAge(ageWaitTime));
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
                {pieces.map((piece, place) => (
                  <tr key={place}>
                    <td className="right numeric">{place + 1}</td>
                    <td data-label={t('sampleName')}>{orNothing(piece.sampleName)}</td>
                    <td className="numeric" data-label={t('formingDate')}>
                      {orNothing(piece.ageBeginTime)}
                    </td>
                    <td className="numeric" data-label={t('age')}>
                      {orNothing(piece.ageWaitTime === null ? '' : String(piece.ageWaitTime))}
                    </td>
                    <td data-label={t('description')}>{orNothing(piece.descrition)}</td>
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
            {rows.map((piece, place) => (
              <PieceRow key={place} place={place} piece={piece} onChange={change} onPaste={paste} />
            ))}
          </tbody>
        </table>
      </div>
      {wrong >= 0 && (
        <p className="danger-text dense pieces__problem" role="alert">
          {t('ageInvalid', { n: wrong + 1 })}
        </p>
      )}
    </Card>
  );
};
