import { MongoBulkWriteError, type AnyBulkWriteOperation, type BulkWriteResult, type Db } from 'mongodb';
import type { Position } from '#events';
import type { Declared, PreparedRow } from '../declared.js';
import type { Build } from '../views.js';
import { documentOf, guardsIn, rowsIn, type RowDocument } from './mongo-row.js';

const DUPLICATE_KEY = 11000;
/** Of two writers that insert the same row at once the newer one may come second, and is tried again. */
const TRIES = 3;

/** What a batch did: by how many rows the build has grown, and which rows it put where none was. */
export type Applied = { grown: number; inserted: string[] };

/**
 * Puts and deletes rows, each only over what is not newer. There are no transactions: a row carries the position it was made at, and a
 * deleted one leaves a guard with its position.
 * `by` names this batch. @throws TypeError before anything is written, for a value that a column cannot hold
 */
export const applyRows = async (
  db: Db,
  build: Build,
  declared: Declared,
  rows: PreparedRow[],
  by: string,
): Promise<Applied> => {
  const newest = [...newestOf(rows).values()];
  const operations = newest.map((row) => operationOf(declared, row, by));
  const deleted = newest.filter(({ json }) => json === null);
  // The guard comes first: a slower writer that puts the row after it is gone looks for guards after that.
  if (deleted.length > 0) await guard(db, build, deleted);
  const applied: Applied = { grown: 0, inserted: [] };
  let left = newest
    .map((row, place) => ({ row, operation: operations[place] }))
    .flatMap(({ row, operation }) => (operation ? [{ row, operation }] : []));
  for (let tries = 0; tries < TRIES && left.length > 0; tries++) {
    const { result, refused } = await written(
      db,
      build,
      left.map(({ operation }) => operation),
    );
    applied.grown += result.upsertedCount - result.deletedCount;
    applied.inserted.push(...Object.keys(result.upsertedIds).flatMap((place) => left[Number(place)]?.row.id ?? []));
    left = left.filter((_, place) => refused.has(place));
  }
  return { ...applied, grown: applied.grown - (await yieldToGuards(db, build, applied.inserted)) };
};

/** Takes back rows that a batch put where none was, though the checkpoint had passed them meanwhile: they had been deleted. Answers how many. */
export const takeBack = async (db: Db, build: Build, ids: string[], by: string): Promise<number> => {
  if (ids.length === 0) return 0;
  return (await rowsIn(db, build).deleteMany({ _id: { $in: ids }, _by: by })).deletedCount;
};

/** Guards have done their duty when the checkpoint is there too: what comes later is not older. */
export const dropGuards = async (db: Db, build: Build, upTo: Position): Promise<void> => {
  await guardsIn(db, build).deleteMany({ position: { $lte: upTo } });
};

/** Several rows of one id in a batch, which a server may take in any order, become the newest of them. */
const newestOf = (rows: PreparedRow[]): Map<string, PreparedRow> => {
  const newest = new Map<string, PreparedRow>();
  for (const row of rows) if (row.position >= (newest.get(row.id)?.position ?? '')) newest.set(row.id, row);
  return newest;
};

const operationOf = (declared: Declared, row: PreparedRow, by: string): AnyBulkWriteOperation<RowDocument> => {
  const filter = { _id: row.id, _position: { $lte: row.position } };
  return row.json === null
    ? { deleteOne: { filter } }
    : { replaceOne: { filter, replacement: documentOf(declared, row, by), upsert: true } };
};

const guard = async (db: Db, build: Build, deleted: PreparedRow[]): Promise<void> => {
  const guards = deleted.map(({ id, position }) => ({
    updateOne: { filter: { _id: id }, update: { $max: { position } }, upsert: true },
  }));
  await guardsIn(db, build).bulkWrite(guards, { ordered: false });
};

/** `refused`: places of operations for which a newer row is stored, or for which one was inserted that very moment. */
const written = async (
  db: Db,
  build: Build,
  operations: AnyBulkWriteOperation<RowDocument>[],
): Promise<{ result: BulkWriteResult; refused: Set<number> }> => {
  try {
    return { result: await rowsIn(db, build).bulkWrite(operations, { ordered: false }), refused: new Set() };
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const errors = [error.writeErrors].flat();
    if (errors.length === 0 || errors.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return { result: error.result, refused: new Set(errors.map(({ index }) => index)) };
  }
};

/** Rows put where none was may have been deleted by a faster writer. Answers how many were. */
const yieldToGuards = async (db: Db, build: Build, inserted: string[]): Promise<number> => {
  if (inserted.length === 0) return 0;
  const guards = await guardsIn(db, build)
    .find({ _id: { $in: inserted } })
    .toArray();
  if (guards.length === 0) return 0;
  const deletes = guards.map(({ _id, position }) => ({ deleteOne: { filter: { _id, _position: { $lt: position } } } }));
  return (await rowsIn(db, build).bulkWrite(deletes, { ordered: false })).deletedCount;
};
