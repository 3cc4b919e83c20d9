import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { handle, load } from '#domain/event-sourcing';
import {
  ATTEMPT_TIMEOUT_MS,
  DELIVERIES_KEPT_MS,
  FAILING_AFTER,
  feedTypesFor,
  webhook,
  type Webhook,
  WEBHOOK_RATES,
  type WebhookRow,
  webhooks,
} from '#domain/lab-systems';
import { RuleBroken } from '#domain/rules';
import {
  type Delivery,
  type EndpointState,
  type Engines,
  feedPage,
  feedCheckpoint,
  followUnitFeed,
  JobReleased,
  type JobHandler,
  backoffMs,
  PermanentFailure,
  runPeriodic,
  ViewMissing,
} from '#engines';
import type { Position, RecordedEvent } from '#events';
import { workerContext } from '../recorder.js';
import { attemptDelivery, type AttemptOutcome, type SendingContext } from './attempt-delivery.js';

type LaneContext = SendingContext & {
  engines: Pick<Engines, 'eventStore' | 'views' | 'vault' | 'deliveries'>;
  logger: Logger;
  /** After this time a lane looks for work without being woken. */
  idleMs: number;
};

/** Events that are read from the feed at a time. */
const FEED_PAGE_SIZE = 200;
/** Due rows that are read at a time; events in flight are among them. */
const DUE_PAGE_SIZE = 2 * WEBHOOK_RATES.atOnce;
const BACKLOG_PACE_MS = 1_000 / WEBHOOK_RATES.backlogPerSecond;
/** Pauses after the failure of an engine. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;
/** How soon a lane looks again while events are in flight, because a retry may become due. */
const IN_FLIGHT_IDLE_MS = 1_000;
/** How long a lane waits at its end for events in flight. */
const SETTLE_TIMEOUT_MS = 1_500;

/**
 * Delivers the feed of one unit to one endpoint: reads new events after its cursor, sends those that are due, and
 * records the outcomes. An event whose outcome was not recorded, e.g. because the process was killed, is sent again.
 * Lanes are independent: an endpoint that hangs delays only its own events.
 */
class Lane {
  private readonly inFlight = new Map<string, Promise<void>>();
  /** How often in a row an event could not be read or signed, by its id. */
  private readonly sendFailures = new Map<string, number>();
  private readonly unrecordedOutcomes: AttemptOutcome[] = [];
  private recording: Promise<void> | null = null;
  private wakeUp: () => void = () => undefined;
  private hasNewEvents = true;
  private cursor: Position | null = null;
  private lastSentAt = -Infinity;
  private unitId: string | null = null;

