import { Checkbox, type HotkeyConfig, useHotkeys } from '@blueprintjs/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTexts } from '../i18n/texts.js';
import { letterShortcuts } from '../lib/preferences.js';
import { useStore } from '../lib/store.js';
import { texts } from './texts.js';

/** One column: `width` in pixels, a share of the slack such as `3`, or absent. */
export type Column<Row> = {
  key: string;
  head: ReactNode;
  cell(row: Row): ReactNode;
  width?: number;
  align?: 'right';
  secondary?: boolean;
  /** Never cut off: status, dates, actions. */
  noEllipsis?: boolean;
  /** Stays visible at the right if the table is wider than its place. */
  pinned?: boolean;
  /** The head is a button that sorts by this column; `direction` if the rows are sorted by it. */
  sort?: { direction: 'asc' | 'desc' | null; onSort(): void };
  /**
   * On a phone, in a table of `cards`: the name of the card, its actions at the right, or nothing. Otherwise a line
   * under the head of the column.
   */
  card?: 'title' | 'end' | 'without';
  /** Tooltip of the cut text. */
  tooltip?(row: Row): string;
};

export type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Name of a row for its checkbox. */
  nameOf?(row: Row): string;
  selected?: ReadonlySet<string>;
  onSelect?(ids: readonly string[], selected: boolean): void;
  /** Row with the keyboard focus. */
  focused?: string | null;
  classOf?(row: Row): string;
  onOpen?(row: Row): void;
  reloading?: boolean;
  /** Below 720 each row is a card. */
  cards?: boolean;
};

const cellClass = <Row,>(column: Column<Row>): string =>
  [
    column.align === 'right' ? 'right' : '',
    column.secondary ? 'secondary' : '',
    column.noEllipsis ? 'whole' : '',
    column.pinned ? 'pinned' : '',
    column.card ? `card-${column.card}` : '',
  ]
    .join(' ')
    .trim();

/** Minimum width of a column without a width, which takes the slack. */
const MIN_SLACK = 160;
const CHECKBOX_WIDTH = 40;
const minTableWidth = <Row,>(columns: readonly Column<Row>[], hasCheckboxes: boolean): number =>
  columns.reduce((sum, { width }) => sum + (width ?? MIN_SLACK), hasCheckboxes ? CHECKBOX_WIDTH : 0);

const ariaSort = <Row,>({ sort }: Column<Row>): 'ascending' | 'descending' | undefined =>
  sort?.direction ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined;

const SortHead = ({ head, sort }: { head: ReactNode; sort: NonNullable<Column<unknown>['sort']> }) => (
  <button type="button" className="sort-head" onClick={sort.onSort}>
    {head}
    {sort.direction && <span aria-hidden> {sort.direction === 'asc' ? '↑' : '↓'}</span>}
  </button>
);

/** Sticky head, fixed grid, lines between rows. For pages of up to 50 rows. */
export const DataTable = <Row,>({
  caption,
  columns,
  rows,
  keyOf,
  nameOf,
  selected,
  onSelect,
  focused,
  classOf,
  onOpen,
  reloading,
  cards = false,
}: DataTableProps<Row>) => {
  const t = useTexts(texts);
  const selectedCount = rows.filter((row) => selected?.has(keyOf(row))).length;
  return (
    <div className="table-scroll">
      {reloading && <div className="reloading-bar" aria-hidden />}
      <table
        className={`data-table${cards ? ' as-cards' : ''}`}
        aria-label={caption}
        style={{ minWidth: minTableWidth(columns, onSelect !== undefined) }}
      >
        <colgroup>
          {onSelect && <col style={{ width: CHECKBOX_WIDTH }} />}
          {columns.map((column) => (
            <col key={column.key} style={column.width ? { width: column.width } : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {onSelect && (
              <th className="whole">
                <Checkbox
                  className="check"
                  aria-label={t('selectAll')}
                  checked={rows.length > 0 && selectedCount === rows.length}
                  indeterminate={selectedCount > 0 && selectedCount < rows.length}
                  onChange={(event) => onSelect(rows.map(keyOf), event.currentTarget.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cellClass(column)} aria-sort={ariaSort(column)}>
                {column.sort ? <SortHead head={column.head} sort={column.sort} /> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row);
            return (
              <tr
                key={key}
                data-row={key}
                aria-selected={selected ? selected.has(key) : undefined}
                className={[focused === key ? 'focused' : '', classOf?.(row) ?? ''].join(' ').trim()}
                onDoubleClick={onOpen ? () => onOpen(row) : undefined}
              >
                {onSelect && (
                  <td className="whole">
                    <Checkbox
                      className="check"
                      aria-label={t('selectRow', { name: nameOf?.(row) ?? key })}
                      checked={selected?.has(key) ?? false}
                      onChange={(event) => onSelect([key], event.currentTarget.checked)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={cellClass(column)}
                    data-label={cards && !column.card && typeof column.head === 'string' ? column.head : undefined}
                    title={column.tooltip?.(row)}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};

/** A grey dash for an empty value. */
export const orDash = (value: string | null | undefined): ReactNode =>
  value ? value : <span className="nothing">—</span>;

/** Declares a key of the list's group. `passive` does not prevent the browser's default. */
export type HotkeyFactory = (combo: string, label: string, onKeyDown: () => void, passive?: 'passive') => HotkeyConfig;

type RowKeys<Row> = {
  rows: readonly Row[];
  /** Value of `data-row` of the row's element. Stable. */
  keyOf(row: Row): string;
  labels: { group: string; search: string; down: string; up: string; clear: string };
  onSearch(): void;
  onClear(): void;
  /** Keys of this list besides / j k Esc, for the row with the keyboard focus. Stable: useCallback. */
  keysOf(key: HotkeyFactory, row: Row | undefined, index: number): HotkeyConfig[];
};

/**
 * Keyboard of a list. Single letters are off while a field has the focus, and if the user disabled them. Returns the
 * key of the row with the keyboard focus.
 */
export const useRowKeys = <Row,>({
  rows,
  keyOf,
  labels: { group, search, down, up, clear },
  onSearch,
  onClear,
  keysOf,
}: RowKeys<Row>): string | null => {
  const hasLetterShortcuts = useStore(letterShortcuts);
  const [focused, setFocused] = useState<string | null>(null);
  const hotkeys = useMemo(() => {
    const index = rows.findIndex((row) => keyOf(row) === focused);
    const move = (by: number) => {
      const next = rows[Math.min(rows.length - 1, Math.max(0, index + by))];
      if (!next) return;
      setFocused(keyOf(next));
      document.querySelector(`[data-row="${keyOf(next)}"]`)?.scrollIntoView?.({ block: 'nearest' });
    };
    const key: HotkeyFactory = (combo, label, onKeyDown, passive) => ({
      combo,
      label,
      onKeyDown,
      global: true,
      preventDefault: passive === undefined,
      group,
    });
    const escape = key('esc', clear, onClear, 'passive');
    if (!hasLetterShortcuts) return [escape];
    return [
      key('/', search, onSearch),
      key('j', down, () => move(1)),
      key('k', up, () => move(-1)),
      ...keysOf(key, rows[index], index),
      escape,
    ];
  }, [rows, keyOf, group, search, down, up, clear, focused, onSearch, onClear, keysOf, hasLetterShortcuts]);
  useHotkeys(hotkeys);
  return focused;
};

/** An action of a row; `name` distinguishes the same action of different rows. */
export const RowAction = ({ text, name, onPress }: { text: string; name: string; onPress(): void }) => (
  <button type="button" className="link-button" aria-label={`${text} ${name}`} onClick={onPress}>
    {text}
  </button>
);
