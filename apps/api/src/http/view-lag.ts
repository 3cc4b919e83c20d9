import type { BuildStatus, Engines } from '#engines';
import type { Position } from '#events';
import type { Log } from '../injection-tokens.js';

/** How long the state of the views is cached. */
const SEEN_MS = 2_000;
/**
 * A view lags if it does not show what was in the log this long ago. Events usually reach views within milliseconds.
 */
const LAG_MS = 30_000;

/** `stale`: a view has stopped or lags. `setAside`: the number of streams that are not up to date in it. */
export type ViewLagNotice = { stale: boolean; setAside: number };

type Seen = { at: number; builds: Map<string, BuildStatus>; heads: { at: number; position: Position }[] };

/**
 * Notices for lists whose views lag or are incomplete. The state of the views is looked up at most once in two seconds,
 * however many requests read them. Uses the monotonic clock, because the machine's clock may be corrected meanwhile.
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
   * The notice for the views that a response was read from: `lists` were searched or counted, `rows` were read by their
   * ids. Keys are `<name>_v<version>`.
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
      this.log.warn({ err: error }, 'the states of the views could not be read; lists do not report their lag');
      return null;
    }
  }
}
