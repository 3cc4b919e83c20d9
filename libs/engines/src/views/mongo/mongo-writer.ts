import { randomUUID } from 'node:crypto';
import { type AnyBulkWriteOperation, type BulkWriteResult, type Db, MongoBulkWriteError } from 'mongodb';
import type { Position } from '#events';
import { NO_SOCKET_TIMEOUT } from '../../mongo/mongo-database.js';
import type { StoredDeclaration, PreparedRow } from '../view-declaration.js';
import type { CheckpointMarker } from '../delayed-checkpoints.js';
import { buildName } from '../sqlite/registry.js';
import type { Build, Checkpoint, RetryResult, SetAside } from '../views.js';
import { documentOf, guardsIn, indexesOf, type RowDocument, rowsIn } from './mongo-reader.js';
import { type MongoRegistered, type MongoRegistry, MongoSetAside } from './mongo-registry.js';

const DUPLICATE_KEY = 11000;
/** Of two writers that insert the same row at once the newer one may come second, and is tried again. */
const TRIES = 3;

/** What a batch did: by how many rows the build has grown, and which rows it put where none was. */
export type ApplyResult = { grown: number; inserted: string[] };

/**
 * Puts and deletes rows, each only over what is not newer. There are no transactions: a row carries the position it was
 * made at, and a deleted one leaves a guard with its position. `by` names this batch. @throws TypeError before anything
 * is written, for a value that a column cannot hold
 */
