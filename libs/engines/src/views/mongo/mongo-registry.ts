import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { type Position, StoreUnavailable } from '#events';
import { callMongo, MAJORITY_JOURNALED } from '../../mongo/mongo-database.js';
import { SharedCalls } from '../../mongo/shared-calls.js';
import type { StoredDeclaration } from '../view-declaration.js';
import type { CheckpointMarker } from '../delayed-checkpoints.js';
import { buildName, type Failure, type RegisteredBuild } from '../sqlite/registry.js';
import {
  type Build,
  type Checkpoint,
  type RetryResult,
  type SetAsideStream,
  type SetAsideEntry,
  ViewMissing,
  type ViewName,
} from '../views.js';

/**
 * `activation`: of the builds of a view, the one with the highest number answers queries; 0 is never active. So a
 * switch is a single write.
 */
type BuildDocument = Build & {
  _id: string;
  activation: number;
  declared: StoredDeclaration;
  logId: string | null;
  position: Position | null;
  rows: number;
  failure: Failure | null;
  writtenAt: string | null;
  isDoubted: boolean;
  counts: number;
};

/**
 * `isDoubted`: two writers wrote at the same time, or one has failed during a write, so `rows` may be wrong until the
 * rows are counted again. `counts`: how often they have been counted.
 */
export type MongoRegisteredBuild = RegisteredBuild & { isDoubted: boolean; counts: number };

/** The state of a build after a write: `addedRows` more rows or, if that is not certain, `rows` as counted again. */
export type BuildProgress = { logId: string; position: Position; writtenAt: string } & (
  { addedRows: number } | { rows: number }
);

/** The existing builds with their state and checkpoint, one document for each, and which of them are active. */
export class MongoRegistry {
  private readonly entries: Collection<BuildDocument>;

  constructor(db: Db) {
    this.entries = db.collection('view_builds', { writeConcern: MAJORITY_JOURNALED });
  }

  /** The active builds of these views, by `keyOf`. A view without one is missing. */
  async activeBuilds(views: readonly ViewName[]): Promise<Map<string, MongoRegisteredBuild>> {
    const distinctViews = [
      ...new Map(views.map(({ name, version }) => [keyOf({ name, version }), { name, version }])).values(),
    ];
    const entries = await callMongo(() =>
      this.entries
        .find({ $or: distinctViews, activation: { $gt: 0 } })
        .sort({ activation: 1, _id: 1 })
        .toArray(),
    );
    // The build with the highest activation comes last and replaces the others.
    return new Map(entries.map((entry) => [keyOf(entry), toRegisteredBuild(entry, true)]));
  }

  /** `active` is always false in the result; `active()` and `all()` determine it. */
  async get(build: Build): Promise<MongoRegisteredBuild | null> {
    const entry = await callMongo(() => this.entries.findOne({ _id: buildName(build) }));
    return entry && toRegisteredBuild(entry, false);
  }

  async all(): Promise<RegisteredBuild[]> {
    const entries = await callMongo(() =>
      this.entries.find().sort({ name: 1, version: 1, activation: -1, build: -1 }).toArray(),
    );
    const builds = entries.map((entry, index) => {
      const previousEntry = entries[index - 1];
      const isFirst = previousEntry?.name !== entry.name || previousEntry.version !== entry.version;
      return toRegisteredBuild(entry, isFirst && entry.activation > 0);
    });
    return builds.sort((a, b) => (buildName(a) < buildName(b) ? -1 : 1));
  }