  constructor(
    readonly webhookId: string,
    private readonly context: LaneContext,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => this.wakeUp());
  }

  /** Wakes the lane. With `changedUnits` it is woken only if its unit is among them, and then reads the feed. */
  wake(changedUnits?: ReadonlySet<string>): void {
    if (changedUnits && this.unitId !== null && !changedUnits.has(this.unitId)) return;
    if (changedUnits) this.hasNewEvents = true;
    this.wakeUp();
  }

  /**
   * Runs until the endpoint is deleted or `signal` aborts. Failures of engines are logged, and the lane tries again.
   */
  async run(): Promise<void> {
    for (let failures = 0; !this.signal.aborted;) {
      const wakeSignal = new Promise<void>((resolve) => (this.wakeUp = resolve));
      try {
        const waitMs = await this.runOnce();
        if (waitMs === 'deleted') return;
        failures = 0;
        if (waitMs > 0 && !this.signal.aborted && (await this.waitAtMost(waitMs, wakeSignal)) === 'over')
          this.hasNewEvents = true;
      } catch (error) {
        this.hasNewEvents = true; // the failed round may not have read it
        await this.pauseAfterFailure(error, failures++, 'an endpoint cannot be served now, trying again');
      }
    }
    await this.waitAtMost(SETTLE_TIMEOUT_MS, this.waitForInFlight());
  }

  /** @returns milliseconds until the next round at the latest */
  private async runOnce(): Promise<number | 'deleted'> {
    const { engines, now } = this.context;
    const { state, events } = await load(engines.eventStore, webhook, this.webhookId);
    const [registration] = events;
    if (!state || !registration) throw new Error('the endpoint is not there');
    this.unitId = state.unitId;
    if (state.state === 'deleted') {
      await this.waitForInFlight();
      await engines.deliveries.remove(this.webhookId, now().toISOString());
      return 'deleted';
    }
    if (this.hasNewEvents) await this.readFeed(state, registration);
    return this.sendDue(state);
  }

  /** Turns a page of the feed into deliveries. */
  private async readFeed(endpoint: Webhook, registration: RecordedEvent): Promise<void> {
    const { engines, now } = this.context;
    const { eventStore, views, deliveries } = engines;
    this.hasNewEvents = false;
    // A row may appear before earlier rows do. Everything up to the checkpoint is complete.
    const to = await feedCheckpoint(views, eventStore);
    if (to === null) return;
    const after = (this.cursor ??= await this.loadCursor(registration));
    const rows = await feedPage(views, endpoint, { after, to, limit: FEED_PAGE_SIZE });
    const last = rows.at(-1);
    if (!last) return;
    const types = new Set(feedTypesFor(endpoint.types));
    // Older deliveries have been deleted. If the cursor was lost, their events are not sent again.
    const since = new Date(now().getTime() - DELIVERIES_KEPT_MS).toISOString();
    const isRetained = (at: string): boolean => at >= since || registration.metadata.at >= since;
    const createdAt = now().toISOString();
    const added = rows
      .filter(({ type, at }) => types.has(type) && isRetained(at))
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
    this.hasNewEvents ||= rows.length === FEED_PAGE_SIZE;
  }

  /** The cursor, or the registration of the endpoint if there is no cursor of this log. */
  private async loadCursor(registration: RecordedEvent): Promise<Position> {
    const { eventStore, deliveries } = this.context.engines;
    const cursor = await deliveries.cursor(this.webhookId);
    return cursor?.logId === eventStore.logId ? cursor.position : registration.position;
  }

  /** Sends as many due events as may be in flight. @returns milliseconds until the next round at the latest */
  private async sendDue(endpoint: Webhook): Promise<number> {
    const { deliveries } = this.context.engines;
    const state = await deliveries.state(this.webhookId);
    const isActive = endpoint.state === 'active';
    const time = this.context.now();
    const paceMs = isActive && state.isPaced ? this.lastSentAt + BACKLOG_PACE_MS - time.getTime() : null;
    const freeSlots = maxInFlight(state) - this.inFlight.size;
    const maxStarts = paceMs === null ? freeSlots : Math.min(freeSlots, paceMs > 0 ? 0 : 1);
    if (maxStarts > 0) {
      const candidates = await deliveries.findDue(this.webhookId, time.toISOString(), DUE_PAGE_SIZE, !isActive);
      const dueDeliveries = candidates.filter(({ eventId }) => !this.inFlight.has(eventId));
      for (const delivery of dueDeliveries.slice(0, maxStarts)) this.start(endpoint, delivery);
      if (dueDeliveries.length > 0) this.lastSentAt = time.getTime();
      else if (paceMs !== null && this.inFlight.size === 0) await deliveries.endPacing(this.webhookId);
    }
    if (this.hasNewEvents) return 0;
    const { idleMs } = this.context;
    if (freeSlots <= 0) return idleMs; // woken by the first attempt that ends
    if (paceMs !== null) return Math.min(idleMs, paceMs > 0 ? paceMs : BACKLOG_PACE_MS);
    return this.msUntilDue(state, isActive, time);
  }

  private async msUntilDue({ holdUntil }: EndpointState, isActive: boolean, time: Date): Promise<number> {
    const { engines, idleMs } = this.context;
    const maxWaitMs = this.inFlight.size > 0 ? Math.min(idleMs, IN_FLIGHT_IDLE_MS) : idleMs;
    if (!isActive) return maxWaitMs;
    const nextAt = await engines.deliveries.nextAt(this.webhookId);
    const waitTimes = [nextAt, holdUntil].map((at) => (at === null ? -1 : Date.parse(at) - time.getTime()));
    const remainingWaits = waitTimes.filter((ms) => ms > 0);
    return Math.min(maxWaitMs, ...remainingWaits);
  }

  private start(endpoint: Webhook, delivery: Delivery): void {
    const { eventId } = delivery;
    this.inFlight.set(
      eventId,
      attemptDelivery(this.context, this.webhookId, endpoint, delivery).then(
        (outcome) => {
          this.sendFailures.delete(eventId);
          this.unrecordedOutcomes.push(outcome);
          return (this.recording ??= this.recordAll().finally(() => (this.recording = null)));
        },
        async (error: unknown) => {
          const failures = this.sendFailures.get(eventId) ?? 0;
          this.sendFailures.set(eventId, failures + 1);
          await this.pauseAfterFailure(error, failures, 'an event could not be sent, trying again');
          this.inFlight.delete(eventId);
          this.wakeUp();
        },
      ),
    );
  }

  /** Attempts that end while others are recorded are recorded together afterwards. */
  private async recordAll(): Promise<void> {
    while (this.unrecordedOutcomes.length > 0) {
      const outcomes = this.unrecordedOutcomes.splice(0);
      for (let failures = 0; !(await this.recordOutcomes(outcomes, failures)); failures++)
        if (this.signal.aborted) return;
      for (const { eventId } of outcomes) this.inFlight.delete(eventId);
      this.wakeUp();
    }
  }

  /** @returns false, after a pause, if the engine failed; `failures` is how often it did before */
  private async recordOutcomes(outcomes: readonly AttemptOutcome[], failures: number): Promise<boolean> {
    try {
      const disablingOutcome = outcomes.find(({ disable }) => disable !== null);
      // Disabled before the outcome is recorded: after a crash in between, the event still waits when the endpoint is
      // resumed.
      if (disablingOutcome?.disable) await this.disable(disablingOutcome.disable, disablingOutcome.attempt.at);
      await this.context.engines.deliveries.record(
        this.webhookId,
        outcomes.map(({ disable: _, ...result }) => result),
        FAILING_AFTER,
      );
      return true;
    } catch (error) {
      await this.pauseAfterFailure(error, failures, 'outcomes of deliveries could not be recorded, trying again');
      return false;
    }
  }

  private async disable(cause: 'gone' | 'exhausted', at: string): Promise<void> {
    const { engines, now, logger } = this.context;
    const context = workerContext(this.webhookId, `disabled at ${at}`, now());
    try {
      await handle(engines.eventStore, webhook, this.webhookId, { type: 'DisableWebhook', cause }, context);
      logger.warn({ webhook: this.webhookId, cause }, 'an endpoint of a webhook was disabled');
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error; // it was deleted meanwhile
    }
  }

  private async waitForInFlight(): Promise<void> {
    await Promise.all(this.inFlight.values());
  }

  /** Logs a failure and pauses, longer after several `failures` in a row before it. */
  private async pauseAfterFailure(error: unknown, failures: number, message: string): Promise<void> {
    if (this.signal.aborted) return;
    this.context.logger.warn({ err: error, webhook: this.webhookId }, message);
    const ms = Math.min(this.context.idleMs, backoffMs(failures, RETRY_MS, MAX_RETRY_MS));
    await pause(ms, undefined, { signal: this.signal }).catch(() => undefined); // woken by the signal
  }

  /** Waits until woken or until `ms` have passed. */
  private async waitAtMost(ms: number, wakeSignal: Promise<void>): Promise<'woken' | 'over'> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'over'>((resolve) => (timer = setTimeout(() => resolve('over'), ms)));
    const result = await Promise.race([wakeSignal.then(() => 'woken' as const), timeout]);
    clearTimeout(timer);
    return result;
  }
}

