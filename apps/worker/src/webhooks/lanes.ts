import { z } from 'zod';
import { ATTEMPT_TIMEOUT_MS, webhooks, type WebhookRow } from '#domain';
import {
  followUnitFeed,
  GivenBack,
  PermanentFailure,
  repeatRounds,
  ViewMissing,
  type Engines,
  type JobHandler,
} from '#engines';
import { Lane, type LaneContext } from './lane.js';

const Payload = z.object({ webhookId: z.string() });

const JOB = 'deliver-webhooks';
/** A lane is begun anew by whoever is left, however often its worker dies. */
const ATTEMPTS = 1_000_000;
/** Lanes of one process; each costs little while nothing happens. */
const LANES = 1_000;
/** All endpoints are compared with their jobs this often, new ones at once. */
const COMPARED_EVERY_MS = 30_000;

/** Waits in milliseconds, and `random` as Math.random. */
export type WebhookTiming = Pick<LaneContext, 'idleMs' | 'timeoutMs' | 'random'> & {
  /** How often new endpoints, and what people asked for in other processes, are looked for. */
  lookMs: number;
};

const TIMING: WebhookTiming = { lookMs: 1_000, idleMs: 10_000, timeoutMs: ATTEMPT_TIMEOUT_MS, random: Math.random };

type Options = Omit<LaneContext, 'engines' | keyof WebhookTiming> &
  Partial<WebhookTiming> & {
    engines: LaneContext['engines'] & Pick<Engines, 'jobs'>;
    /** Aborts when the worker stops. */
    signal: AbortSignal;
  };

/** Which job serves an endpoint, as long as it is not deleted. */
export const laneJobOf = (webhookId: string): string => `${webhookId}.${JOB}`;

/**
 * Deliveries to all endpoints: a job for each of them, which runs as long as there is the endpoint, so that of several workers one at a
 * time delivers to it and operators see it among the jobs. `work` takes such jobs; `follow` makes them, and wakes their lanes.
 */
export const webhookLanes = ({ engines, signal, ...given }: Options) => {
  const { lookMs, ...context } = { ...TIMING, ...given };
  const lanes = new Map<string, Lane>();
  const changes = new Map<string, number>();
  const known = new Set<string>();
  let comparedAt = -Infinity;

  const handler: JobHandler = async (payload, { signal: over }) => {
    const parsed = Payload.safeParse(payload);
    if (!parsed.success) throw new PermanentFailure('The job names no endpoint');
    const { webhookId } = parsed.data;
    const lane = new Lane(webhookId, { ...context, engines }, AbortSignal.any([over, signal]));
    lanes.set(webhookId, lane);
    try {
      await lane.run();
    } finally {
      if (lanes.get(webhookId) === lane) lanes.delete(webhookId);
    }
    if (signal.aborted) throw new GivenBack('the worker stops');
    over.throwIfAborted();
  };

  const compare = async (ids: readonly string[]): Promise<void> => {
    const whereabouts = await engines.jobs.whereabouts(JOB, ids.map(laneJobOf));
    for (const [n, webhookId] of ids.entries())
      if (whereabouts[n] === 'lost')
        await engines.jobs.enqueue(JOB, { webhookId }, { id: laneJobOf(webhookId), maxAttempts: ATTEMPTS });
  };

  const lookForEndpoints = async (): Promise<void> => {
    const { rows } = await engines.views.find<WebhookRow>(webhooks, {
      where: [{ column: 'state', notIn: ['deleted'] }],
      withoutTotal: true,
    });
    const ids = rows.map(({ id }) => id);
    const isTime = performance.now() - comparedAt >= COMPARED_EVERY_MS;
    const compared = isTime ? ids : ids.filter((id) => !known.has(id));
    if (compared.length > 0) await compare(compared);
    if (isTime) comparedAt = performance.now();
    known.clear();
    for (const id of ids) known.add(id);
    for (const [id, lane] of lanes) if (!known.has(id)) lane.wake(); // it was deleted
  };

  const lookForChanges = async (): Promise<void> => {
    if (lanes.size === 0) return;
    for (const [id, count] of await engines.deliveries.changes([...lanes.keys()])) {
      if (changes.get(id) !== count) lanes.get(id)?.wake();
      changes.set(id, count);
    }
  };

  return {
    work: { handler, concurrency: LANES },
    async follow(): Promise<void> {
      const { logger } = context;
      const looking = repeatRounds(
        { everyMs: lookMs, signal, logger, failure: 'endpoints of webhooks cannot be looked at, trying again' },
        async () => {
          await lookForChanges();
          await lookForEndpoints().catch((error: unknown) => {
            if (!(error instanceof ViewMissing)) throw error; // it is being built for the first time
          });
        },
      );
      const onNews = (units: ReadonlySet<string>) => lanes.forEach((lane) => lane.wake(units));
      await Promise.all([looking, followUnitFeed({ engines, logger, signal, onNews })]);
    },
  };
};
