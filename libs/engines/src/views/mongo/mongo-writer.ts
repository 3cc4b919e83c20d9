import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { PATIENT } from '../../mongo/mongo-database.js';
import { buildName } from '../build-tables.js';
import type { Declared, PreparedRow } from '../declared.js';
import type { Marker } from '../held-markers.js';
import type { Build, Checkpoint, Retried, SetAside } from '../views.js';
import { applyRows, dropGuards, takeBack } from './guarded-rows.js';
import type { MongoRegistered, MongoRegistry } from './mongo-registry.js';
import { guardsIn, indexesOf, rowsIn } from './mongo-row.js';
import { MongoSetAside } from './mongo-set-aside.js';

/**
 * Writes rows, then the checkpoint: what a crash in between leaves is written again by whoever goes on from the checkpoint, and each row
 * is guarded by its position.
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
  async createBuild(build: Build, declared: Declared): Promise<boolean> {
    const { declared: known, isNew } = await this.registry.add(build, declared);
    // A writer that was late may have set streams aside for a build of this name after it had been dropped.
    if (isNew) await this.aside.forget(build);
    return JSON.stringify(known) === JSON.stringify(declared);
  }

  async write(
    build: Build,
    rows: PreparedRow[],
    checkpoint: Checkpoint,
    writtenAt: string,
    setAside: readonly SetAside[],
  ): Promise<void> {
    const known = await this.registered(build);
    if (known.checkpoint && known.checkpoint.logId !== checkpoint.logId) {
      throw new Error(
        `build ${build.build} of view ${build.name} was made from log ${known.checkpoint.logId}, not from ${checkpoint.logId}`,
      );
    }
    // What the checkpoint has passed is contained already: only a second, slower writer still brings it.
    const reached = known.checkpoint?.position ?? '';
    await this.aside.add(
      build,
      setAside.filter(({ position }) => position > reached),
      writtenAt,
    );
    await this.apply(
      known,
      rows.filter(({ position }) => position > reached),
      checkpoint,
      writtenAt,
    );
  }

  /** The rows before the streams: what a crash leaves in between is tried once more, and comes to the same. */
  async rewrite(build: Build, rows: PreparedRow[], writtenAt: string, retried: Retried): Promise<void> {
    const known = await this.registered(build);
    if (!known.checkpoint) throw new Error(`build ${build.build} of view ${build.name} has not been written yet`);
    await this.apply(known, rows, known.checkpoint, writtenAt);
    await this.aside.retried(build, retried, writtenAt);
  }

  mark(markers: Marker[], writtenAt: string): Promise<void> {
    return this.registry.mark(markers, writtenAt);
  }

  /** Indexes come last: keeping them while many rows are filled in costs several times as much. */
  async activate(build: Build): Promise<void> {
    const indexes = indexesOf((await this.registered(build)).declared);
    if (indexes.length > 0) await rowsIn(this.db, build).createIndexes(indexes, PATIENT);
    await this.registry.activate(build);
  }

  async drop(build: Build): Promise<void> {
    this.failed.delete(buildName(build));
    await this.registry.remove(build);
    await this.aside.forget(build);
    await this.dropCollections(build);
  }

  private async apply(
    known: MongoRegistered,
    rows: PreparedRow[],
    checkpoint: Checkpoint,
    writtenAt: string,
  ): Promise<void> {
    const name = buildName(known);
    const countAnew = known.isDoubted || this.failed.has(name);
    const by = randomUUID();
    this.failed.add(name);
    const { grown, inserted } = await applyRows(this.db, known, known.declared, rows, by);
    const counted = countAnew ? { rows: await rowsIn(this.db, known).countDocuments({}, PATIENT) } : { grown };
    const before = await this.registry.reached(known, { ...checkpoint, writtenAt, ...counted });
    if (!before) {
      // The rows came after the build had been dropped, and brought its collection back.
      await this.dropCollections(known);
      throw droppedError(known);
    }
    const passed = before.checkpoint?.position ?? '';
    const hasMetAnother = passed > (known.checkpoint?.position ?? '') || before.counts !== known.counts;
    if (hasMetAnother) {
      await this.yieldTo(passed, known, rows, inserted, by);
      await this.registry.doubt(known);
    }
    if (hasMetAnother || countAnew || rows.some(({ json }) => json === null))
      await dropGuards(this.db, known, checkpoint.position);
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
    const known = await this.registry.get(build);
    if (!known) throw droppedError(build);
    return known;
  }

  private async dropCollections(build: Build): Promise<void> {
    for (const collection of [rowsIn(this.db, build), guardsIn(this.db, build)]) await collection.drop();
  }
}

const droppedError = ({ name, version, build }: Build): Error =>
  new Error(`build ${build} of view ${name} version ${version} has been dropped`);
