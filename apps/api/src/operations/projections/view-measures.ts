import { Inject, Injectable } from '@nestjs/common';
import type { ViewLag } from '#contract';
import type { Projection } from '#domain/event-sourcing';
import type { BuildStatus, Engines } from '#engines';
import type { Position, RecordedEvent } from '#events';
import { CLOCK, ENGINES, type Clock } from '../../provided.js';
import { positionDistance, countEventsBetween } from './events-between.js';

/** Events that are read to count a lag. */
const MOST_LAG = 1_000;
/** Events that are read to estimate how many a build has taken since somebody last looked. */
const MOST_TAKEN = 200;
const APART_MS = 900;
const RATE_MS = 10_000;
const KEPT_MS = 120_000;

/** Where a reader of the log stood when somebody looked; `taken` counts events from the first look on. */
type Look = { at: number; position: Position; taken: number };

export type RebuildPace = { rate: number | null; rates: number[]; secondsLeft: number | null };
export type MeasuredLag = { lag: ViewLag; next: RecordedEvent | null };

/**
 * How fast things move, from one look to the next. Nobody measures while nobody looks; the registry and the end of the log are all
 * that is needed, so that it does not matter in which process the projector runs.
 */
@Injectable()
export class ViewProgress {
  private readonly looks = new Map<string, Look[]>();
  private readonly lags = new Map<string, { at: string; measured: MeasuredLag }>();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Pace of a build; of the whole log when there is none. */
  async paceOf(
    position: Position,
    head: Position,
    of?: { build: BuildStatus; projection: Projection<object> },
  ): Promise<RebuildPace> {
    const key = of ? keyOf(of.build) : '';
    const at = this.now().getTime();
    const before = this.looks.get(key) ?? [];
    const looks = before.filter((look) => at - look.at < KEPT_MS && look.position <= position);
    const last = looks.at(-1);
    if (!of) this.forgetWhatIsGone(at);
    if (!last || at - last.at >= APART_MS) {
      const taken = last
        ? last.taken +
          (await countEventsBetween(this.engines.eventStore, last.position, position, MOST_TAKEN, of?.projection.types))
            .estimate
        : 0;
      looks.push({ at, position, taken });
      this.looks.set(key, looks);
    }
    return {
      rate: rateOf(looks),
      rates: looks.slice(1).map((look, place) => perSecond(looks[place] ?? look, look)),
      secondsLeft: secondsLeft(looks, head),
    };
  }

  /** What a build has still to take, and the first of it. */
  async lagOf(build: BuildStatus, head: Position, { types }: Projection<object>): Promise<MeasuredLag> {
    const key = keyOf(build);
    const at = `${build.checkpoint.position}/${head}`;
    const known = this.lags.get(key);
    const measured = known?.at === at ? known.measured : await this.measure(build.checkpoint.position, head, types);
    this.lags.set(key, { at, measured });
    const oldest = measured.next && this.now().getTime() - Date.parse(measured.next.metadata.at);
    return {
      ...measured,
      lag: { ...measured.lag, seconds: oldest === null ? null : Math.max(0, Math.round(oldest / 1000)) },
    };
  }

  private forgetWhatIsGone(at: number): void {
    for (const [key, looks] of this.looks) {
      if (at - (looks.at(-1)?.at ?? 0) < KEPT_MS) continue;
      this.looks.delete(key);
      this.lags.delete(key);
    }
  }

  private async measure(position: Position, head: Position, types: readonly string[]): Promise<MeasuredLag> {
    const { events, isCapped } = await countEventsBetween(this.engines.eventStore, position, head, MOST_LAG, types);
    return { lag: { events: events.length, isCapped, seconds: null }, next: events[0] ?? null };
  }
}

const keyOf = ({ name, version, build }: BuildStatus): string => `${name}/${version}/${build}`;

const perSecond = (from: Look, to: Look): number =>
  to.at > from.at ? ((to.taken - from.taken) * 1000) / (to.at - from.at) : 0;

const recent = (looks: readonly Look[]): { from: Look; to: Look } | null => {
  const to = looks.at(-1);
  const from = to && looks.find((look) => to.at - look.at <= RATE_MS);
  return to && from && from !== to ? { from, to } : null;
};

const rateOf = (looks: readonly Look[]): number | null => {
  const span = recent(looks);
  return span && perSecond(span.from, span.to);
};

/** From how far it came along the log, whatever its positions count. */
const secondsLeft = (looks: readonly Look[], head: Position): number | null => {
  const span = recent(looks);
  const came = span ? positionDistance(span.from.position, span.to.position) : 0;
  if (!span || came === 0) return null;
  return Math.ceil((positionDistance(span.to.position, head) * (span.to.at - span.from.at)) / came / 1000);
};
