import { randomUUID } from 'node:crypto';
import { type AnyBulkWriteOperation, type BulkWriteResult, type Db, MongoBulkWriteError } from 'mongodb';
import type { Position } from '#events';
import { NO_SOCKET_TIMEOUT } from '../../mongo/mongo-database.js';
import type { StoredDeclaration, PreparedRow } from '../view-declaration.js';
import type { CheckpointMarker } from '../delayed-checkpoints.js';
import { buildName } from '../sqlite/registry.js';
import type { Build, Checkpoint, RetryResult, SetAsideStream } from '../views.js';
import { documentOf, guardsIn, indexesOf, type RowDocument, rowsIn } from './mongo-reader.js';
import { type MongoRegisteredBuild, type MongoRegistry, MongoSetAside } from './mongo-registry.js';

const DUPLICATE_KEY = 11000;
/** If two writers insert the same row at the same time, the newer one may come second and is repeated. */
const MAX_ATTEMPTS = 3;

/** The result of a batch: by how many rows the build has grown, and the ids of inserted rows. */
export type ApplyResult = { addedRows: number; insertedIds: string[] };

/**
 * Writes and deletes rows, unless the stored row is newer. There are no transactions: each row has the position of its
 * event, and a deleted one leaves a guard with its position. `batchId` is the id of this batch.
 * @throws TypeError before anything is written, for a value that a column cannot have
 */
const applyRows = async (
  db: Db,
  build: Build,
  declaration: StoredDeclaration,
  rows: PreparedRow[],
  batchId: string,
): Promise<ApplyResult> => {
  const newestRows = [...newestOf(rows).values()];
  const operations = newestRows.map((row) => operationOf(declaration, row, batchId));
  const deletedRows = newestRows.filter(({ json }) => json === null);
  // The guard is written first: a slower writer that writes the row after it was deleted checks for guards afterwards.
  if (deletedRows.length > 0) await writeGuards(db, build, deletedRows);
  const applyResult: ApplyResult = { addedRows: 0, insertedIds: [] };
  let remainingWrites = newestRows
    .map((row, index) => ({ row, operation: operations[index] }))
    .flatMap(({ row, operation }) => (operation ? [{ row, operation }] : []));
  for (let attempts = 0; attempts < MAX_ATTEMPTS && remainingWrites.length > 0; attempts++) {
    const { result, refusedIndexes } = await writeUnordered(
      db,
      build,
      remainingWrites.map(({ operation }) => operation),
    );
    applyResult.addedRows += result.upsertedCount - result.deletedCount;
    applyResult.insertedIds.push(
      ...Object.keys(result.upsertedIds).flatMap((index) => remainingWrites[Number(index)]?.row.id ?? []),
    );
    remainingWrites = remainingWrites.filter((_, index) => refusedIndexes.has(index));
  }
  return {
    ...applyResult,
    addedRows: applyResult.addedRows - (await yieldToGuards(db, build, applyResult.insertedIds)),
  };
};

/**
 * Deletes rows that a batch inserted although the checkpoint had passed them meanwhile: another writer had deleted
 * them. Returns their number.
 */
const deleteInserted = async (db: Db, build: Build, ids: string[], batchId: string): Promise<number> => {
  if (ids.length === 0) return 0;
  return (await rowsIn(db, build).deleteMany({ _id: { $in: ids }, _by: batchId })).deletedCount;
};

/** Guards are not needed once the checkpoint has passed their position: later batches have no older rows. */
const dropGuards = async (db: Db, build: Build, upTo: Position): Promise<void> => {
  await guardsIn(db, build).deleteMany({ position: { $lte: upTo } });
};

/** The newest row of each id in a batch, because the server may write the rows in any order. */
const newestOf = (rows: PreparedRow[]): Map<string, PreparedRow> => {
  const newestById = new Map<string, PreparedRow>();
  for (const row of rows) if (row.position >= (newestById.get(row.id)?.position ?? '')) newestById.set(row.id, row);
  return newestById;
};

const operationOf = (
  declaration: StoredDeclaration,
  row: PreparedRow,
  batchId: string,
): AnyBulkWriteOperation<RowDocument> => {
  const filter = { _id: row.id, _position: { $lte: row.position } };
  return row.json === null
    ? { deleteOne: { filter } }
    : { replaceOne: { filter, replacement: documentOf(declaration, row, batchId), upsert: true } };
};

const writeGuards = async (db: Db, build: Build, deletedRows: PreparedRow[]): Promise<void> => {
  const guards = deletedRows.map(({ id, position }) => ({
    updateOne: { filter: { _id: id }, update: { $max: { position } }, upsert: true },
  }));
  await guardsIn(db, build).bulkWrite(guards, { ordered: false });
};

/**
 * `refusedIndexes`: indexes of operations for which a newer row is stored, or for which a row was inserted at the same
 * moment.
 */
