import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { buildName } from '../build-tables.js';
import type { Declared, PreparedRow } from '../declared.js';
import type { Marker } from '../held-markers.js';
import type { Registered } from '../registry.js';
import type { Build, Checkpoint } from '../views.js';
import { applyRows, dropGuards, takeBack } from './guarded-rows.js';
import { MongoRegistry } from './mongo-registry.js';
import { guardsIn, indexesOf, rowsIn } from './mongo-row.js';

/**
 * Writes rows, then the checkpoint: what a crash in between leaves is written again by whoever goes on from the checkpoint, and each row
 * is guarded by its position.
 */
export class MongoWriter {
  /** Builds whose number of rows, or whose guards, may have been left uncertain by a failed write or by a process that is gone. */
  private readonly uncertain = new Set<string>();

  constructor(
    private readonly db: Db,
    private readonly registry: MongoRegistry,
  ) {}

  /** False when the build exists already, made from another declaration. */
  async createBuild(build: Build, declared: Declared): Promise<boolean> {
    const known = await this.registry.add(build, declared);
    if (!known.isNew) this.uncertain.add(buildName(build));
    return JSON.stringify(known.declared) === JSON.stringify(declared);
  }

  async write(build: Build, rows: PreparedRow[], checkpoint: Checkpoint, writtenAt: string): Promise<void> {
    const known = await this.registered(build);
    if (known.checkpoint && known.checkpoint.logId !== checkpoint.logId) {
      throw new Error(`build ${build.build} of view ${build.name} was made from log ${known.checkpoint.logId}, not from ${checkpoint.logId}`);
    }
    // What the checkpoint has passed is contained already: only a second, slower writer still brings it.
    const reached = known.checkpoint?.position ?? '';
    await this.apply(known, rows.filter(({ position }) => position > reached), checkpoint, writtenAt);
  }

  async rewrite(build: Build, rows: PreparedRow[], writtenAt: string): Promise<void> {
    const known = await this.registered(build);
    if (!known.checkpoint) throw new Error(`build ${build.build} of view ${build.name} has not been written yet`);
    await this.apply(known, rows, known.checkpoint, writtenAt);
  }

  mark(markers: Marker[], writtenAt: string): Promise<void> {
    return this.registry.mark(markers, writtenAt);
  }

  /** Indexes come last: keeping them while many rows are filled in costs several times as much. */
  async activate(build: Build): Promise<void> {
    const indexes = indexesOf((await this.registered(build)).declared);
    // As long as it takes: if the server is gone or frozen the driver's heartbeat finds out.
    if (indexes.length > 0) await rowsIn(this.db, build).createIndexes(indexes, { timeoutMS: 0 });
    await this.registry.activate(build);
  }

  async drop(build: Build): Promise<void> {
    this.uncertain.delete(buildName(build));
    await this.registry.remove(build);
    await this.dropCollections(build);
  }

  private async apply(known: Registered, rows: PreparedRow[], checkpoint: Checkpoint, writtenAt: string): Promise<void> {
    const name = buildName(known);
    const wasUncertain = this.uncertain.has(name);
    const by = randomUUID();
    this.uncertain.add(name);
    const { grown, inserted } = await applyRows(this.db, known, known.declared, rows, by);
    const counted = wasUncertain ? { rows: await rowsIn(this.db, known).countDocuments() } : { grown };
    const before = await this.registry.reached(known, { ...checkpoint, writtenAt, ...counted });
    if (!before) {
      // The rows came after the build had been dropped, and brought its collection back.
      await this.dropCollections(known);
      throw droppedError(known);
    }
    const wasOvertaken = (before.position ?? '') > (known.checkpoint?.position ?? '');
    if (wasOvertaken) await this.yieldTo(before.position ?? '', known, rows, inserted, by);
    if (wasUncertain || wasOvertaken || rows.some(({ json }) => json === null)) await dropGuards(this.db, known, checkpoint.position);
    if (!wasOvertaken) this.uncertain.delete(name);
  }

  /** Another writer was faster and has passed these rows: those it left without a row had been deleted. */
  private async yieldTo(passed: string, build: Build, rows: PreparedRow[], inserted: string[], by: string): Promise<void> {
    const late = new Set(rows.filter(({ position }) => position <= passed).map(({ id }) => id));
    await takeBack(this.db, build, inserted.filter((id) => late.has(id)), by);
  }

  private async registered(build: Build): Promise<Registered> {
    const known = await this.registry.get(build);
    if (!known) throw droppedError(build);
    return known;
  }

  private async dropCollections(build: Build): Promise<void> {
    for (const collection of [rowsIn(this.db, build), guardsIn(this.db, build)]) await collection.drop();
  }
}

const droppedError = ({ name, version, build }: Build): Error => new Error(`build ${build} of view ${name} version ${version} has been dropped`);
