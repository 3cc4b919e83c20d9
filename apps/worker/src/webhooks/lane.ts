import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  DELIVERIES_KEPT_MS,
  FAILING_AFTER,
  feedTypesFor,
  handle,
  load,
  RuleBroken,
  webhook,
  WEBHOOK_RATES,
  type Webhook,
} from '#domain';
import { feedPage, feedReached, pauseAfter, type Delivery, type EndpointState, type Engines } from '#engines';
import type { Position, RecordedEvent } from '#events';
import { onItsOwn } from '../recorder.js';
import { attemptDelivery, type Attempted, type SendingContext } from './attempt-delivery.js';

export type LaneContext = SendingContext & {
  engines: Pick<Engines, 'eventStore' | 'views' | 'vault' | 'deliveries'>;
  logger: Logger;
  /** A lane that nobody wakes looks after this time by itself. */
  idleMs: number;
};

/** Events that are read from the feed at a time. */
const PAGE = 200;
/** Rows that are looked at for something to send: what is on its way is among them. */
const LOOKED_AT = 2 * WEBHOOK_RATES.atOnce;
const BACKLOG_PACE_MS = 1_000 / WEBHOOK_RATES.backlogPerSecond;
/** Pauses after something that the lane needs has failed. */
const RETRY_MS = 500;
const RETRY_LONGEST_MS = 10_000;
/** A retry may become due while other events are on their way. */
const BESIDE_OTHERS_MS = 1_000;
/** How long a lane that ends waits for what is on its way. */
const PATIENCE_MS = 1_500;

/**
 * Delivers the feed of one unit to one endpoint: reads new events behind its cursor, sends what is due, and notes what came of it. What
 * was sent and not noted, e.g. because the process was killed, is sent again. Lanes know nothing of each other: one that hangs keeps
 * its own few requests waiting and nothing else.
 */
export class Lane {
  private readonly onItsWay = new Map<string, Promise<void>>();
  private readonly attempted: Attempted[] = [];
  private noting: Promise<void> | null = null;
  private wakeUp: () => void = () => undefined;
  private hasNews = true;
  private cursor: Position | null = null;
  private sentAt = -Infinity;
  private failed = 0;
  private unitId: string | null = null;