  /** Registers a build unless it exists. Returns its declaration, by this call (`isNew`) or an earlier one. */
  async add(build: Build, declaration: StoredDeclaration): Promise<{ declaration: StoredDeclaration; isNew: boolean }> {
    const fields = {
      ...build,
      activation: 0,
      declared: declaration,
      logId: null,
      position: null,
      rows: 0,
      failure: null,
      writtenAt: null,
      isDoubted: false,
      counts: 0,
    };
    const _id = buildName(build);
    const { upsertedCount } = await callMongo(() =>
      this.entries.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true }),
    );
    if (upsertedCount > 0) return { declaration, isNew: true };
    // An earlier writer may have been killed during a write.
    await this.markDoubted(build);
    return { declaration: (await this.get(build))?.declaration ?? declaration, isNew: false };
  }

  /**
   * Stores the progress of a build. Checkpoints never go back. Returns the state before; null if the build has been
   * dropped.
   */
  async recordProgress(
    build: Build,
    { logId, position, writtenAt, ...rowChange }: BuildProgress,
  ): Promise<MongoRegisteredBuild | null> {
    const countUpdate =
      'addedRows' in rowChange
        ? { $set: { logId, writtenAt }, $inc: { rows: rowChange.addedRows } }
        : { $set: { logId, writtenAt, rows: rowChange.rows, isDoubted: false }, $inc: { counts: 1 } };
    const entry = await callMongo(() =>
      this.entries.findOneAndUpdate(
        { _id: buildName(build) },
        { ...countUpdate, $max: { position } },
        { returnDocument: 'before' },
      ),
    );
    return entry && toRegisteredBuild(entry, false);
  }

  async markDoubted(build: Build): Promise<void> {
    await callMongo(() => this.entries.updateOne({ _id: buildName(build) }, { $set: { isDoubted: true } }));
  }

  async writeCheckpoints(markers: CheckpointMarker[], writtenAt: string): Promise<void> {
    const updates = markers.map(({ build, checkpoint: { logId, position } }) => ({
      updateOne: { filter: { _id: buildName(build), logId }, update: { $max: { position }, $set: { writtenAt } } },
    }));
    await callMongo(() => this.entries.bulkWrite(updates, { ordered: false }));
  }

  /**
   * Gives this build the highest activation, then deactivates the one before it, so that one is active at any time.
   * @throws Error if the build has been dropped
   */
  async activate(build: Build): Promise<void> {
    const { name, version } = build;
    const activeBuild = await callMongo(() =>
      this.entries.findOne({ name, version }, { sort: { activation: -1 }, projection: { activation: 1 } }),
    );
    const { matchedCount } = await callMongo(() =>
      this.entries.updateOne({ _id: buildName(build) }, { $set: { activation: (activeBuild?.activation ?? 0) + 1 } }),
    );
    if (matchedCount === 0) throw new Error(`build ${build.build} of view ${name} version ${version} has been dropped`);
    await callMongo(() =>
      this.entries.updateMany({ name, version, _id: { $ne: buildName(build) } }, { $set: { activation: 0 } }),
    );
  }

  async fail(build: Build, failure: Failure | null): Promise<void> {
    await callMongo(() => this.entries.updateOne({ _id: buildName(build) }, { $set: { failure } }));
  }

  async remove(build: Build): Promise<void> {
    await callMongo(() => this.entries.deleteOne({ _id: buildName(build) }));
  }
}

const toRegisteredBuild = (
  { name, version, build, declared, logId, position, rows, failure, writtenAt, isDoubted, counts }: BuildDocument,
  active: boolean,
): MongoRegisteredBuild => ({
  name,
  version,
  build,
  active,
  declaration: declared,
  checkpoint: logId === null || position === null ? null : { logId, position },
  rows,
  failure,
  setAside: 0,
  writtenAt,
  isDoubted,
  counts,
});

/** Number of switches of the active build after which a read gives up. */
const MAX_SWITCHES = 5;

/**
 * The active build of each view as last read from the registry. Readers that look at about the same time share one
 * call.
 */
export class ActiveBuilds {
  private readonly builds = new Map<string, MongoRegisteredBuild>();
  private readonly sharedReads: SharedCalls<ViewName, Map<string, MongoRegisteredBuild>>;

  constructor(registry: MongoRegistry) {
    this.sharedReads = new SharedCalls((views) => registry.activeBuilds(views));
  }

  cachedBuild(view: ViewName): MongoRegisteredBuild | null {
    return this.builds.get(keyOf(view)) ?? null;
  }

  async refresh(view: ViewName): Promise<MongoRegisteredBuild | null> {
    const activeBuild = (await this.sharedReads.execute(view)).get(keyOf(view)) ?? null;
    if (activeBuild) this.builds.set(keyOf(view), activeBuild);
    else this.builds.delete(keyOf(view));
    return activeBuild;
  }

