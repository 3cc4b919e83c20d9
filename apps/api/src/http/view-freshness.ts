import { AsyncLocalStorage } from 'node:async_hooks';
import { catchError, from, mergeMap, Observable } from 'rxjs';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Engines, ViewName, Views, BuildStatus } from '#engines';
import type { EventStore, Position } from '#events';
import type { Log } from '../injection-tokens.js';
import { Problem } from './problem.js';

/** How long all reads of one request together wait. */
const VIEW_WAIT_MS = 2000;

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
  visible: Set<string>;
  /** Views that were read, by what of them. */
  read: { rows: Set<string>; lists: Set<string> };
  isStale: boolean;
  /** What the request itself has written, by author. */
  written: Map<string, Position>;
};

/**
 * Read your writes without being asked: a request that reads a view waits until the view shows what its author wrote
 * before, in whichever process of the service and with whichever session or key (ADR-021). It stands around the
 * engines, so every list and every lookup of the api takes part, and every append is noted.
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
   * Answers a request of `author`; what it has written is noted before the answer goes out. `tell` is called if a read
   * gave up waiting, or if what was read is behind.
   */
  handleRequest(
    author: string | null,
    handle: () => Observable<unknown>,
    tell: (behind: ViewLagNotice) => void,
  ): Observable<unknown> {
    const read = { rows: new Set<string>(), lists: new Set<string>() };
    const request: Answering = { author, visible: new Set(), read, isStale: false, written: new Map() };
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

  /**
   * The position that reads of the current request wait for, for what keeps answers of a view; null when there is none.
   */
  async position(): Promise<Position | null> {
    const request = this.answering.getStore();
    if (!request?.author) return null;
    request.position ??= this.lastOf(request.author);
    return request.position;
  }

  /**
   * Waits until these views show what the author of the current request wrote before it, as far as the request may
   * wait.
   */
  async waitUntilVisible(...views: ViewName[]): Promise<void> {
    const position = await this.position();
    const request = this.answering.getStore();
    if (position === null || !request) return;
    await Promise.all(
      views.map(async (view) => {
        const key = keyOf(view);
        if (request.visible.has(key)) return;
        request.until ??= performance.now() + VIEW_WAIT_MS;
        const remainingMs = Math.max(0, request.until - performance.now());
        if (await this.inner.views.waitFor(view, position, remainingMs)) request.visible.add(key);
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
        await this.waitUntilVisible(view);
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

/** How long what was seen of the views counts. */
const SEEN_MS = 2_000;
/**
 * A view that has not taken in so many milliseconds what the log held then lags. Events come to views within
 * milliseconds.
 */
const LAG_MS = 30_000;

/** `stale`: the view stands still or lags; `setAside`: so many of its streams are not brought up to date. */
export type ViewLagNotice = { stale: boolean; setAside: number };

type Seen = { at: number; builds: Map<string, BuildStatus>; heads: { at: number; position: Position }[] };

/**
 * What readers of lists are told about the views these come from. Looked up once in two seconds, however many read; by
 * the monotonic clock, as that of the machine may be put right meanwhile.
 */
export class ViewLagNotices {
  private seen: Seen | null = null;
  private looking: Promise<Seen | null> | null = null;

  constructor(
    private readonly engines: Pick<Engines, 'eventStore' | 'views'>,
    private readonly log: Log,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * Of what an answer was read from: `lists` were searched or counted, `rows` were read by their ids. Keys are
   * `<name>_v<version>`.
   */
  async of({ lists, rows }: { lists: ReadonlySet<string>; rows: ReadonlySet<string> }): Promise<ViewLagNotice> {
    if (lists.size === 0 && rows.size === 0) return { stale: false, setAside: 0 };
    const seen = await this.look();
    if (!seen) return { stale: false, setAside: 0 };
    const listed = [...lists].flatMap((key) => seen.builds.get(key) ?? []);
    const looked = [...rows].flatMap((key) => seen.builds.get(key) ?? []);
    const due = seen.heads.find(({ at }) => seen.at - at >= LAG_MS)?.position;
    return {
      stale:
        looked.some(({ failure }) => failure !== null) ||
        (due !== undefined && listed.some(({ checkpoint }) => checkpoint.position < due)),
      setAside: listed.reduce((sum, { setAside }) => sum + setAside, 0),
    };
  }

  private look(): Promise<Seen | null> | Seen {
    if (this.seen && this.clock() - this.seen.at < SEEN_MS) return this.seen;
    this.looking ??= this.lookAgain().finally(() => (this.looking = null));
    return this.looking;
  }

  private async lookAgain(): Promise<Seen | null> {
    try {
      const [builds, position] = await Promise.all([
        this.engines.views.builds(),
        this.engines.eventStore.lastPosition(),
      ]);
      const at = this.clock();
      const heads = [{ at, position }, ...(this.seen?.heads ?? [])];
      const oldest = heads.findIndex((head) => at - head.at >= LAG_MS);
      const active = builds.filter((build) => build.active);
      this.seen = {
        at,
        builds: new Map(active.map((build) => [`${build.name}_v${build.version}`, build])),
        heads: oldest === -1 ? heads : heads.slice(0, oldest + 1),
      };
      return this.seen;
    } catch (error) {
      this.log.warn({ err: error }, 'how views stand could not be looked up; lists do not say whether they lag');
      return null;
    }
  }
}

/** A decision that depends on a view waits longer than a list, for it cannot do with less. */
const DECISION_WAIT_MS = 5000;

/**
 * Read your writes: waits until the view shows `atLeast`, at most 2 s; what it answers goes into the answer's facts
 * (ADR-021).
 */
export const waitForView = async (
  views: Views,
  view: ViewName,
  atLeast: Position | undefined,
): Promise<{ stale: boolean }> => ({
  stale: atLeast !== undefined && !(await views.waitFor(view, atLeast, VIEW_WAIT_MS)),
});

/**
 * For a decision that depends on views, e.g. whether something is still used: they show all that the log holds now, or
 * nothing is decided. @throws Problem 503 when one of them is behind
 */
export const requireUpToDate = async (
  { eventStore, views }: Pick<Engines, 'eventStore' | 'views'>,
  ...names: ViewName[]
): Promise<void> => {
  const end = await eventStore.lastPosition();
  const reached = await Promise.all(names.map((view) => views.waitFor(view, end, DECISION_WAIT_MS)));
  if (reached.includes(false)) throw Problem.unavailable();
};

/**
 * A row by a secondary key, e.g. a sample's id. After a miss it waits until the view shows what the log held when
 * asked, and looks again: the view may have caught up in between (ADR-021).
 */
export const getOrWait = async <Row extends object>(
  { eventStore, views }: Pick<Engines, 'eventStore' | 'views'>,
  view: ViewName,
  key: string,
): Promise<Row | null> => {
  const row = await views.get<Row>(view, key);
  if (row) return row;
  return (await views.waitFor(view, await eventStore.lastPosition(), VIEW_WAIT_MS)) ? views.get<Row>(view, key) : null;
};
