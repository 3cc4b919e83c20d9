import type { Collection, Db } from 'mongodb';
import type { Position } from '#events';
import { askingMongo, DURABLE } from '../../mongo/mongo-database.js';
import { buildName } from '../build-tables.js';
import type { Declared } from '../declared.js';
import type { Marker } from '../held-markers.js';
import type { Failure, Registered } from '../registry.js';
import type { Build, ViewName } from '../views.js';

/** `activation`: the build of a view with the highest one answers queries, 0 for none. A switch is thereby one write. */
type Entry = Build & {
  _id: string;
  activation: number;
  declared: Declared;
  logId: string | null;
  position: Position | null;
  rows: number;
  failure: Failure | null;
  writtenAt: string | null;
  isDoubted: boolean;
  counts: number;
};

/**
 * `isDoubted`: writers have met, or one has failed half-way, and `rows` holds only after they have been counted anew; `counts`: how often
 * that has been done.
 */
export type MongoRegistered = Registered & { isDoubted: boolean; counts: number };

/** How a write leaves its build: `grown` rows more, or, when that is not certain, `rows` counted anew. */
export type Reached = { logId: string; position: Position; writtenAt: string } & ({ grown: number } | { rows: number });

/** Which builds there are, which of them answers, and how far each has come: a document for each build. */
export class MongoRegistry {
  private readonly entries: Collection<Entry>;

  constructor(db: Db) {
    this.entries = db.collection('view_builds', { writeConcern: DURABLE });
  }

  async active({ name, version }: ViewName): Promise<MongoRegistered | null> {
    const sort = { activation: -1, _id: -1 } as const;
    const entry = await askingMongo(() => this.entries.findOne({ name, version, activation: { $gt: 0 } }, { sort }));
    return entry && registered(entry, true);
  }

  /** `active` is left false: which one answers is asked by `active` and `all`. */
  async get(build: Build): Promise<MongoRegistered | null> {
    const entry = await askingMongo(() => this.entries.findOne({ _id: buildName(build) }));
    return entry && registered(entry, false);
  }

  async all(): Promise<Registered[]> {
    const entries = await askingMongo(() =>
      this.entries.find().sort({ name: 1, version: 1, activation: -1, build: -1 }).toArray(),
    );
    const builds = entries.map((entry, place) => {
      const before = entries[place - 1];
      const isFirst = before?.name !== entry.name || before.version !== entry.version;
      return registered(entry, isFirst && entry.activation > 0);
    });
    return builds.sort((a, b) => (buildName(a) < buildName(b) ? -1 : 1));
  }

  /** What is declared of the build, by this call (then it is new) or before. */
  async add(build: Build, declared: Declared): Promise<{ declared: Declared; isNew: boolean }> {
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
    const { upsertedCount } = await askingMongo(() =>
      this.entries.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true }),
    );
    if (upsertedCount > 0) return { declared, isNew: true };
    // Whoever wrote it before may have been killed half-way.
    await this.doubt(build);
    return { declared: (await this.get(build))?.declared ?? declared, isNew: false };
  }

  /** Checkpoints never move back. Answers where the build stood before; null when it is gone. */
  async reached(build: Build, { logId, position, writtenAt, ...rows }: Reached): Promise<MongoRegistered | null> {
    const counted =
      'grown' in rows
        ? { $set: { logId, writtenAt }, $inc: { rows: rows.grown } }
        : { $set: { logId, writtenAt, rows: rows.rows, isDoubted: false }, $inc: { counts: 1 } };
    const entry = await askingMongo(() =>
      this.entries.findOneAndUpdate(
        { _id: buildName(build) },
        { ...counted, $max: { position } },
        { returnDocument: 'before' },
      ),
    );
    return entry && registered(entry, false);
  }

  async doubt(build: Build): Promise<void> {
    await askingMongo(() => this.entries.updateOne({ _id: buildName(build) }, { $set: { isDoubted: true } }));
  }

  async mark(markers: Marker[], writtenAt: string): Promise<void> {
    const updates = markers.map(({ build, checkpoint: { logId, position } }) => ({
      updateOne: { filter: { _id: buildName(build), logId }, update: { $max: { position }, $set: { writtenAt } } },
    }));
    await askingMongo(() => this.entries.bulkWrite(updates, { ordered: false }));
  }

  /** First this build outranks the one that answers, then that one is taken out: at no moment does none answer. @throws Error when the build is gone */
  async activate(build: Build): Promise<void> {
    const { name, version } = build;
    const active = await askingMongo(() =>
      this.entries.findOne({ name, version }, { sort: { activation: -1 }, projection: { activation: 1 } }),
    );
    const { matchedCount } = await askingMongo(() =>
      this.entries.updateOne({ _id: buildName(build) }, { $set: { activation: (active?.activation ?? 0) + 1 } }),
    );
    if (matchedCount === 0) throw new Error(`build ${build.build} of view ${name} version ${version} has been dropped`);
    await askingMongo(() =>
      this.entries.updateMany({ name, version, _id: { $ne: buildName(build) } }, { $set: { activation: 0 } }),
    );
  }

  async fail(build: Build, failure: Failure | null): Promise<void> {
    await askingMongo(() => this.entries.updateOne({ _id: buildName(build) }, { $set: { failure } }));
  }

  async remove(build: Build): Promise<void> {
    await askingMongo(() => this.entries.deleteOne({ _id: buildName(build) }));
  }
}

const registered = (
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
