import type { BuildStatus, Engines } from '#engines';
import type { Position } from '#events';
import type { Log } from '../injection-tokens.js';

/** How long the state of the views is cached. */
const SNAPSHOT_MS = 2_000;
/**
 * A view lags if it does not show what was in the log this long ago. Events usually reach views within milliseconds.
 */
const LAG_MS = 30_000;

/** `stale`: a view has stopped or lags. `setAside`: the number of streams that are not up to date in it. */
export type ViewLagNotice = { stale: boolean; setAside: number };

type LagSnapshot = { at: number; builds: Map<string, BuildStatus>; heads: { at: number; position: Position }[] };

/**
 * Notices for lists whose views lag or are incomplete. The state of the views is looked up at most once in two seconds,
 * however many requests read them. Uses the monotonic clock, because the machine's clock may be corrected meanwhile.
 */
export class ViewLagNotices {
  private snapshot: LagSnapshot | null = null;
  private pendingSnapshot: Promise<LagSnapshot | null> | null = null;

  constructor(
    private readonly engines: Pick<Engines, 'eventStore' | 'views'>,
    private readonly log: Log,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * The notice for the views that a response was read from: `lists` were searched or counted, `rows` were read by their
   * ids. Keys are `<name>_v<version>`.
   */
  async noticeFor({ lists, rows }: { lists: ReadonlySet<string>; rows: ReadonlySet<string> }): Promise<ViewLagNotice> {
    if (lists.size === 0 && rows.size === 0) return { stale: false, setAside: 0 };
    const snapshot = await this.loadSnapshot();
    if (!snapshot) return { stale: false, setAside: 0 };
    const listedBuilds = [...lists].flatMap((key) => snapshot.builds.get(key) ?? []);
    const rowBuilds = [...rows].flatMap((key) => snapshot.builds.get(key) ?? []);
    const requiredPosition = snapshot.heads.find(({ at }) => snapshot.at - at >= LAG_MS)?.position;
    return {
      stale:
        rowBuilds.some(({ failure }) => failure !== null) ||
        (requiredPosition !== undefined &&
          listedBuilds.some(({ checkpoint }) => checkpoint.position < requiredPosition)),
      setAside: listedBuilds.reduce((sum, { setAside }) => sum + setAside, 0),
    };
  }

  private loadSnapshot(): Promise<LagSnapshot | null> | LagSnapshot {
    if (this.snapshot && this.clock() - this.snapshot.at < SNAPSHOT_MS) return this.snapshot;
    this.pendingSnapshot ??= this.refreshSnapshot().finally(() => (this.pendingSnapshot = null));
    return this.pendingSnapshot;
  }

  private async refreshSnapshot(): Promise<LagSnapshot | null> {
    try {
      const [builds, position] = await Promise.all([
        this.engines.views.builds(),
        this.engines.eventStore.lastPosition(),
      ]);
      const at = this.clock();
      const heads = [{ at, position }, ...(this.snapshot?.heads ?? [])];
      const oldest = heads.findIndex((head) => at - head.at >= LAG_MS);
      const active = builds.filter((build) => build.active);
      this.snapshot = {
        at,
        builds: new Map(active.map((build) => [`${build.name}_v${build.version}`, build])),
        heads: oldest === -1 ? heads : heads.slice(0, oldest + 1),
      };
      return this.snapshot;
    } catch (error) {
      this.log.warn({ err: error }, 'the states of the views could not be read; lists do not report their lag');
      return null;
    }
  }
}
