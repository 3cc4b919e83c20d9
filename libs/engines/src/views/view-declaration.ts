import type { ColumnType, Projection } from '#domain/event-sourcing';
import type { Position } from '#events';
import { foldedForSearch } from '#domain/text';
import type { RowWrite } from './views.js';

/** What the registry keeps of a declaration: enough to compile queries in a process that has no projection. */
export type StoredDeclaration = {
  columns: Record<string, ColumnType>;
  searchable: boolean;
  indexes: string[][];
  within?: string[];
  filters?: string[];
  counted?: string[][];
};

export type ColumnValue = string | number | null;

/** A row ready for the engine; `json` null deletes. `values` in the order of the declared columns, `text` folded. */
export type PreparedRow = { id: string; position: Position; json: string | null; values: ColumnValue[]; text: string };

const NAME = /^[a-z][a-z0-9_]*$/i;
const ID = '_id';

/**
 * Each index has the id behind what it sorts by, so that it also delivers the order among equals: at its end unless it
 * says where.
 */
export const withId = (index: string[]): string[] => (index.includes(ID) ? index : [...index, ID]);

/** @throws Error for a column name an engine cannot take, or an index over a column that is not declared. */
export const declaredOf = <Row extends object>({ name, view }: Projection<Row>): StoredDeclaration => {
  const columns = Object.fromEntries(Object.entries(view.columns).map(([column, { type }]) => [column, type]));
  const illNamed = Object.keys(columns).find((column) => !NAME.test(column));
  if (illNamed !== undefined) throw new Error(`view ${name}: "${illNamed}" cannot be the name of a column`);
  const unsearched = [...(view.searchWithin ?? []), ...(view.searchFilters ?? [])].find(
    (column) => !(column in columns),
  );
  if (unsearched !== undefined) throw new Error(`view ${name}: a search within the undeclared column "${unsearched}"`);
  const undeclared = view.indexes.flat().find((column) => column !== ID && !(column in columns));
  if (undeclared !== undefined) throw new Error(`view ${name}: an index names the undeclared column "${undeclared}"`);
  const uncountable = view.counted?.flat().find((column) => !(column in columns));
  if (uncountable !== undefined) throw new Error(`view ${name}: counted by the undeclared column "${uncountable}"`);
  return {
    columns,
    searchable: view.search !== null,
    indexes: view.indexes,
    ...(view.searchWithin ? { within: view.searchWithin } : {}),
    ...(view.searchFilters ? { filters: view.searchFilters } : {}),
    ...(view.counted ? { counted: view.counted } : {}),
  };
};

/** Columns whose values are terms of the search index beside the parts of the text. */
export const termColumns = ({ within = [], filters = [] }: StoredDeclaration): string[] => [...within, ...filters];

/**
 * Takes from a row what its declaration says it can be asked for. @throws TypeError for a row that no engine can hold
 */
export const createRowPreparer =
  <Row extends object>({ view }: Projection<Row>) =>
  ({ id, row, position }: RowWrite): PreparedRow => {
    if (row === null) return { id, position, json: null, values: [], text: '' };
    const typed = row as Row;
    return {
      id,
      position,
      json: JSON.stringify(row),
      values: Object.entries(view.columns).map(([name, column]) => asValue(name, column.of(typed))),
      text: view.search === null ? '' : foldedForSearch(view.search(typed)),
    };
  };

/** What a projection made of an event of another kind than it expects: told here, where it is known whose row it is. */
const asValue = (name: string, value: unknown): ColumnValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`column "${name}" holds a value of type ${typeof value}`);
};
