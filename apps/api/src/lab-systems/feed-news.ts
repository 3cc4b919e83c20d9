import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { unitFeed, type FeedEventRow } from '#domain';
import type { Engines } from '#engines';
import { START, type Position } from '#events';
import { ENGINES, LOG, type Log } from '../provided.js';

const PAGE = 500;
const LOOK_EVERY_MS = 10_000;
const RETRY_MS = 1_000;

type Waiting = { unitId: string; wake(): void };

/**
 * Wakes whoever waits for the next event of a unit. One reader follows the feed of all units while anybody waits, so that a unit at
 * which nothing happens costs nothing, however many wait for it.
 */
@Injectable()
export class FeedNews implements OnModuleDestroy {
  private readonly waiting = new Set<Waiting>();
  private readonly stopping = new AbortController();
  private readonly stopped = new Promise<false>((resolve) =>
    this.stopping.signal.addEventListener('abort', () => resolve(false)),
  );
  private following: Promise<void> | null = null;

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Resolves when an event of the unit may have come since this was called, when `signal` aborts, or with the service. Look for events
   * after calling it and before awaiting it, or one that comes in between is noticed late.
   */
  next(unitId: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const entry: Waiting = { unitId, wake: () => leave() };
      const leave = () => {
        this.waiting.delete(entry);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.add(entry);
      this.following ??= this.follow().finally(() => (this.following = null));
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    for (const { wake } of this.waiting) wake();
    await this.following;
  }

  private async follow(): Promise<void> {
    let seen = await this.reached().catch(() => START);
    while (this.waiting.size > 0 && !this.stopping.signal.aborted) {
      try {
        const moved = this.engines.views.waitFor(unitFeed, following(seen), LOOK_EVERY_MS);
        if (await Promise.race([moved, this.stopped])) seen = await this.tell(seen);
      } catch (error) {
        this.log.warn({ err: error }, 'the feed cannot be followed, trying again');
        await delay(RETRY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined); // woken by the stop
      }
    }
  }

  /** Wakes the units of all events behind a position; answers how far it has looked. */
  private async tell(after: Position): Promise<Position> {
    const reached = await this.reached();
    for (let from = after; ;) {
      const { rows } = await this.engines.views.find<FeedEventRow>(unitFeed, {
        where: [{ column: 'position', from: following(from), to: reached }],
        sort: [{ column: 'position', direction: 'asc' }],
        limit: PAGE,
        withoutTotal: true,
      });
      const units = new Set(rows.flatMap(({ facts }) => [facts.testUnitId, facts.consignUnitId]));
      for (const { unitId, wake } of this.waiting) if (units.has(unitId)) wake();
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return reached;
      from = last.position;
    }
  }

  private async reached(): Promise<Position> {
    return (await this.engines.views.checkpoint(unitFeed))?.position ?? START;
  }
}

/** The first position behind this one. */
export const following = (position: Position): Position => String(BigInt(position) + 1n).padStart(20, '0');