/** An endpoint that fails or is probed gets one event at a time until it accepts one. */
const maxInFlight = ({ isProbed, failures }: EndpointState): number =>
  isProbed || failures >= FAILING_AFTER ? 1 : WEBHOOK_RATES.atOnce;

const Payload = z.object({ webhookId: z.string() });

const JOB = 'deliver-webhooks';
/** Another worker starts a lane again, however often its worker dies. */
const MAX_JOB_ATTEMPTS = 1_000_000;
/** Lanes of one process; an idle lane costs little. */
const MAX_LANES = 1_000;
/** All endpoints are compared with their jobs this often, new ones at once. */
const COMPARE_INTERVAL_MS = 30_000;

/** Waits in milliseconds, and `random` as Math.random. */
export type WebhookTiming = Pick<LaneContext, 'idleMs' | 'timeoutMs' | 'random'> & {
  /** How often new endpoints and requests from other processes are looked for. */
  pollMs: number;
};

const TIMING: WebhookTiming = { pollMs: 1_000, idleMs: 10_000, timeoutMs: ATTEMPT_TIMEOUT_MS, random: Math.random };

type Options = Omit<LaneContext, 'engines' | keyof WebhookTiming> &
  Partial<WebhookTiming> & {
    engines: LaneContext['engines'] & Pick<Engines, 'jobs'>;
    /** Aborts when the worker stops. */
    signal: AbortSignal;
  };

