import type { Projection } from '#domain/event-sourcing';
import type { Position } from '#events';
import { READER_BUSY_MS, isInMemory, openDatabase } from '../../sqlite/database.js';
import { FileChangeChannel } from '../../sqlite/file-change-channel.js';
import { type DatabaseHost, createInlineHost } from '../../sqlite/write-thread.js';
import { declarationOf, type PreparedRow, createRowPreparer } from '../view-declaration.js';
import { DelayedCheckpoints } from '../delayed-checkpoints.js';
import { PositionWaiters } from '../position-waiters.js';
import {
  type Build,
  type BuildStatus,
  type Checkpoint,
  DeclarationChanged,
  type RowPage,
  type Group,
  type QuantileQuery,
  type Quantiles,
  type RetryResult,
  type RowWrite,
  type SetAsideEntry,
  type StoredRow,
  ViewFailed,
  ViewMissing,
  type ViewName,
  type ViewQuery,
  type Views,
  type WriteOptions,
} from '../views.js';
import { buildName, createRegistry, statusOf } from './registry.js';
import { ViewThread } from './view-thread.js';
import { type NoActiveBuild, ViewReader } from './view-reader.js';
import { IdleMerging, ViewWriter } from './view-writer.js';

/** Two threads, so that one slow search does not delay every list. */
const READERS = 2;

/**
 * Opens the views in a SQLite file, which several processes of one machine may share, or in memory. For a file, lists
 * and counts are read and rows are written in threads; single rows are read in place.
 * @throws Error if the file cannot be opened
 */
export const openSqliteViews = async (
  file: string,
  { now = () => new Date() }: { now?: () => Date } = {},
): Promise<Views> => {
  const database = openDatabase(file);
  createRegistry(database);
  const localReader = new ViewReader(database);
  if (isInMemory(file))
    return new SqliteViews(
      localReader,
      [createInlineHost(localReader)],
      createInlineHost(new ViewWriter(database)),
      now,
      null,
    );
  database.exec(`PRAGMA busy_timeout = ${READER_BUSY_MS}`);
  const readers = Array.from({ length: READERS }, () => new ViewThread<ViewReader>(file, 'reader'));
  return new SqliteViews(localReader, readers, new ViewThread<ViewWriter>(file, 'writer'), now, file);
};

class SqliteViews implements Views {
  private readonly rowPreparers = new Map<string, (row: RowWrite) => PreparedRow>();
  private readonly delayedCheckpoints = new DelayedCheckpoints(async (markers) => {
    await this.writer.call('writeCheckpoints', markers, this.now().toISOString());
    this.changeChannel?.notify();
  });
  private readonly waiters = new PositionWaiters(
    (view) => this.activeCheckpoint(view)?.position ?? null,
    (view) => this.localReader.activeBuild(view)?.failure != null,
  );
  private readonly changeChannel: FileChangeChannel | null;
  private readonly idleMerging = new IdleMerging((build) => this.writer.call('mergeSearch', build));

  constructor(
    private readonly localReader: ViewReader,
    private readonly readers: DatabaseHost<ViewReader>[],
    private readonly writer: DatabaseHost<ViewWriter>,
    private readonly now: () => Date,
    file: string | null,
  ) {
    this.changeChannel = file === null ? null : new FileChangeChannel(file, () => this.waiters.check());
  }

  async get<Row extends object>(view: ViewName, id: string): Promise<Row | null> {
    const [row] = await this.getMany<Row>(view, [id]);
    return row ?? null;
  }

  async getMany<Row extends object>(view: ViewName, ids: string[]): Promise<Row[]> {
    return throwUnlessActive(view, this.localReader.getMany(view, ids)).map((row) => JSON.parse(row) as Row);
  }

  async find<Row extends object>(view: ViewName, query: ViewQuery): Promise<RowPage<Row>> {
    const { rows, ...totals } = throwUnlessActive(
      view,
      await this.idlestReader().call('find', viewNameOf(view), query),
    );
    return { rows: rows.map((row) => JSON.parse(row) as Row), ...totals };
  }

  async countBy(
    view: ViewName,
    column: string,
    query: Pick<ViewQuery, 'where' | 'search'>,
  ): Promise<Map<string | number | null, number>> {
    return new Map(throwUnlessActive(view, await this.idlestReader().call('countBy', viewNameOf(view), column, query)));
  }

  async countGroups(view: ViewName, columns: string[], query: Pick<ViewQuery, 'where'>): Promise<Group[]> {
    return throwUnlessActive(view, await this.idlestReader().call('countGroups', viewNameOf(view), columns, query));
  }

  async quantiles(view: ViewName, query: QuantileQuery): Promise<Quantiles[]> {
    return throwUnlessActive(view, await this.idlestReader().call('quantiles', viewNameOf(view), query));
  }

  async checkpoint(view: ViewName): Promise<Checkpoint | null> {
    return this.activeCheckpoint(view);
  }

