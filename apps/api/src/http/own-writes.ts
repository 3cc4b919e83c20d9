import { AsyncLocalStorage } from 'node:async_hooks';
import { catchError, from, mergeMap, Observable } from 'rxjs';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Engines, ViewName, Views } from '#engines';
import type { EventStore, Position } from '#events';
import type { Log } from '../provided.js';
import { ViewLagNotices, type ViewLagNotice } from './views-behind.js';

/** How long all reads of one request together wait. */
const PATIENCE_MS = 2000;

/** What of the port of views looks rows up by their ids, and what lists and counts them. */
const LOOKS = ['get', 'getMany'] as const satisfies (keyof Views)[];
const LISTS = ['find', 'countBy', 'countGroups', 'quantiles'] as const satisfies (keyof Views)[];

/** A request while it is being answered. */
type Answering = {
  /** Who asks; null for a stranger, who has written nothing. */
  author: string | null;
  /** Where they wrote last before this request, looked up by the first read of a view. */
  position?: Promise<Position | null>;
  /** Reads wait until then; set by the first that waits. */
  until?: number;
  shown: Set<string>;
  /** Views that were read, by what of them. */
  read: { rows: Set<string>; lists: Set<string> };
  isStale: boolean;
  /** What the request itself has written, by author. */
  written: Map<string, Position>;
};

/**
 * Read your writes without being asked: a request that reads a view waits until the view shows what its author wrote before, in
 * whichever process of the service and with whichever session or key (ADR-021). It stands around the engines, so every list and
 * every lookup of the api takes part, and every append is noted.
 */
export class ReadYourWrites {
  /** The engines as use cases have them. */
  readonly engines: Engines;
  private readonly answering = new AsyncLocalStorage<Answering>();
  /** How far the log is known to reach. */
  private end: Position = '';
  private readonly behind: ViewLagNotices;

  constructor(
    private readonly inner: Engines,
    private readonly log: Log,
  ) {
    this.behind = new ViewLagNotices(inner, log);
    this.engines = {
      ...inner,
      eventStore: this.noting(inner.eventStore),
      views: this.waiting(inner.views),
    };
  }

  /**
   * Answers a request of `author`; what it has written is noted before the answer goes out. `tell` is called if a read gave up waiting,
   * or if what was read is behind.
   */
  during(
    author: string | null,
    handle: () => Observable<unknown>,
    tell: (behind: ViewLagNotice) => void,
  ): Observable<unknown> {
    const read = { rows: new Set<string>(), lists: new Set<string>() };
    const request: Answering = { author, shown: new Set(), read, isStale: false, written: new Map() };
    const end = async () => {
      const { stale, setAside } = await this.behind.of(request.read);
      if (request.isStale || stale || setAside > 0) tell({ stale: request.isStale || stale, setAside });
      await this.note(request.written);
    };
    return new Observable((subscriber) =>
      this.answering.run(request, () =>
        handle() // binds itself to the context it is called in
          .pipe(
            mergeMap((answered) => from(end().then(() => answered))),
            catchError((error: unknown) => from(end().then(() => Promise.reject(error as Error)))),
          )
          .subscribe(subscriber),
      ),
    );
  }

  /** The position that reads of the current request wait for, for what keeps answers of a view; null when there is none. */
  async position(): Promise<Position | null> {
    const request = this.answering.getStore();
    if (!request?.author) return null;
    request.position ??= this.lastOf(request.author);
    return request.position;
  }

  /** Waits until these views show what the author of the current request wrote before it, as far as the request's patience goes. */
  async shown(...views: ViewName[]): Promise<void> {
    const position = await this.position();
    const request = this.answering.getStore();
    if (position === null || !request) return;
    await Promise.all(
      views.map(async (view) => {
        const key = keyOf(view);
        if (request.shown.has(key)) return;
        request.until ??= performance.now() + PATIENCE_MS;
        const patience = Math.max(0, request.until - performance.now());
        if (await this.inner.views.waitFor(view, position, patience)) request.shown.add(key);
        else request.isStale = true;
      }),
    );
  }

  private async lastOf(author: string): Promise<Position | null> {
    try {
      const position = await this.inner.lastWrites.of(author);
      if (position === null) return null;
      // Beyond the end of the log it is of another one, from before a restore: no view would ever reach it.
      if (position > this.end) this.end = await this.inner.eventStore.lastPosition();
      return position > this.end ? null : position;
    } catch (error) {
      this.log.warn({ err: error }, 'where an author wrote last could not be read; lists do not wait');
      return null;
    }
  }

  private async note(written: ReadonlyMap<string, Position>): Promise<void> {
    try {
      await Promise.all([...written].map(([author, position]) => this.inner.lastWrites.note(author, position)));
    } catch (error) {
      this.log.warn({ err: error }, 'where an author wrote could not be noted; lists do not wait for it');
    }
  }

  private noting(store: Engines['eventStore']): Engines['eventStore'] {
    const append: EventStore['append'] = async (stream, events, head) => {
      const appended = await store.append(stream, events, head);
      const author = events[0]?.metadata.by.userId;
      if (appended.position > this.end) this.end = appended.position;
      if (author !== undefined && author !== SYSTEM_ACTOR.userId)
        this.answering.getStore()?.written.set(author, appended.position);
      return appended;
    };
    return replacing(store, { append });
  }

  private waiting(views: Views): Views {
    const reading = (kind: 'rows' | 'lists') => (read: (typeof LOOKS)[number] | (typeof LISTS)[number]) => [
      read,
      async (view: ViewName, ...rest: unknown[]) => {
        this.answering.getStore()?.read[kind].add(keyOf(view));
        await this.shown(view);
        return (views[read] as (...args: unknown[]) => Promise<unknown>).call(views, view, ...rest);
      },
    ];
    const reads = [...LOOKS.map(reading('rows')), ...LISTS.map(reading('lists'))];
    return replacing(views, Object.fromEntries(reads) as Partial<Views>);
  }
}

const keyOf = ({ name, version }: ViewName): string => `${name}_v${version}`;

/** The same object with some of its methods replaced. */
const replacing = <Target extends object>(target: Target, methods: Partial<Target>): Target =>
  new Proxy(target, {
    get(inner, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Target];
      const member: unknown = Reflect.get(inner, name, inner);
      return typeof member === 'function' ? (member.bind(inner) as unknown) : member;
    },
  });
