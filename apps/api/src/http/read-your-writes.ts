import { AsyncLocalStorage } from 'node:async_hooks';
import { catchError, from, mergeMap, Observable } from 'rxjs';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Engines, ViewName, Views } from '#engines';
import type { EventStore, Position } from '#events';
import type { Log } from '../injection-tokens.js';
import { ViewLagNotices, type ViewLagNotice } from './view-lag.js';

/** How long all reads of one request wait in total. */
const VIEW_WAIT_MS = 2_000;

/** The methods of the views port that read rows by id, and those that list and count rows. */
const ROW_READS = ['get', 'getMany'] as const satisfies (keyof Views)[];
const LIST_READS = ['find', 'countBy', 'countGroups', 'quantiles'] as const satisfies (keyof Views)[];

/** The state of a request while it is being handled. */
type RequestState = {
  /** Null for an anonymous caller, who has written nothing. */
  author: string | null;
  /** Position of the author's last write before this request, looked up by the first read of a view. */
  position?: Promise<Position | null>;
  /** Deadline of all waiting reads; set by the first read that waits. */
  deadline?: number;
  visibleViews: Set<string>;
  /** Views that were read, by kind of read. */
  accessedViews: { rows: Set<string>; lists: Set<string> };
  isStale: boolean;
  /** Positions that the request itself has written, by author. */
  writtenPositions: Map<string, Position>;
};

/**
 * One instance per process: every storage that was ever used slows down each promise, even after its service has ended.
 */
const requestStates = new AsyncLocalStorage<RequestState>();

/**
 * A request that reads a view waits until the view shows earlier writes of its author, in any process of the service
 * and with any session or key (ADR-021). This wraps the engines, so it covers every list, lookup and append of the api.
 */
export class ReadYourWrites {
  /** The wrapped engines, for use cases. */
  readonly engines: Engines;
  /** The last known position of the log. */
  private lastKnownPosition: Position = '';
  private readonly lagNotices: ViewLagNotices;

  constructor(
    private readonly inner: Engines,
    private readonly log: Log,
  ) {
    this.lagNotices = new ViewLagNotices(inner, log);
    this.engines = {
      ...inner,
      eventStore: this.recordAppends(inner.eventStore),
      views: this.waitBeforeReads(inner.views),
    };
  }

  /**
   * Handles a request of `author` and records its writes before the response is sent. `notify` is called if a read gave
   * up waiting or a view that was read is behind.
   */
  handleRequest(
    author: string | null,
    handle: () => Observable<unknown>,
    notify: (notice: ViewLagNotice) => void,
  ): Observable<unknown> {
    const accessedViews = { rows: new Set<string>(), lists: new Set<string>() };
    const request: RequestState = {
      author,
      visibleViews: new Set(),
      accessedViews,
      isStale: false,
      writtenPositions: new Map(),
    };
    const finish = async () => {
      const { stale, setAside } = await this.lagNotices.noticeFor(request.accessedViews);
      if (request.isStale || stale || setAside > 0) notify({ stale: request.isStale || stale, setAside });
      await this.recordWrites(request.writtenPositions);
    };
    return new Observable((subscriber) =>
      requestStates.run(request, () =>
        handle() // binds itself to the current async context
          .pipe(
            mergeMap((response) => from(finish().then(() => response))),
            catchError((error: unknown) => from(finish().then(() => Promise.reject(error as Error)))),
          )
          .subscribe(subscriber),
      ),
    );
  }

  /** The position that reads of the current request wait for, or null. Caches of views need it, too. */
  async position(): Promise<Position | null> {
    const request = requestStates.getStore();
    if (!request?.author) return null;
    request.position ??= this.lastWriteOf(request.author);
    return request.position;
  }

  /** Waits until these views show what the author of the current request wrote before, up to its deadline. */
  async waitUntilVisible(...views: ViewName[]): Promise<void> {
    const position = await this.position();
    const request = requestStates.getStore();
    if (position === null || !request) return;
    await Promise.all(
      views.map(async (view) => {
        const key = keyOf(view);
        if (request.visibleViews.has(key)) return;
        request.deadline ??= performance.now() + VIEW_WAIT_MS;
        const remainingMs = Math.max(0, request.deadline - performance.now());
        if (await this.inner.views.waitFor(view, position, remainingMs)) request.visibleViews.add(key);
        else request.isStale = true;
      }),
    );
  }

  private async lastWriteOf(author: string): Promise<Position | null> {
    try {
      const position = await this.inner.lastWrites.of(author);
      if (position === null) return null;
      // A position beyond the end belongs to a log from before a restore. No view would ever reach it.
      if (position > this.lastKnownPosition) this.lastKnownPosition = await this.inner.eventStore.lastPosition();
      return position > this.lastKnownPosition ? null : position;
    } catch (error) {
      this.log.warn({ err: error }, 'the last write of an author could not be read; lists do not wait for it');
      return null;
    }
  }

  private async recordWrites(writtenPositions: ReadonlyMap<string, Position>): Promise<void> {
    try {
      await Promise.all(
        [...writtenPositions].map(([author, position]) => this.inner.lastWrites.record(author, position)),
      );
    } catch (error) {
      this.log.warn({ err: error }, 'the last write of an author could not be recorded; lists do not wait for it');
    }
  }

  private recordAppends(store: Engines['eventStore']): Engines['eventStore'] {
    const append: EventStore['append'] = async (stream, events, head) => {
      const appended = await store.append(stream, events, head);
      const author = events[0]?.metadata.by.userId;
      if (appended.position > this.lastKnownPosition) this.lastKnownPosition = appended.position;
      if (author !== undefined && author !== SYSTEM_ACTOR.userId)
        requestStates.getStore()?.writtenPositions.set(author, appended.position);
      return appended;
    };
    return withMethods(store, { append });
  }

  private waitBeforeReads(views: Views): Views {
    const delayedRead =
      (kind: 'rows' | 'lists') => (method: (typeof ROW_READS)[number] | (typeof LIST_READS)[number]) => [
        method,
        async (view: ViewName, ...rest: unknown[]) => {
          requestStates.getStore()?.accessedViews[kind].add(keyOf(view));
          await this.waitUntilVisible(view);
          return (views[method] as (...args: unknown[]) => Promise<unknown>).call(views, view, ...rest);
        },
      ];
    const delayedReads = [...ROW_READS.map(delayedRead('rows')), ...LIST_READS.map(delayedRead('lists'))];
    return withMethods(views, Object.fromEntries(delayedReads) as Partial<Views>);
  }
}

const keyOf = ({ name, version }: ViewName): string => `${name}_v${version}`;

/** The same object with some of its methods replaced. */
const withMethods = <Target extends object>(target: Target, methods: Partial<Target>): Target =>
  new Proxy(target, {
    get(original, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Target];
      const member: unknown = Reflect.get(original, name, original);
      return typeof member === 'function' ? (member.bind(original) as unknown) : member;
    },
  });