const applyRows = async (
  db: Db,
  build: Build,
  declared: StoredDeclaration,
  rows: PreparedRow[],
  by: string,
): Promise<ApplyResult> => {
  const newest = [...newestOf(rows).values()];
  const operations = newest.map((row) => operationOf(declared, row, by));
  const deleted = newest.filter(({ json }) => json === null);
  // The guard comes first: a slower writer that puts the row after it is gone looks for guards after that.
  if (deleted.length > 0) await guard(db, build, deleted);
  const applied: ApplyResult = { grown: 0, inserted: [] };
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

/**
 * Takes back rows that a batch put where none was, though the checkpoint had passed them meanwhile: they had been
 * deleted. Answers how many.
 */
const takeBack = async (db: Db, build: Build, ids: string[], by: string): Promise<number> => {
  if (ids.length === 0) return 0;
  return (await rowsIn(db, build).deleteMany({ _id: { $in: ids }, _by: by })).deletedCount;
};

/** Guards have done their duty when the checkpoint is there too: what comes later is not older. */
const dropGuards = async (db: Db, build: Build, upTo: Position): Promise<void> => {
  await guardsIn(db, build).deleteMany({ position: { $lte: upTo } });
};

/** Several rows of one id in a batch, which a server may take in any order, become the newest of them. */
const newestOf = (rows: PreparedRow[]): Map<string, PreparedRow> => {
  const newest = new Map<string, PreparedRow>();
  for (const row of rows) if (row.position >= (newest.get(row.id)?.position ?? '')) newest.set(row.id, row);
  return newest;
};

const operationOf = (declared: StoredDeclaration, row: PreparedRow, by: string): AnyBulkWriteOperation<RowDocument> => {
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

/**
 * Writes rows, then the checkpoint: what a crash in between leaves is written again by whoever goes on from the
 * checkpoint, and each row is guarded by its position.
 */
export class MongoWriter {
  /** Builds whose last write failed: what it has done is not known. */
  private readonly failed = new Set<string>();

  readonly aside: MongoSetAside;

  constructor(
    private readonly db: Db,
    private readonly registry: MongoRegistry,
  ) {
    this.aside = new MongoSetAside(db);
  }

  /** False when the build exists already, made from another declaration. */
  async createBuild(build: Build, declared: StoredDeclaration): Promise<boolean> {
    const { declared: registered, isNew } = await this.registry.add(build, declared);
    // A writer that was late may have set streams aside for a build of this name after it had been dropped.
    if (isNew) await this.aside.forget(build);
    return JSON.stringify(registered) === JSON.stringify(declared);
  }

  async write(
    build: Build,
    rows: PreparedRow[],
    checkpoint: Checkpoint,
    writtenAt: string,
    setAside: readonly SetAside[],
  ): Promise<void> {
    const registered = await this.registered(build);
    if (registered.checkpoint && registered.checkpoint.logId !== checkpoint.logId) {
      throw new Error(
        `build ${build.build} of view ${build.name} was made from log ${registered.checkpoint.logId}, not from ${checkpoint.logId}`,
      );
    }
    // What the checkpoint has passed is contained already: only a second, slower writer still brings it.
    const reached = registered.checkpoint?.position ?? '';
    await this.aside.add(
      build,
      setAside.filter(({ position }) => position > reached),
      writtenAt,
    );
    await this.apply(
      registered,
      rows.filter(({ position }) => position > reached),
      checkpoint,
      writtenAt,
    );
  }

  /** The rows before the streams: what a crash leaves in between is tried once more, and comes to the same. */
  async rewrite(build: Build, rows: PreparedRow[], writtenAt: string, retried: RetryResult): Promise<void> {
    const registered = await this.registered(build);
    if (!registered.checkpoint) throw new Error(`build ${build.build} of view ${build.name} has not been written yet`);
    await this.apply(registered, rows, registered.checkpoint, writtenAt);
    await this.aside.retried(build, retried, writtenAt);
  }

  mark(markers: CheckpointMarker[], writtenAt: string): Promise<void> {
    return this.registry.mark(markers, writtenAt);
  }

  /** Indexes come last: keeping them while many rows are filled in costs several times as much. */
  async activate(build: Build): Promise<void> {
    const indexes = indexesOf((await this.registered(build)).declared);
    if (indexes.length > 0) await rowsIn(this.db, build).createIndexes(indexes, NO_SOCKET_TIMEOUT);
    await this.registry.activate(build);
  }

  async drop(build: Build): Promise<void> {
    this.failed.delete(buildName(build));
    await this.registry.remove(build);
    await this.aside.forget(build);
    await this.dropCollections(build);
  }

  private async apply(
    registered: MongoRegistered,
    rows: PreparedRow[],
    checkpoint: Checkpoint,
    writtenAt: string,
  ): Promise<void> {
    const name = buildName(registered);
    const countAnew = registered.isDoubted || this.failed.has(name);
    const by = randomUUID();
    this.failed.add(name);
    const { grown, inserted } = await applyRows(this.db, registered, registered.declared, rows, by);
    const counted = countAnew
      ? { rows: await rowsIn(this.db, registered).countDocuments({}, NO_SOCKET_TIMEOUT) }
      : { grown };
    const before = await this.registry.reached(registered, { ...checkpoint, writtenAt, ...counted });
    if (!before) {
      // The rows came after the build had been dropped, and brought its collection back.
      await this.dropCollections(registered);
      throw droppedError(registered);
    }
    const passed = before.checkpoint?.position ?? '';
    const hasMetAnother = passed > (registered.checkpoint?.position ?? '') || before.counts !== registered.counts;
    if (hasMetAnother) {
      await this.yieldTo(passed, registered, rows, inserted, by);
      await this.registry.doubt(registered);
    }
    if (hasMetAnother || countAnew || rows.some(({ json }) => json === null))
      await dropGuards(this.db, registered, checkpoint.position);
    this.failed.delete(name);
  }

  /** Another writer was faster and has passed these rows: those it left without a row had been deleted. */
  private async yieldTo(
    passed: string,
    build: Build,
    rows: PreparedRow[],
    inserted: string[],
    by: string,
  ): Promise<void> {
    const late = new Set(rows.filter(({ position }) => position <= passed).map(({ id }) => id));
    await takeBack(
      this.db,
      build,
      inserted.filter((id) => late.has(id)),
      by,
    );
  }

  private async registered(build: Build): Promise<MongoRegistered> {
    const registered = await this.registry.get(build);
    if (!registered) throw droppedError(build);
    return registered;
  }

  private async dropCollections(build: Build): Promise<void> {
    for (const collection of [rowsIn(this.db, build), guardsIn(this.db, build)]) await collection.drop();
  }
}

const droppedError = ({ name, version, build }: Build): Error =>
  new Error(`build ${build} of view ${name} version ${version} has been dropped`);
