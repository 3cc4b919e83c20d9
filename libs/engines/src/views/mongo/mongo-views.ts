import type { Db } from 'mongodb';
import type { Projection } from '#domain/event-sourcing';
import type { Position } from '#events';
import { callMongo, openMongoDatabase } from '../../mongo/mongo-database.js';
import { buildName, statusOf } from '../sqlite/registry.js';
import { declaredOf, createRowPreparer, type PreparedRow } from '../view-declaration.js';
import { DelayedCheckpoints } from '../delayed-checkpoints.js';
import { PositionWaiters } from '../position-waiters.js';
import {
  DeclarationChanged,
  ViewFailed,
  type Build,
  type BuildStatus,
  type Checkpoint,
  type Found,
  type Group,
  type QuantileQuery,
  type Quantiles,
  type RetryResult,
  type RowWrite,
  type SetAsideEntry,
  type StoredRow,
  type ViewName,
  type ViewQuery,
  type Views,
  type WriteOptions,
} from '../views.js';
import { ActiveBuilds, type MongoRegistered, MongoRegistry } from './mongo-registry.js';
import { MongoReader } from './mongo-reader.js';
import { MongoWriter } from './mongo-writer.js';

type Options = { now?: () => Date };

/**
 * Opens the views in a MongoDB database, which any number of processes may share. `database` is its URL, or a database
 * whose client the caller closes. Does not wait for the server: calls throw StoreUnavailable within seconds while it is
 * unavailable or frozen.
 */
export const openMongoViews = (database: Db | string, { now = () => new Date() }: Options = {}): Views => {
  if (typeof database !== 'string') return new MongoViews(database, now, async () => {});
  const { db, close } = openMongoDatabase(database);
  return new MongoViews(db, now, close);
};

class MongoViews implements Views {
  private readonly prepared = new Map<string, (row: RowWrite) => PreparedRow>();
  private readonly registry: MongoRegistry;
  private readonly active: ActiveBuilds;
  private readonly reader: MongoReader;
  private readonly writer: MongoWriter;
  private readonly markers = new DelayedCheckpoints((markers) => this.writer.mark(markers, this.now().toISOString()));
  private readonly waiters: PositionWaiters;

  constructor(
    db: Db,
    private readonly now: () => Date,
    private readonly closeDatabase: () => Promise<void>,
  ) {
    this.registry = new MongoRegistry(db);
    this.active = new ActiveBuilds(this.registry);
    this.reader = new MongoReader(db);
    this.writer = new MongoWriter(db, this.registry);
    this.waiters = new PositionWaiters(
      (view) => this.reached(view)?.position ?? null,
      (view) => this.active.registered(view)?.failure != null,
      (views) => this.active.lookAll(views),
    );
  }

  /** The files of the server are not managed by the platform. */
  async overwriteDeleted(): Promise<void> {}

  async get<Row extends object>(view: ViewName, id: string): Promise<Row | null> {
    const [row] = await this.getMany<Row>(view, [id]);
    return row ?? null;
  }

  async getMany<Row extends object>(view: ViewName, ids: string[]): Promise<Row[]> {
    const { answer } = await this.active.read(view, (build) => this.reader.rows(build, ids));
    return ids.flatMap((id) => answer.get(id) ?? []).map((row) => JSON.parse(row) as Row);
  }

  async find<Row extends object>(view: ViewName, query: ViewQuery): Promise<Found<Row>> {
    const { answer, build } = await this.active.read(view, (active) => this.reader.find(active, query));
    rejectFailed(build);
    const total = answer.total ?? (build.isDoubted ? await callMongo(() => this.reader.size(build)) : build.rows);
    return { rows: answer.rows.map((row) => JSON.parse(row) as Row), total, totalIsCapped: answer.totalIsCapped };
  }

  async countBy(
    view: ViewName,
    column: string,
    query: Pick<ViewQuery, 'where' | 'search'>,
  ): Promise<Map<string | number | null, number>> {
    const { answer, build } = await this.active.read(view, (active) => this.reader.countBy(active, column, query));
    rejectFailed(build);
    return new Map(answer);
  }

  async countGroups(view: ViewName, columns: string[], query: Pick<ViewQuery, 'where'>): Promise<Group[]> {
    const { answer, build } = await this.active.read(view, (active) => this.reader.countGroups(active, columns, query));
    rejectFailed(build);
    return answer;
  }