const writeUnordered = async (
  db: Db,
  build: Build,
  operations: AnyBulkWriteOperation<RowDocument>[],
): Promise<{ result: BulkWriteResult; refusedIndexes: Set<number> }> => {
  try {
    return { result: await rowsIn(db, build).bulkWrite(operations, { ordered: false }), refusedIndexes: new Set() };
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const errors = [error.writeErrors].flat();
    if (errors.length === 0 || errors.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return { result: error.result, refusedIndexes: new Set(errors.map(({ index }) => index)) };
  }
};

/** Deletes inserted rows that a faster writer has deleted before. Returns their number. */
const yieldToGuards = async (db: Db, build: Build, insertedIds: string[]): Promise<number> => {
  if (insertedIds.length === 0) return 0;
  const guards = await guardsIn(db, build)
    .find({ _id: { $in: insertedIds } })
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
  private readonly failedBuilds = new Set<string>();

  readonly setAsideStreams: MongoSetAside;

  constructor(
    private readonly db: Db,
    private readonly registry: MongoRegistry,
  ) {
    this.setAsideStreams = new MongoSetAside(db);
  }

  /** False if the build exists with another declaration. */
  async createBuild(build: Build, declaration: StoredDeclaration): Promise<boolean> {
    const { declaration: registeredDeclaration, isNew } = await this.registry.add(build, declaration);
    // A slow writer may have set streams aside for an earlier build of this name after it was dropped.
    if (isNew) await this.setAsideStreams.forget(build);
    return JSON.stringify(registeredDeclaration) === JSON.stringify(declaration);
  }

  async write(
    build: Build,
    rows: PreparedRow[],
    checkpoint: Checkpoint,
    writtenAt: string,
    streams: readonly SetAsideStream[],
  ): Promise<void> {
    const registeredBuild = await this.requireBuild(build);
    if (registeredBuild.checkpoint && registeredBuild.checkpoint.logId !== checkpoint.logId) {
      throw new Error(
        `build ${build.build} of view ${build.name} was made from log ${registeredBuild.checkpoint.logId}, not from ${checkpoint.logId}`,
      );
    }
    // Events up to the checkpoint are contained already; only a second, slower writer still has them.
    const checkpointPosition = registeredBuild.checkpoint?.position ?? '';
    await this.setAsideStreams.add(
      build,
      streams.filter(({ position }) => position > checkpointPosition),
      writtenAt,
    );
    await this.apply(
      registeredBuild,
      rows.filter(({ position }) => position > checkpointPosition),
      checkpoint,
      writtenAt,
    );
  }

  /** Writes the rows before the streams. After a crash in between, the retry is repeated with the same result. */
  async rewrite(build: Build, rows: PreparedRow[], writtenAt: string, retryResult: RetryResult): Promise<void> {
    const registeredBuild = await this.requireBuild(build);
    if (!registeredBuild.checkpoint)
      throw new Error(`build ${build.build} of view ${build.name} has not been written yet`);
    await this.apply(registeredBuild, rows, registeredBuild.checkpoint, writtenAt);
    await this.setAsideStreams.recordRetry(build, retryResult, writtenAt);
  }

  writeCheckpoints(markers: CheckpointMarker[], writtenAt: string): Promise<void> {
    return this.registry.writeCheckpoints(markers, writtenAt);
  }

  /** Indexes are created last: updating them while many rows are written takes several times as long. */
  async activate(build: Build): Promise<void> {
    const indexes = indexesOf((await this.requireBuild(build)).declaration);
    if (indexes.length > 0) await rowsIn(this.db, build).createIndexes(indexes, NO_SOCKET_TIMEOUT);
    await this.registry.activate(build);
  }

  async drop(build: Build): Promise<void> {
    this.failedBuilds.delete(buildName(build));
    await this.registry.remove(build);
    await this.setAsideStreams.forget(build);
    await this.dropCollections(build);
  }

  private async apply(
    registeredBuild: MongoRegisteredBuild,
    rows: PreparedRow[],
    checkpoint: Checkpoint,
    writtenAt: string,
  ): Promise<void> {
    const name = buildName(registeredBuild);
    const mustCount = registeredBuild.isDoubted || this.failedBuilds.has(name);
    const batchId = randomUUID();
    this.failedBuilds.add(name);
    const { addedRows, insertedIds } = await applyRows(
      this.db,
      registeredBuild,
      registeredBuild.declaration,
      rows,
      batchId,
    );
    const rowChange = mustCount
      ? { rows: await rowsIn(this.db, registeredBuild).countDocuments({}, NO_SOCKET_TIMEOUT) }
      : { addedRows };
    const previousBuild = await this.registry.recordProgress(registeredBuild, {
      ...checkpoint,
      writtenAt,
      ...rowChange,
    });
    if (!previousBuild) {
      // The build was dropped before the rows were written, so the write has created its collection again.
      await this.dropCollections(registeredBuild);
      throw droppedError(registeredBuild);
    }
    const passedPosition = previousBuild.checkpoint?.position ?? '';
    const hasOtherWriter =
      passedPosition > (registeredBuild.checkpoint?.position ?? '') || previousBuild.counts !== registeredBuild.counts;
    if (hasOtherWriter) {
      await this.yieldToOtherWriter(passedPosition, registeredBuild, rows, insertedIds, batchId);
      await this.registry.markDoubted(registeredBuild);
    }
    if (hasOtherWriter || mustCount || rows.some(({ json }) => json === null))
      await dropGuards(this.db, registeredBuild, checkpoint.position);
    this.failedBuilds.delete(name);
  }

  /**
   * Another writer was faster and has passed the position of these rows: if this batch inserted one, that writer had
   * deleted it.
   */
  private async yieldToOtherWriter(
    passedPosition: string,
    build: Build,
    rows: PreparedRow[],
    insertedIds: string[],
    batchId: string,
  ): Promise<void> {
    const lateIds = new Set(rows.filter(({ position }) => position <= passedPosition).map(({ id }) => id));
    await deleteInserted(
      this.db,
      build,
      insertedIds.filter((id) => lateIds.has(id)),
      batchId,
    );
  }

  private async requireBuild(build: Build): Promise<MongoRegisteredBuild> {
    const registeredBuild = await this.registry.get(build);
    if (!registeredBuild) throw droppedError(build);
    return registeredBuild;
  }

  private async dropCollections(build: Build): Promise<void> {
    for (const collection of [rowsIn(this.db, build), guardsIn(this.db, build)]) await collection.drop();
  }
}

const droppedError = ({ name, version, build }: Build): Error =>
  new Error(`build ${build} of view ${name} version ${version} has been dropped`);