  async refreshAll(views: ViewName[]): Promise<void> {
    const distinctViews = new Map(views.map((view) => [keyOf(view), view]));
    await Promise.all([...distinctViews.values()].map((view) => this.refresh(view)));
  }

  /** Called when a writer of this process has written the build up to this checkpoint. */
  advance({ name, version, build }: Build, checkpoint: Checkpoint): void {
    const activeBuild = this.cachedBuild({ name, version });
    if (
      activeBuild?.build !== build ||
      (activeBuild.checkpoint && activeBuild.checkpoint.position >= checkpoint.position)
    )
      return;
    this.builds.set(keyOf(activeBuild), { ...activeBuild, checkpoint });
  }

  /**
   * Reads the build that was last known to be active, then checks in the registry whether it still is, and reads again
   * if another one is. A dropped build reads as empty, but it is removed from the registry before its rows are.
   * @throws ViewMissing, StoreUnavailable; any error of `read`
   */
  async read<Result>(
    view: ViewName,
    read: (build: MongoRegisteredBuild) => Promise<Result>,
  ): Promise<{ result: Result; build: MongoRegisteredBuild }> {
    let build = this.cachedBuild(view) ?? (await this.refresh(view));
    for (let switches = 0; build; switches++) {
      const requestedBuild: MongoRegisteredBuild = build;
      const outcome = await callMongo(() => read(requestedBuild)).then(
        (result) => ({ result }),
        (failure: unknown) => ({ failure }),
      );
      if ('failure' in outcome && outcome.failure instanceof StoreUnavailable) throw outcome.failure;
      build = await this.refresh(view);
      const isLast = build?.build === requestedBuild.build || switches === MAX_SWITCHES;
      if (build && isLast && 'result' in outcome) return { result: outcome.result, build };
      if (isLast && 'failure' in outcome) throw outcome.failure;
    }
    throw new ViewMissing(view);
  }
}

const keyOf = ({ name, version }: ViewName): string => `${name}_v${version}`;

type StoredEntry = SetAsideEntry & { _id: string; build: string };

/**
 * The streams that builds have set aside, one document each. They are written before the rows of their batch. After a
 * crash in between, the writer that goes on from the checkpoint finds them set aside already.
 */
export class MongoSetAside {
  private readonly entries: Collection<StoredEntry>;

  constructor(db: Db) {
    this.entries = db.collection('view_set_aside', { writeConcern: MAJORITY_JOURNALED });
  }

  async of(build: Build): Promise<SetAsideEntry[]> {
    const entries = await this.entries
      .find({ build: buildName(build) })
      .sort({ since: 1, position: 1 })
      .toArray();
    return entries.map(({ _id, build: _build, ...entry }) => entry);
  }

  /** How many streams each build has set aside, by the name of the build; builds without any are left out. */
  async counts(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for await (const { build } of this.entries.find({}, { projection: { build: 1 } }))
      counts.set(build, (counts.get(build) ?? 0) + 1);
    return counts;
  }

  async add(build: Build, streams: readonly SetAsideStream[], at: string): Promise<void> {
    await this.write(
      streams.map((entry) => ({
        updateOne: {
          filter: { _id: idOf(build, entry.stream) },
          update: { $setOnInsert: { ...entry, build: buildName(build), since: at, triedAt: at, tries: 1 } },
          upsert: true,
        },
      })),
    );
  }

  async recordRetry(build: Build, { succeeded, setAside }: RetryResult, at: string): Promise<void> {
    await this.write([
      ...succeeded.map((stream) => ({ deleteOne: { filter: { _id: idOf(build, stream) } } })),
      ...setAside.map((entry) => ({
        updateOne: {
          filter: { _id: idOf(build, entry.stream) },
          update: {
            $set: { ...entry, build: buildName(build), triedAt: at },
            $setOnInsert: { since: at },
            $inc: { tries: 1 },
          },
          upsert: true,
        },
      })),
    ]);
  }

  async forget(build: Build): Promise<void> {
    await this.entries.deleteMany({ build: buildName(build) });
  }

  private async write(operations: AnyBulkWriteOperation<StoredEntry>[]): Promise<void> {
    if (operations.length > 0) await this.entries.bulkWrite(operations, { ordered: false });
  }
}

const idOf = (build: Build, stream: string): string => `${buildName(build)}/${stream}`;