  constructor(
    readonly webhookId: string,
    private readonly context: LaneContext,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => this.wakeUp());
  }

  /** Has the lane look again; at the feed too, unless its unit is not among those with news. */
  wake(unitsWithNews?: ReadonlySet<string>): void {
    if (unitsWithNews && this.unitId !== null && !unitsWithNews.has(this.unitId)) return;
    if (unitsWithNews) this.hasNews = true;
    this.wakeUp();
  }

  /** Runs until the endpoint is deleted, or `signal` aborts. What an engine fails with is logged and tried again. */
  async run(): Promise<void> {
    while (!this.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.wakeUp = resolve));
      try {
        const restMs = await this.look();
        if (restMs === 'deleted') return;
        this.failed = 0;
        if (restMs > 0 && !this.signal.aborted && (await this.rest(restMs, woken)) === 'over') this.hasNews = true;
      } catch (error) {
        await this.restAfter(error, 'an endpoint cannot be served now, trying again');
      }
    }
    await this.rest(PATIENCE_MS, this.settled());
  }

  /** Milliseconds until it is to look again, whatever happens. */
  private async look(): Promise<number | 'deleted'> {
    const { engines, now } = this.context;
    const { state, past } = await load(engines.eventStore, webhook, this.webhookId);
    const [registered] = past;
    if (!state || !registered) throw new Error('the endpoint is not there');
    this.unitId = state.unitId;
    if (state.state === 'deleted') {
      await this.settled();
      await engines.deliveries.remove(this.webhookId, now().toISOString());
      return 'deleted';
    }
    if (this.hasNews) await this.readFeed(state, registered);
    return this.send(state);
  }

  /** Turns a page of the feed into deliveries. */
  private async readFeed(endpoint: Webhook, registered: RecordedEvent): Promise<void> {
    const { engines, now } = this.context;
    const { eventStore, views, deliveries } = engines;
    this.hasNews = false;
    // Rows may be there before the rows that come before them: whatever the checkpoint has passed is complete.
    const to = await feedReached(views, eventStore);
    if (to === null) return;
    const after = (this.cursor ??= await this.startOf(registered));
    const rows = await feedPage(views, endpoint, { after, to, limit: PAGE });
    const last = rows.at(-1);
    if (!last) return;
    const types = new Set(feedTypesFor(endpoint.types));
    // Deliveries of before have been forgotten: where the cursor was lost their events are not sent once more.
    const since = new Date(now().getTime() - DELIVERIES_KEPT_MS).toISOString();
    const isKept = (at: string): boolean => at >= since || registered.metadata.at >= since;
    const createdAt = now().toISOString();
    const added = rows
      .filter(({ type, at }) => types.has(type) && isKept(at))
      .map(({ eventId, position, type, facts: { consignmentId: subject } }) => ({
        eventId,
        position,
        type,
        subject,
        createdAt,
        isTest: false,
      }));
    await deliveries.add(this.webhookId, added, { logId: eventStore.logId, position: last.position });
    this.cursor = last.position;
    this.hasNews ||= rows.length === PAGE;
  }

  /** Behind the cursor; without one of this log, behind the registration: positions of another log are none of this one. */
  private async startOf(registered: RecordedEvent): Promise<Position> {
    const { eventStore, deliveries } = this.context.engines;
    const cursor = await deliveries.cursor(this.webhookId);
    return cursor?.logId === eventStore.logId ? cursor.position : registered.position;
  }

  /** Sends as much of what is due as may be on its way now. */
  private async send(endpoint: Webhook): Promise<number> {
    const { deliveries } = this.context.engines;
    const standing = await deliveries.state(this.webhookId);
    const isActive = endpoint.state === 'active';
    const time = this.context.now();
    const paceMs = isActive && standing.isPaced ? this.sentAt + BACKLOG_PACE_MS - time.getTime() : null;
    const free = mostOnTheWay(standing) - this.onItsWay.size;
    const room = paceMs === null ? free : Math.min(free, paceMs > 0 ? 0 : 1);
    if (room > 0) {
      const found = await deliveries.due(this.webhookId, time.toISOString(), LOOKED_AT, !isActive);
      const due = found.filter(({ eventId }) => !this.onItsWay.has(eventId));
      for (const delivery of due.slice(0, room)) this.start(endpoint, delivery);
      if (due.length > 0) this.sentAt = time.getTime();
      else if (paceMs !== null && this.onItsWay.size === 0) await deliveries.endPacing(this.webhookId);
    }
    if (this.hasNews) return 0;
    const { idleMs } = this.context;
    if (free <= 0) return idleMs; // woken by the first that ends
    if (paceMs !== null) return Math.min(idleMs, paceMs > 0 ? paceMs : BACKLOG_PACE_MS);
    return this.untilDue(standing, isActive, time);
  }

  private async untilDue({ holdUntil }: EndpointState, isActive: boolean, time: Date): Promise<number> {
    const { engines, idleMs } = this.context;
    const longest = this.onItsWay.size > 0 ? Math.min(idleMs, BESIDE_OTHERS_MS) : idleMs;
    if (!isActive) return longest;
    const nextAt = await engines.deliveries.nextAt(this.webhookId);
    const left = [nextAt, holdUntil].map((at) => (at === null ? -1 : Date.parse(at) - time.getTime()));
    const soonest = left.filter((ms) => ms > 0);
    return Math.min(longest, ...soonest);
  }

  private start(endpoint: Webhook, delivery: Delivery): void {
    const { eventId } = delivery;
    this.onItsWay.set(
      eventId,
      attemptDelivery(this.context, this.webhookId, endpoint, delivery).then(
        (attempted) => {
          this.attempted.push(attempted);
          return (this.noting ??= this.noteAll().finally(() => (this.noting = null)));
        },
        async (error: unknown) => {
          await this.restAfter(error, 'an event could not be sent, trying again');
          this.onItsWay.delete(eventId);
          this.wakeUp();
        },
      ),
    );
  }

  /** What ends while something is being noted is noted together after it. */
  private async noteAll(): Promise<void> {
    while (this.attempted.length > 0) {
      const some = this.attempted.splice(0);
      while (!(await this.noted(some))) if (this.signal.aborted) return;
      for (const { eventId } of some) this.onItsWay.delete(eventId);
      this.wakeUp();
    }
  }

  private async noted(some: readonly Attempted[]): Promise<boolean> {
    try {
      const ending = some.find(({ disable }) => disable !== null);
      // Before it is noted: killed in between, the event is still there to be sent when the endpoint is resumed.
      if (ending?.disable) await this.disable(ending.disable, ending.attempt.at);
      await this.context.engines.deliveries.record(
        this.webhookId,
        some.map(({ disable: _, ...result }) => result),
        FAILING_AFTER,
      );
      this.failed = 0;
      return true;
    } catch (error) {
      await this.restAfter(error, 'what came of deliveries could not be noted, trying again');
      return false;
    }
  }

  private async disable(cause: 'gone' | 'exhausted', at: string): Promise<void> {
    const { engines, now, logger } = this.context;
    const context = onItsOwn(this.webhookId, `disabled at ${at}`, now());
    try {
      await handle(engines.eventStore, webhook, this.webhookId, { type: 'DisableWebhook', cause }, context);
      logger.warn({ webhook: this.webhookId, cause }, 'an endpoint of a webhook was disabled');
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error; // it was deleted meanwhile
    }
  }

  private async settled(): Promise<void> {
    await Promise.all(this.onItsWay.values());
  }

  private async restAfter(error: unknown, what: string): Promise<void> {
    if (this.signal.aborted) return;
    this.context.logger.warn({ err: error, webhook: this.webhookId }, what);
    const ms = Math.min(this.context.idleMs, pauseAfter(this.failed++, RETRY_MS, RETRY_LONGEST_MS));
    await pause(ms, undefined, { signal: this.signal }).catch(() => undefined); // woken by the signal
  }

  /** Until it is woken, or `ms` are over. */
  private async rest(ms: number, woken: Promise<void>): Promise<'woken' | 'over'> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<'over'>((resolve) => (timer = setTimeout(() => resolve('over'), ms)));
    const why = await Promise.race([woken.then(() => 'woken' as const), over]);
    clearTimeout(timer);
    return why;
  }
}

/** An endpoint that fails, or is tried by hand, gets one event at a time until it accepts one. */
const mostOnTheWay = ({ isProbed, failures }: EndpointState): number =>
  isProbed || failures >= FAILING_AFTER ? 1 : WEBHOOK_RATES.atOnce;