  async quantiles(view: ViewName, query: QuantileQuery): Promise<Quantiles[]> {
    const { answer, build } = await this.active.read(view, (active) => this.reader.quantiles(active, query));
    rejectFailed(build);
    return answer;
  }

  async checkpoint(view: ViewName): Promise<Checkpoint | null> {
    await this.active.look(view);
    return this.reached(view);
  }

  waitFor(view: ViewName, position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.wait(view, position, timeoutMs);
  }

  async createBuild<Row extends object>(projection: Projection<Row>, build: string): Promise<Build> {
    const created = { name: projection.name, version: projection.version, build };
    if (!(await callMongo(() => this.writer.createBuild(created, declaredOf(projection)))))
      throw new DeclarationChanged(created);
    this.prepared.set(buildName(created), createRowPreparer(projection));
    return created;
  }

  async rowsOf(build: Build, ids: string[]): Promise<Map<string, object>> {
    const rows = await callMongo(() => this.reader.rows(build, ids));
    return new Map([...rows].map(([id, row]) => [id, JSON.parse(row) as object]));
  }

  rowsAfter(build: Build, after: string, limit: number): Promise<StoredRow[]> {
    return callMongo(() => this.reader.rowsAfter(build, after, limit));
  }

  async write(
    build: Build,
    rows: RowWrite[],
    checkpoint: Checkpoint,
    { setAside = [], signal }: WriteOptions = {},
  ): Promise<void> {
    signal?.throwIfAborted();
    const prepare = this.preparerOf(build);
    if (rows.length > 0 || setAside.length > 0 || !this.markers.hold(build, checkpoint)) {
      const prepared = rows.map(prepare);
      await callMongo(() => this.writer.write(build, prepared, checkpoint, this.now().toISOString(), setAside));
      this.markers.written(build, checkpoint);
      this.active.advance(build, checkpoint);
    }
    this.waiters.check();
  }

  async rewrite(build: Build, rows: RowWrite[], retried: RetryResult = { taken: [], setAside: [] }): Promise<void> {
    const prepared = rows.map(this.preparerOf(build));
    await callMongo(() => this.writer.rewrite(build, prepared, this.now().toISOString(), retried));
  }

  setAside(build: Build): Promise<SetAsideEntry[]> {
    return callMongo(() => this.writer.aside.of(build));
  }

  async checkpointOf(build: Build): Promise<Checkpoint | null> {
    return this.markers.latest(build, (await this.registry.get(build))?.checkpoint ?? null);
  }

  async activate(build: Build): Promise<void> {
    await this.markers.flush();
    await callMongo(() => this.writer.activate(build), 0);
    await this.active.look(build);
    this.waiters.check();
  }

  fail(build: Build, failure: { position: Position; message: string } | null): Promise<void> {
    return this.registry.fail(build, failure && { ...failure, at: this.now().toISOString() });
  }

  async drop(build: Build): Promise<void> {
    this.prepared.delete(buildName(build));
    this.markers.forget(build);
    await callMongo(() => this.writer.drop(build));
  }

  async builds(): Promise<BuildStatus[]> {
    const [builds, counts] = await Promise.all([this.registry.all(), callMongo(() => this.writer.aside.counts())]);
    return builds.map((build) =>
      statusOf({
        ...build,
        setAside: counts.get(buildName(build)) ?? 0,
        checkpoint: this.markers.latest(build, build.checkpoint),
      }),
    );
  }

  async close(): Promise<void> {
    this.waiters.close();
    // Checkpoints that cannot be written now only mean that events are read again.
    await this.markers.flush().catch(() => undefined);
    await this.closeDatabase();
  }

  private reached(view: ViewName): Checkpoint | null {
    const active = this.active.registered(view);
    return active && this.markers.latest(active, active.checkpoint);
  }

  private preparerOf(build: Build): (row: RowWrite) => PreparedRow {
    const prepare = this.prepared.get(buildName(build));
    if (!prepare) throw new Error(`createBuild first: only then it is known what ${buildName(build)} can be asked for`);
    return prepare;
  }
}

/**
 * Lists and counts of a failed build are outdated by an unknown time. `build` is its state in the registry after the
 * read.
 * @throws ViewFailed
 */
const rejectFailed = ({ name, version, failure }: MongoRegistered): void => {
  if (failure) throw new ViewFailed({ name, version });
};