/** The id of the job that serves an endpoint until the endpoint is deleted. */
export const laneJobId = (webhookId: string): string => `${webhookId}.${JOB}`;

/**
 * Delivers to all endpoints. Each endpoint has a job that runs as long as the endpoint exists, so that one worker at a
 * time delivers to it and operators see it among the jobs. `work` runs these jobs; `follow` creates them and wakes
 * their lanes.
 */
export const webhookLanes = ({ engines, signal, ...options }: Options) => {
  const { pollMs, ...context } = { ...TIMING, ...options };
  const lanes = new Map<string, Lane>();
  const changeCounts = new Map<string, number>();
  const endpointIds = new Set<string>();
  let lastComparedAt = -Infinity;

  const handler: JobHandler = async (payload, { signal: jobSignal }) => {
    const parsed = Payload.safeParse(payload);
    if (!parsed.success) throw new PermanentFailure('The job names no endpoint');
    const { webhookId } = parsed.data;
    const lane = new Lane(webhookId, { ...context, engines }, AbortSignal.any([jobSignal, signal]));
    lanes.set(webhookId, lane);
    try {
      await lane.run();
    } finally {
      if (lanes.get(webhookId) === lane) lanes.delete(webhookId);
    }
    if (signal.aborted) throw new JobReleased('the worker stops');
    jobSignal.throwIfAborted();
  };

  const enqueueMissingLanes = async (ids: readonly string[]): Promise<void> => {
    const locations = await engines.jobs.locate(JOB, ids.map(laneJobId));
    for (const [n, webhookId] of ids.entries())
      if (locations[n] === 'lost')
        await engines.jobs.enqueue(JOB, { webhookId }, { id: laneJobId(webhookId), maxAttempts: MAX_JOB_ATTEMPTS });
  };

  const syncLanes = async (): Promise<void> => {
    const { rows } = await engines.views.find<WebhookRow>(webhooks, {
      where: [{ column: 'state', notIn: ['deleted'] }],
      withoutTotal: true,
    });
    const ids = rows.map(({ id }) => id);
    const isComparisonDue = performance.now() - lastComparedAt >= COMPARE_INTERVAL_MS;
    const checkedIds = isComparisonDue ? ids : ids.filter((id) => !endpointIds.has(id));
    if (checkedIds.length > 0) await enqueueMissingLanes(checkedIds);
    if (isComparisonDue) lastComparedAt = performance.now();
    endpointIds.clear();
    for (const id of ids) endpointIds.add(id);
    for (const [id, lane] of lanes) if (!endpointIds.has(id)) lane.wake(); // it was deleted
  };

  const wakeChangedLanes = async (): Promise<void> => {
    if (lanes.size === 0) return;
    for (const [id, count] of await engines.deliveries.changes([...lanes.keys()])) {
      if (changeCounts.get(id) !== count) lanes.get(id)?.wake();
      changeCounts.set(id, count);
    }
  };

  return {
    work: { handler, concurrency: MAX_LANES },
    async follow(): Promise<void> {
      const { logger } = context;
      const polling = runPeriodic(
        { everyMs: pollMs, signal, logger, failure: 'endpoints of webhooks cannot be read, trying again' },
        async () => {
          await wakeChangedLanes();
          await syncLanes().catch((error: unknown) => {
            if (!(error instanceof ViewMissing)) throw error; // it is being built for the first time
          });
        },
      );
      const onNewEvents = (units: ReadonlySet<string>) => lanes.forEach((lane) => lane.wake(units));
      await Promise.all([polling, followUnitFeed({ engines, logger, signal, onNewEvents })]);
    },
  };
};