  waitFor(view: ViewName, position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.wait(view, position, timeoutMs);
  }

  async createBuild<Row extends object>(projection: Projection<Row>, build: string): Promise<Build> {
    const createdBuild = { name: projection.name, version: projection.version, build };
    if (!(await this.writer.call('createBuild', createdBuild, declarationOf(projection))))
      throw new DeclarationChanged(createdBuild);
    this.rowPreparers.set(buildName(createdBuild), createRowPreparer(projection));
    return createdBuild;
  }

  async rowsOf(build: Build, ids: string[]): Promise<Map<string, object>> {
    const rows = await this.writer.call('rowsOf', build, ids);
    return new Map(rows.map(([id, json]) => [id, JSON.parse(json) as object]));
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
      const args = [build, rows.map(prepare), checkpoint, this.now().toISOString(), setAside] as const;
      await this.writer.callUnlessAborted(signal, 'write', ...args);
      this.delayedCheckpoints.markWritten(build, checkpoint);
      this.idleMerging.notifyWrite(build);
      this.changeChannel?.notify();
    }
    this.waiters.check();
  }

  async rowsAfter({ name, version, build }: Build, after: string, limit: number): Promise<StoredRow[]> {
    const rows = await this.idlestReader().call('rowsAfter', { name, version, build }, after, limit);
    return rows.map(([id, json]) => ({ id, row: JSON.parse(json) as object }));
  }

  async rewrite(
    build: Build,
    rows: RowWrite[],
    retryResult: RetryResult = { succeeded: [], setAside: [] },
  ): Promise<void> {
    await this.writer.call('rewrite', build, rows.map(this.preparerOf(build)), this.now().toISOString(), retryResult);
  }

  async setAside(build: Build): Promise<SetAsideEntry[]> {
    return this.localReader.setAside(build);
  }

  async checkpointOf(build: Build): Promise<Checkpoint | null> {
    return this.delayedCheckpoints.latest(build, this.localReader.build(build)?.checkpoint ?? null);
  }

  async activate(build: Build): Promise<void> {
    await this.delayedCheckpoints.flush();
    for (const statement of await this.writer.call('indexStatements', build))
      await this.writer.call('execute', statement);
    await this.writer.call('activate', build);
    this.waiters.check();
    this.changeChannel?.notify();
  }

  fail(build: Build, failure: { position: Position; message: string } | null): Promise<void> {
    return this.writer.call('fail', build, failure && { ...failure, at: this.now().toISOString() });
  }

  async drop(build: Build): Promise<void> {
    this.rowPreparers.delete(buildName(build));
    this.delayedCheckpoints.forget(build);
    for (const statement of await this.writer.call('unregister', build)) await this.writer.call('execute', statement);
  }

  async builds(): Promise<BuildStatus[]> {
    return this.localReader
      .builds()
      .map((build) => statusOf({ ...build, checkpoint: this.delayedCheckpoints.latest(build, build.checkpoint) }));
  }

  /** In small steps, so that a write waits for at most one of them. */
  async overwriteDeleted(): Promise<void> {
    for (const { name, version, build } of await this.builds()) {
      let hasMore = await this.writer.call('startFullMerge', { name, version, build });
      while (hasMore) hasMore = await this.writer.call('mergeSearch', { name, version, build });
    }
    await this.writer.call('emptyWriteAheadLog');
  }

  async close(): Promise<void> {
    this.waiters.close();
    this.idleMerging.close();
    // Checkpoints that cannot be written on a full disk only mean that events are read again. Threads and files are
    // closed in any case.
    await this.delayedCheckpoints.flush().catch(() => undefined);
    this.changeChannel?.close();
    await Promise.all([...this.readers, this.writer].map((host) => host.close()));
    this.localReader.close();
  }

  private activeCheckpoint(view: ViewName): Checkpoint | null {
    const activeBuild = this.localReader.activeBuild(view);
    return activeBuild && this.delayedCheckpoints.latest(activeBuild, activeBuild.checkpoint);
  }

  private preparerOf(build: Build): (row: RowWrite) => PreparedRow {
    const prepare = this.rowPreparers.get(buildName(build));
    if (!prepare) throw new Error(`createBuild first: only then it is known what ${buildName(build)} can be asked for`);
    return prepare;
  }

  private idlestReader(): DatabaseHost<ViewReader> {
    return this.readers.reduce((idlest, reader) => (reader.pending < idlest.pending ? reader : idlest));
  }
}

/** Callers pass a whole projection as the name of a view, but functions cannot be sent to a thread. */
const viewNameOf = ({ name, version }: ViewName): ViewName => ({ name, version });

const throwUnlessActive = <Result>(view: ViewName, result: Result | NoActiveBuild): Result => {
  if (result === null) throw new ViewMissing(view);
  if (result === 'failed') throw new ViewFailed(view);
  return result;
};
