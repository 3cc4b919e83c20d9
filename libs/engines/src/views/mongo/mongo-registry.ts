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
  type SetAside,
  type SetAsideEntry,
  ViewMissing,
  type ViewName,
} from '../views.js';

/**
 * `activation`: of the builds of a view, the one with the highest number answers queries; 0 is never active. So a
 * switch is a single write.
 */
type Entry = Build & {
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
export type MongoRegistered = RegisteredBuild & { isDoubted: boolean; counts: number };

/** The state of a build after a write: `grown` more rows or, if that is not certain, `rows` as counted again. */
export type BuildProgress = { logId: string; position: Position; writtenAt: string } & (
  { grown: number } | { rows: number }
);

/** The existing builds with their state and checkpoint, one document for each, and which of them are active. */
export class MongoRegistry {
  private readonly entries: Collection<Entry>;

  constructor(db: Db) {
    this.entries = db.collection('view_builds', { writeConcern: MAJORITY_JOURNALED });
  }

  /** The active builds of these views, by `keyOf`. A view without one is missing. */
  async active(views: readonly ViewName[]): Promise<Map<string, MongoRegistered>> {
    const distinct = [
      ...new Map(views.map(({ name, version }) => [keyOf({ name, version }), { name, version }])).values(),
    ];
    const entries = await callMongo(() =>
      this.entries
        .find({ $or: distinct, activation: { $gt: 0 } })
        .sort({ activation: 1, _id: 1 })
        .toArray(),
    );
    // The build with the highest activation comes last and replaces the others.
    return new Map(entries.map((entry) => [keyOf(entry), toRegistered(entry, true)]));
  }

  /** `active` is always false in the result; `active()` and `all()` determine it. */
  async get(build: Build): Promise<MongoRegistered | null> {
    const entry = await callMongo(() => this.entries.findOne({ _id: buildName(build) }));
    return entry && toRegistered(entry, false);
  }

  async all(): Promise<RegisteredBuild[]> {
    const entries = await callMongo(() =>
      this.entries.find().sort({ name: 1, version: 1, activation: -1, build: -1 }).toArray(),
    );
    const builds = entries.map((entry, place) => {
      const before = entries[place - 1];
      const isFirst = before?.name !== entry.name || before.version !== entry.version;
      return toRegistered(entry, isFirst && entry.activation > 0);
    });
    return builds.sort((a, b) => (buildName(a) < buildName(b) ? -1 : 1));
  }

  /** Registers a build unless it exists. Returns its declaration, by this call (`isNew`) or an earlier one. */
  async add(build: Build, declared: StoredDeclaration): Promise<{ declared: StoredDeclaration; isNew: boolean }> {
    const fields = {
      ...build,
      activation: 0,
      declared,
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
    if (upsertedCount > 0) return { declared, isNew: true };
    // An earlier writer may have been killed during a write.
    await this.doubt(build);
    return { declared: (await this.get(build))?.declared ?? declared, isNew: false };
  }

  /**
   * Stores the progress of a build. Checkpoints never go back. Returns the state before; null if the build has been
   * dropped.
   */
  async reached(build: Build, { logId, position, writtenAt, ...rows }: BuildProgress): Promise<MongoRegistered | null> {
    const counted =
      'grown' in rows
        ? { $set: { logId, writtenAt }, $inc: { rows: rows.grown } }
        : { $set: { logId, writtenAt, rows: rows.rows, isDoubted: false }, $inc: { counts: 1 } };
    const entry = await callMongo(() =>
      this.entries.findOneAndUpdate(
        { _id: buildName(build) },
        { ...counted, $max: { position } },
        { returnDocument: 'before' },
      ),
    );
    return entry && toRegistered(entry, false);
  }

  async doubt(build: Build): Promise<void> {
    await callMongo(() => this.entries.updateOne({ _id: buildName(build) }, { $set: { isDoubted: true } }));
  }

  async mark(markers: CheckpointMarker[], writtenAt: string): Promise<void> {
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
    const active = await callMongo(() =>
      this.entries.findOne({ name, version }, { sort: { activation: -1 }, projection: { activation: 1 } }),
    );
    const { matchedCount } = await callMongo(() =>
      this.entries.updateOne({ _id: buildName(build) }, { $set: { activation: (active?.activation ?? 0) + 1 } }),
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

const toRegistered = (
  { name, version, build, declared, logId, position, rows, failure, writtenAt, isDoubted, counts }: Entry,
  active: boolean,
): MongoRegistered => ({
  name,
  version,
  build,
  active,
  declared,
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
  private readonly builds = new Map<string, MongoRegistered>();
  private readonly looks: SharedCalls<ViewName, Map<string, MongoRegistered>>;

  constructor(registry: MongoRegistry) {
    this.looks = new SharedCalls((views) => registry.active(views));
  }

  registered(view: ViewName): MongoRegistered | null {
    return this.builds.get(keyOf(view)) ?? null;
  }

  async look(view: ViewName): Promise<MongoRegistered | null> {
    const active = (await this.looks.ask(view)).get(keyOf(view)) ?? null;
    if (active) this.builds.set(keyOf(view), active);
    else this.builds.delete(keyOf(view));
    return active;
  }

  async lookAll(views: ViewName[]): Promise<void> {
    const distinct = new Map(views.map((view) => [keyOf(view), view]));
    await Promise.all([...distinct.values()].map((view) => this.look(view)));
  }

  /** Called when a writer of this process has written the build up to this checkpoint. */
  advance({ name, version, build }: Build, checkpoint: Checkpoint): void {
    const active = this.registered({ name, version });
    if (active?.build !== build || (active.checkpoint && active.checkpoint.position >= checkpoint.position)) return;
    this.builds.set(keyOf(active), { ...active, checkpoint });
  }

  /**
   * Reads the build that was last known to be active, then checks in the registry whether it still is, and reads again
   * if another one is. A dropped build reads as empty, but it is removed from the registry before its rows are.
   * @throws ViewMissing, StoreUnavailable; any error of `read`
   */
  async read<Answer>(
    view: ViewName,
    read: (build: MongoRegistered) => Promise<Answer>,
  ): Promise<{ answer: Answer; build: MongoRegistered }> {
    let build = this.registered(view) ?? (await this.look(view));
    for (let switches = 0; build; switches++) {
      const requestedBuild: MongoRegistered = build;
      const reading = await callMongo(() => read(requestedBuild)).then(
        (answer) => ({ answer }),
        (failure: unknown) => ({ failure }),
      );
      if ('failure' in reading && reading.failure instanceof StoreUnavailable) throw reading.failure;
      build = await this.look(view);
      const isLast = build?.build === requestedBuild.build || switches === MAX_SWITCHES;
      if (build && isLast && 'answer' in reading) return { answer: reading.answer, build };
      if (isLast && 'failure' in reading) throw reading.failure;
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

  async add(build: Build, setAside: readonly SetAside[], at: string): Promise<void> {
    await this.write(
      setAside.map((entry) => ({
        updateOne: {
          filter: { _id: idOf(build, entry.stream) },
          update: { $setOnInsert: { ...entry, build: buildName(build), since: at, triedAt: at, tries: 1 } },
          upsert: true,
        },
      })),
    );
  }

  async retried(build: Build, { taken, setAside }: RetryResult, at: string): Promise<void> {
    await this.write([
      ...taken.map((stream) => ({ deleteOne: { filter: { _id: idOf(build, stream) } } })),
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
