import type { Collection, Db, IndexDescription } from 'mongodb';
import type { Position } from '#events';
import { DURABLE } from '../../mongo/mongo-database.js';
import { buildName } from '../build-tables.js';
import { withId, type ColumnValue, type Declared, type PreparedRow } from '../declared.js';
import { partsOf } from '../search-text.js';
import type { Build } from '../views.js';

/**
 * A row as a document: the declared columns by their names, and beside them, each with an underscore, what the adapter needs.
 * `_row` is the row as JSON text, exactly as it was written. `_by` names the write that put it there.
 */
export type RowDocument = {
  _id: string;
  _position: Position;
  _by: string;
  _text: string;
  _parts?: string[];
  _row: string;
} & Record<string, unknown>;

/** Of a deleted row, until the checkpoint has passed: an older state of it may still arrive. */
export type GuardDocument = { _id: string; position: Position };

export const rowsIn = (db: Db, build: Build): Collection<RowDocument> =>
  db.collection(buildName(build), { writeConcern: DURABLE });

export const guardsIn = (db: Db, build: Build): Collection<GuardDocument> =>
  db.collection(`${buildName(build)}_gone`, { writeConcern: DURABLE });

/** @throws TypeError for a column value that is neither text nor number nor null; before anything of its batch is written. */
export const documentOf = (
  { columns, searchable }: Declared,
  { id, position, json, values, text }: PreparedRow,
  by: string,
): RowDocument => ({
  ...Object.fromEntries(Object.keys(columns).map((column, place) => [column, storable(column, values[place] ?? null)])),
  _id: id,
  _position: position,
  _by: by,
  _text: text,
  ...(searchable ? { _parts: partsOf(text) } : {}),
  _row: json ?? '',
});

/**
 * One for each declared, ending with the id so that it also delivers the order among equals; one of each group of columns that rows are
 * counted by, so that a server counts in it without looking at a row; and one of the parts of texts, alone and behind each column they are
 * searched within.
 */
export const indexesOf = ({ indexes, searchable, within = [], counted = [] }: Declared): IndexDescription[] => [
  ...indexes.map((columns, number) => ({
    name: `by${number}`,
    key: new Map(withId(columns).map((column) => [column, 1 as const])),
  })),
  ...counted.map((columns, number) => ({
    name: `counted${number}`,
    key: new Map(columns.map((column) => [column, 1 as const])),
  })),
  ...(searchable ? [{ name: 'parts', key: { _parts: 1 as const } }] : []),
  ...within.map((column) => ({ name: `partsWithin_${column}`, key: { [column]: 1 as const, _parts: 1 as const } })),
];

const storable = (column: string, value: ColumnValue): ColumnValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`column ${column} cannot hold a value of type ${typeof value}`);
};
