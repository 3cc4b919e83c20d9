import type { ColumnType, Projection } from '#domain/event-sourcing';
import type { Position } from '#events';
import { foldedForSearch } from '#domain/text';
import type { RowWrite } from './views.js';

/**
 * The part of a declaration that the registry stores: enough to compile queries in a process that does not have the
 * projection.
 */
export type StoredDeclaration = {
  columns: Record<string, ColumnType>;
  searchable: boolean;
  indexes: string[][];
  within?: string[];
  filters?: string[];
  counted?: string[][];
};

export type ColumnValue = string | number | null;

/**
 * A row in the form that engines write; `json: null` deletes it. `values` in the order of the declared columns; `text`
 * is folded.
 */
export type PreparedRow = { id: string; position: Position; json: string | null; values: ColumnValue[]; text: string };

const NAME = /^[a-z][a-z0-9_]*$/i;
const ID = '_id';

/**
 * Each index contains the id, so that it also delivers the order of equal rows: at its end, unless the declaration has
 * it elsewhere.
 */
export const withId = (index: string[]): string[] => (index.includes(ID) ? index : [...index, ID]);

/** @throws Error for a name of a column that engines do not accept, or an index on a column that is not declared */
export const declarationOf = <Row extends object>({ name, view }: Projection<Row>): StoredDeclaration => {
  const columns = Object.fromEntries(Object.entries(view.columns).map(([column, { type }]) => [column, type]));
  const invalidColumn = Object.keys(columns).find((column) => !NAME.test(column));
  if (invalidColumn !== undefined) throw new Error(`view ${name}: "${invalidColumn}" cannot be the name of a column`);
  const undeclaredSearchColumn = [...(view.searchWithin ?? []), ...(view.searchFilters ?? [])].find(
    (column) => !(column in columns),
  );
  if (undeclaredSearchColumn !== undefined)
    throw new Error(`view ${name}: a search within the undeclared column "${undeclaredSearchColumn}"`);
  const undeclaredIndexColumn = view.indexes.flat().find((column) => column !== ID && !(column in columns));
  if (undeclaredIndexColumn !== undefined)
    throw new Error(`view ${name}: an index names the undeclared column "${undeclaredIndexColumn}"`);
  const undeclaredCountColumn = view.counted?.flat().find((column) => !(column in columns));
  if (undeclaredCountColumn !== undefined)
    throw new Error(`view ${name}: counted by the undeclared column "${undeclaredCountColumn}"`);
  return {
    columns,
    searchable: view.search !== null,
    indexes: view.indexes,
    ...(view.searchWithin ? { within: view.searchWithin } : {}),
    ...(view.searchFilters ? { filters: view.searchFilters } : {}),
    ...(view.counted ? { counted: view.counted } : {}),
  };
};

/** Columns whose values are terms of the search index, in addition to the terms of the text. */
export const termColumns = ({ within = [], filters = [] }: StoredDeclaration): string[] => [...within, ...filters];

/**
 * Extracts the declared columns and the search text from a row.
 * @throws TypeError for a value that no engine can store
 */
export const createRowPreparer =
  <Row extends object>({ view }: Projection<Row>) =>
  ({ id, row, position }: RowWrite): PreparedRow => {
    if (row === null) return { id, position, json: null, values: [], text: '' };
    const typedRow = row as Row;
    return {
      id,
      position,
      json: JSON.stringify(row),
      values: Object.entries(view.columns).map(([name, column]) => toColumnValue(name, column.of(typedRow))),
      text: view.search === null ? '' : foldedForSearch(view.search(typedRow)),
    };
  };

/** A projection may return another type for an unexpected event. It is checked here, where the row is known. */
const toColumnValue = (name: string, value: unknown): ColumnValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`column "${name}" holds a value of type ${typeof value}`);
};
