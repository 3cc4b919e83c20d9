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
/** If two writers insert the same row at the same time, the newer one may come second and is repeated. */
const MAX_TRIES = 3;

/** The result of a batch: by how many rows the build has grown, and the ids of inserted rows. */
export type ApplyResult = { grown: number; inserted: string[] };

/**
 * Writes and deletes rows, unless the stored row is newer. There are no transactions: each row has the position of its
 * event, and a deleted one leaves a guard with its position. `by` is the id of this batch.
 * @throws TypeError before anything is written, for a value that a column cannot have
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
  // The guard is written first: a slower writer that writes the row after it was deleted checks for guards afterwards.
  if (deleted.length > 0) await guard(db, build, deleted);
  const applied: ApplyResult = { grown: 0, inserted: [] };
  let remaining = newest
    .map((row, place) => ({ row, operation: operations[place] }))
    .flatMap(({ row, operation }) => (operation ? [{ row, operation }] : []));
  for (let tries = 0; tries < MAX_TRIES && remaining.length > 0; tries++) {
    const { result, refused } = await writeUnordered(
      db,
      build,
      remaining.map(({ operation }) => operation),
    );
    applied.grown += result.upsertedCount - result.deletedCount;
    applied.inserted.push(
      ...Object.keys(result.upsertedIds).flatMap((place) => remaining[Number(place)]?.row.id ?? []),
    );
    remaining = remaining.filter((_, place) => refused.has(place));
  }
  return { ...applied, grown: applied.grown - (await yieldToGuards(db, build, applied.inserted)) };
};

/**
 * Deletes rows that a batch inserted although the checkpoint had passed them meanwhile: another writer had deleted
 * them. Returns their number.
 */
const deleteInserted = async (db: Db, build: Build, ids: string[], by: string): Promise<number> => {
  if (ids.length === 0) return 0;
  return (await rowsIn(db, build).deleteMany({ _id: { $in: ids }, _by: by })).deletedCount;
};

/** Guards are not needed once the checkpoint has passed their position: later batches have no older rows. */
const dropGuards = async (db: Db, build: Build, upTo: Position): Promise<void> => {
  await guardsIn(db, build).deleteMany({ position: { $lte: upTo } });
};

/** The newest row of each id in a batch, because the server may write the rows in any order. */
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

/**
 * `refused`: indexes of operations for which a newer row is stored, or for which a row was inserted at the same moment.
 */
const writeUnordered = async (
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

/** Deletes inserted rows that a faster writer has deleted before. Returns their number. */
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
 * Writes rows, then the checkpoint. After a crash in between, the writer that goes on from the checkpoint writes the
 * rows again; the position of each row prevents that an older state overwrites a newer one.
 */
export class MongoWriter {
  /** Builds whose last write failed with an unknown result. */
  private readonly failed = new Set<string>();

  readonly aside: MongoSetAside;

  constructor(
    private readonly db: Db,
    private readonly registry: MongoRegistry,
  ) {
    this.aside = new MongoSetAside(db);
  }

  /** False if the build exists with another declaration. */
  async createBuild(build: Build, declared: StoredDeclaration): Promise<boolean> {
    const { declared: registered, isNew } = await this.registry.add(build, declared);
    // A slow writer may have set streams aside for an earlier build of this name after it was dropped.
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
    // Events up to the checkpoint are contained already; only a second, slower writer still has them.
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

  /** Writes the rows before the streams. After a crash in between, the retry is repeated with the same result. */
  async rewrite(build: Build, rows: PreparedRow[], writtenAt: string, retried: RetryResult): Promise<void> {
    const registered = await this.registered(build);
    if (!registered.checkpoint) throw new Error(`build ${build.build} of view ${build.name} has not been written yet`);
    await this.apply(registered, rows, registered.checkpoint, writtenAt);
    await this.aside.retried(build, retried, writtenAt);
  }

  mark(markers: CheckpointMarker[], writtenAt: string): Promise<void> {
    return this.registry.mark(markers, writtenAt);
  }

  /** Indexes are created last: updating them while many rows are written takes several times as long. */
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
    const mustCount = registered.isDoubted || this.failed.has(name);
    const by = randomUUID();
    this.failed.add(name);
    const { grown, inserted } = await applyRows(this.db, registered, registered.declared, rows, by);
    const counted = mustCount
      ? { rows: await rowsIn(this.db, registered).countDocuments({}, NO_SOCKET_TIMEOUT) }
      : { grown };
    const before = await this.registry.reached(registered, { ...checkpoint, writtenAt, ...counted });
    if (!before) {
      // The build was dropped before the rows were written, so the write has created its collection again.
      await this.dropCollections(registered);
      throw droppedError(registered);
    }
    const passed = before.checkpoint?.position ?? '';
    const hasOtherWriter = passed > (registered.checkpoint?.position ?? '') || before.counts !== registered.counts;
    if (hasOtherWriter) {
      await this.yieldTo(passed, registered, rows, inserted, by);
      await this.registry.doubt(registered);
    }
    if (hasOtherWriter || mustCount || rows.some(({ json }) => json === null))
      await dropGuards(this.db, registered, checkpoint.position);
    this.failed.delete(name);
  }

  /**
   * Another writer was faster and has passed the position of these rows: if this batch inserted one, that writer had
   * deleted it.
   */
  private async yieldTo(
    passed: string,
    build: Build,
    rows: PreparedRow[],
    inserted: string[],
    by: string,
  ): Promise<void> {
    const late = new Set(rows.filter(({ position }) => position <= passed).map(({ id }) => id));
    await deleteInserted(
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
