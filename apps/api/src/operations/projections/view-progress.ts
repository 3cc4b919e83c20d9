import { Inject, Injectable } from '@nestjs/common';
import type { ViewLag } from '#contract';
import type { Projection } from '#domain/event-sourcing';
import type { BuildStatus, Engines } from '#engines';
import type { Position, RecordedEvent, EventStore } from '#events';
import { CLOCK, ENGINES, type Clock } from '../../injection-tokens.js';

/** Maximum number of events that are read to count a lag. */
const MAX_LAG = 1_000;
/** Maximum number of events that are read to estimate how many a build has processed since the last sample. */
const MAX_SAMPLED = 200;
const MIN_INTERVAL_MS = 900;
const RATE_MS = 10_000;
const RETENTION_MS = 120_000;

/** The position of a reader at a time; `processed` counts events since the first sample. */
type Sample = { at: number; position: Position; processed: number };

export type RebuildPace = { rate: number | null; rates: number[]; secondsLeft: number | null };
export type MeasuredLag = { lag: ViewLag; next: RecordedEvent | null };

/**
 * Measures the pace between requests; nothing is measured without them. It only needs the registry and the end of the
 * log, so the projector may run in another process.
 */
@Injectable()
export class ViewProgress {
  private readonly samples = new Map<string, Sample[]>();
  private readonly lags = new Map<string, { cacheKey: string; measured: MeasuredLag }>();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** The pace of a build, or of the whole log if no build is given. */
  async paceOf(
    position: Position,
    head: Position,
    source?: { build: BuildStatus; projection: Projection<object> },
  ): Promise<RebuildPace> {
    const key = source ? buildKey(source.build) : '';
    const time = this.now().getTime();
    const previous = this.samples.get(key) ?? [];
    const samples = previous.filter((sample) => time - sample.at < RETENTION_MS && sample.position <= position);
    const last = samples.at(-1);
    if (!source) this.forgetStale(time);
    if (!last || time - last.at >= MIN_INTERVAL_MS) {
      const processed = last
        ? last.processed +
          (
            await countEventsBetween(
              this.engines.eventStore,
              last.position,
              position,
              MAX_SAMPLED,
              source?.projection.types,
            )
          ).estimate
        : 0;
      samples.push({ at: time, position, processed });
      this.samples.set(key, samples);
    }
    return {
      rate: rateOf(samples),
      rates: samples.slice(1).map((sample, index) => perSecond(samples[index] ?? sample, sample)),
      secondsLeft: secondsLeft(samples, head),
    };
  }

  /** The events that a build has not processed yet, and the first of them. */
  async lagOf(build: BuildStatus, head: Position, { types }: Projection<object>): Promise<MeasuredLag> {
    const key = buildKey(build);
    const cacheKey = `${build.checkpoint.position}/${head}`;
    const lag = this.lags.get(key);
    const measured =
      lag?.cacheKey === cacheKey ? lag.measured : await this.measure(build.checkpoint.position, head, types);
    this.lags.set(key, { cacheKey, measured });
    const oldest = measured.next && this.now().getTime() - Date.parse(measured.next.metadata.at);
    return {
      ...measured,
      lag: { ...measured.lag, seconds: oldest === null ? null : Math.max(0, Math.round(oldest / 1000)) },
    };
  }

  private forgetStale(at: number): void {
    for (const [key, samples] of this.samples) {
      if (at - (samples.at(-1)?.at ?? 0) < RETENTION_MS) continue;
      this.samples.delete(key);
      this.lags.delete(key);
    }
  }

  private async measure(position: Position, head: Position, types: readonly string[]): Promise<MeasuredLag> {
    const { events, isCapped } = await countEventsBetween(this.engines.eventStore, position, head, MAX_LAG, types);
    return { lag: { events: events.length, isCapped, seconds: null }, next: events[0] ?? null };
  }
}

const buildKey = ({ name, version, build }: BuildStatus): string => `${name}/${version}/${build}`;

const perSecond = (from: Sample, to: Sample): number =>
  to.at > from.at ? ((to.processed - from.processed) * 1000) / (to.at - from.at) : 0;

const recentSpan = (samples: readonly Sample[]): { from: Sample; to: Sample } | null => {
  const to = samples.at(-1);
  const from = to && samples.find((sample) => to.at - sample.at <= RATE_MS);
  return to && from && from !== to ? { from, to } : null;
};

const rateOf = (samples: readonly Sample[]): number | null => {
  const span = recentSpan(samples);
  return span && perSecond(span.from, span.to);
};

/** Estimated from the progress along the log, because positions do not count events. */
const secondsLeft = (samples: readonly Sample[], head: Position): number | null => {
  const span = recentSpan(samples);
  const progress = span ? positionDistance(span.from.position, span.to.position) : 0;
  if (!span || progress === 0) return null;
  return Math.ceil((positionDistance(span.to.position, head) * (span.to.at - span.from.at)) / progress / 1000);
};

/** At most `max` events after a position; `estimate` is the number of all events, extrapolated from their density. */
export type EventsBetween = { events: RecordedEvent[]; isCapped: boolean; estimate: number };

/**
 * Events of `types` (or all) after one position up to another. Positions of a server are offsets in a file, so their
 * difference is not a number of events. If there are more than `max` events, their number is estimated from those that
 * were read.
 */
export const countEventsBetween = async (
  store: EventStore,
  after: Position,
  through: Position,
  max: number,
  types?: readonly string[],
): Promise<EventsBetween> => {
  if (after >= through) return { events: [], isCapped: false, estimate: 0 };
  const batch = await store.readAll(after, max + 1, types);
  const events = batch.slice(0, max).filter(({ position }) => position <= through);
  const last = events.at(-1);
  if (batch.length <= max || !last || events.length < max) return { events, isCapped: false, estimate: events.length };
  return {
    events,
    isCapped: true,
    estimate: Math.round(
      (events.length * positionDistance(after, through)) / Math.max(1, positionDistance(after, last.position)),
    ),
  };
};

/** The distance of two positions. Use it for shares, not for counts. */
export const positionDistance = (from: Position, to: Position): number =>
  Math.max(0, Number(BigInt(to) - BigInt(from)));
