import type { Db } from 'mongodb';
import type { Projection } from '#domain/event-sourcing';
import type { Position } from '#events';
import { callMongo, openMongoDatabase } from '../../mongo/mongo-database.js';
import { buildName, statusOf } from '../sqlite/registry.js';
import { declarationOf, createRowPreparer, type PreparedRow } from '../view-declaration.js';
import { DelayedCheckpoints } from '../delayed-checkpoints.js';
import { PositionWaiters } from '../position-waiters.js';
import {
  DeclarationChanged,
  ViewFailed,
  type Build,
  type BuildStatus,
  type Checkpoint,
  type RowPage,
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
import { ActiveBuilds, type MongoRegisteredBuild, MongoRegistry } from './mongo-registry.js';
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
  private readonly rowPreparers = new Map<string, (row: RowWrite) => PreparedRow>();
  private readonly registry: MongoRegistry;
  private readonly activeBuilds: ActiveBuilds;
  private readonly reader: MongoReader;
  private readonly writer: MongoWriter;
  private readonly delayedCheckpoints = new DelayedCheckpoints((markers) =>
    this.writer.writeCheckpoints(markers, this.now().toISOString()),
  );
  private readonly waiters: PositionWaiters;

  constructor(
    db: Db,
    private readonly now: () => Date,
    private readonly closeDatabase: () => Promise<void>,
  ) {
    this.registry = new MongoRegistry(db);
    this.activeBuilds = new ActiveBuilds(this.registry);
    this.reader = new MongoReader(db);
    this.writer = new MongoWriter(db, this.registry);
    this.waiters = new PositionWaiters(
      (view) => this.activeCheckpoint(view)?.position ?? null,
      (view) => this.activeBuilds.cachedBuild(view)?.failure != null,
      (views) => this.activeBuilds.refreshAll(views),
    );
  }

  /** The files of the server are not managed by the platform. */
  async overwriteDeleted(): Promise<void> {}

  async get<Row extends object>(view: ViewName, id: string): Promise<Row | null> {
    const [row] = await this.getMany<Row>(view, [id]);
    return row ?? null;
  }

  async getMany<Row extends object>(view: ViewName, ids: string[]): Promise<Row[]> {
    const { result } = await this.activeBuilds.read(view, (build) => this.reader.rows(build, ids));
    return ids.flatMap((id) => result.get(id) ?? []).map((row) => JSON.parse(row) as Row);
  }

  async find<Row extends object>(view: ViewName, query: ViewQuery): Promise<RowPage<Row>> {
    const { result, build } = await this.activeBuilds.read(view, (activeBuild) => this.reader.find(activeBuild, query));
    rejectFailed(build);
    const total = result.total ?? (build.isDoubted ? await callMongo(() => this.reader.size(build)) : build.rows);
    return { rows: result.rows.map((row) => JSON.parse(row) as Row), total, totalIsCapped: result.totalIsCapped };
  }

  async countBy(
    view: ViewName,
    column: string,
    query: Pick<ViewQuery, 'where' | 'search'>,
  ): Promise<Map<string | number | null, number>> {
    const { result, build } = await this.activeBuilds.read(view, (activeBuild) =>
      this.reader.countBy(activeBuild, column, query),
    );
    rejectFailed(build);
    return new Map(result);
  }

  async countGroups(view: ViewName, columns: string[], query: Pick<ViewQuery, 'where'>): Promise<Group[]> {
    const { result, build } = await this.activeBuilds.read(view, (activeBuild) =>
      this.reader.countGroups(activeBuild, columns, query),
    );
    rejectFailed(build);
    return result;
  }

  async quantiles(view: ViewName, query: QuantileQuery): Promise<Quantiles[]> {
    const { result, build } = await this.activeBuilds.read(view, (activeBuild) =>
      this.reader.quantiles(activeBuild, query),
    );
    rejectFailed(build);
    return result;
  }

  async checkpoint(view: ViewName): Promise<Checkpoint | null> {
    await this.activeBuilds.refresh(view);
    return this.activeCheckpoint(view);
  }

  waitFor(view: ViewName, position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.wait(view, position, timeoutMs);
  }

  async createBuild<Row extends object>(projection: Projection<Row>, build: string): Promise<Build> {
    const createdBuild = { name: projection.name, version: projection.version, build };
    if (!(await callMongo(() => this.writer.createBuild(createdBuild, declarationOf(projection)))))
      throw new DeclarationChanged(createdBuild);
    this.rowPreparers.set(buildName(createdBuild), createRowPreparer(projection));
    return createdBuild;
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
    if (rows.length > 0 || setAside.length > 0 || !this.delayedCheckpoints.delay(build, checkpoint)) {
      const preparedRows = rows.map(prepare);
      await callMongo(() => this.writer.write(build, preparedRows, checkpoint, this.now().toISOString(), setAside));
      this.delayedCheckpoints.markWritten(build, checkpoint);
      this.activeBuilds.advance(build, checkpoint);
    }
    this.waiters.check();
  }

  async rewrite(
    build: Build,
    rows: RowWrite[],
    retryResult: RetryResult = { succeeded: [], setAside: [] },
  ): Promise<void> {
    const preparedRows = rows.map(this.preparerOf(build));
    await callMongo(() => this.writer.rewrite(build, preparedRows, this.now().toISOString(), retryResult));
  }

  setAside(build: Build): Promise<SetAsideEntry[]> {
    return callMongo(() => this.writer.setAsideStreams.of(build));
  }

  async checkpointOf(build: Build): Promise<Checkpoint | null> {
    return this.delayedCheckpoints.latest(build, (await this.registry.get(build))?.checkpoint ?? null);
  }

  async activate(build: Build): Promise<void> {
    await this.delayedCheckpoints.flush();
    await callMongo(() => this.writer.activate(build), 0);
    await this.activeBuilds.refresh(build);
    this.waiters.check();
  }

  fail(build: Build, failure: { position: Position; message: string } | null): Promise<void> {
    return this.registry.fail(build, failure && { ...failure, at: this.now().toISOString() });
  }

  async drop(build: Build): Promise<void> {
    this.rowPreparers.delete(buildName(build));
    this.delayedCheckpoints.forget(build);
    await callMongo(() => this.writer.drop(build));
  }

  async builds(): Promise<BuildStatus[]> {
    const [builds, counts] = await Promise.all([
      this.registry.all(),
      callMongo(() => this.writer.setAsideStreams.counts()),
    ]);
    return builds.map((build) =>
      statusOf({
        ...build,
        setAside: counts.get(buildName(build)) ?? 0,
        checkpoint: this.delayedCheckpoints.latest(build, build.checkpoint),
      }),
    );
  }

  async close(): Promise<void> {
    this.waiters.close();
    // Checkpoints that cannot be written now only mean that events are read again.
    await this.delayedCheckpoints.flush().catch(() => undefined);
    await this.closeDatabase();
  }

  private activeCheckpoint(view: ViewName): Checkpoint | null {
    const activeBuild = this.activeBuilds.cachedBuild(view);
    return activeBuild && this.delayedCheckpoints.latest(activeBuild, activeBuild.checkpoint);
  }

  private preparerOf(build: Build): (row: RowWrite) => PreparedRow {
    const prepare = this.rowPreparers.get(buildName(build));
    if (!prepare) throw new Error(`createBuild first: only then it is known what ${buildName(build)} can be asked for`);
    return prepare;
  }
}

/**
 * Lists and counts of a failed build are outdated by an unknown time. `build` is its state in the registry after the
 * read.
 * @throws ViewFailed
 */
const rejectFailed = ({ name, version, failure }: MongoRegisteredBuild): void => {
  if (failure) throw new ViewFailed({ name, version });
};
