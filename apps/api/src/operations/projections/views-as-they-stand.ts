import { Inject, Injectable } from '@nestjs/common';
import type { BuildRole, ViewBuild, ViewStatusList, ViewStatus } from '#contract';
import { load, type Projection } from '#domain/event-sourcing';
import {
  operationsIdOf,
  operationsOfVersion,
  operationsSinceReplacement,
  viewOperations,
  type ViewOperations,
} from '#domain/operations';
import { allProjections } from '#domain/views';
import type { BuildStatus, Engines } from '#engines';
import { START, type Position } from '#events';
import { CLOCK, ENGINES, type Clock } from '../../provided.js';
import { redactPersons } from '../jobs/without-persons.js';
import { positionDistance } from './events-between.js';
import { ViewProgress } from './view-measures.js';

/** How every view this api reads stands: what the registry says, what operators have done, and how fast it moves. */
@Injectable()
export class ViewStatusReader {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly measures: ViewProgress,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async all(): Promise<ViewStatusList> {
    const { eventStore, views } = this.engines;
    const builds = await views.builds();
    const head = await eventStore.lastPosition();
    const { rate } = await this.measures.paceOf(head, head);
    const standing: ViewStatus[] = [];
    // One after the other: each reads a little of the log, and nobody hurries.
    for (const projection of allProjections)
      standing.push(
        await this.one(
          projection,
          builds.filter(({ name, version }) => name === projection.name && version === projection.version),
          head,
        ),
      );
    return { countedAt: this.now().toISOString(), head, rate, views: standing };
  }

  private async one(projection: Projection<object>, builds: BuildStatus[], head: Position): Promise<ViewStatus> {
    const { name, version } = projection;
    const {
      state,
      head: { revision },
    } = await load(this.engines.eventStore, viewOperations, operationsIdOf(name));
    const operations = operationsSinceReplacement(
      operationsOfVersion(state, version),
      builds.find(({ active }) => active)?.build ?? '',
    );
    const shown = [...builds, ...requestedOnly(projection, operations, builds)].flatMap((build) => {
      const role = roleOf(build, operations, builds);
      return role ? [{ build, role }] : [];
    });
    const main = shown.find(({ role }) => role === 'live') ?? shown.find(({ role }) => role === 'first');
    const detailed = await Promise.all(shown.map(({ build, role }) => this.build(build, role, head, projection)));
    const lag = main ? (await this.measures.lagOf(main.build, head, projection)).lag : null;
    const { rates } = main
      ? await this.measures.paceOf(main.build.checkpoint.position, head, { build: main.build, projection })
      : { rates: [] };
    return {
      name,
      version,
      revision,
      state: stateOf(main),
      setAside: main?.build.setAside ?? 0,
      lag,
      rates,
      builds: detailed,
      comparison: operations.lastComparison,
    };
  }

  private async build(
    status: BuildStatus,
    role: BuildRole,
    head: Position,
    projection: Projection<object>,
  ): Promise<ViewBuild> {
    const {
      build,
      checkpoint: { position },
      rows,
      writtenAt,
    } = status;
    const { rate, secondsLeft } = await this.measures.paceOf(position, head, { build: status, projection });
    return {
      build,
      role,
      position,
      rows,
      writtenAt,
      failure: await this.failureOf(status, head, projection),
      share: shareOf(position, head),
      rate,
      secondsLeft,
    };
  }

  /** A build stops right before the event it cannot take: that is the next one it would read. */
  private async failureOf(
    status: BuildStatus,
    head: Position,
    projection: Projection<object>,
  ): Promise<ViewBuild['failure']> {
    if (!status.failure) return null;
    const { next } = await this.measures.lagOf(status, head, projection);
    const event =
      next?.position === status.failure.position
        ? { id: next.id, stream: next.stream, revision: next.revision, type: next.type }
        : null;
    // The event is told apart: what stands before the first colon names it once more.
    const said = event
      ? status.failure.message.replace(`${event.type} ${event.stream}@${event.revision}: `, '')
      : status.failure.message;
    return { ...status.failure, message: redactPersons(said), event };
  }
}

/** A rebuild that was asked for and has not begun: no projector has seen it yet. */
const requestedOnly = (
  { name, version }: Projection<object>,
  { rebuild }: ViewOperations,
  builds: readonly BuildStatus[],
): BuildStatus[] =>
  rebuild && !builds.some(({ build }) => build === rebuild.build)
    ? [
        {
          name,
          version,
          build: rebuild.build,
          active: false,
          checkpoint: { logId: '', position: START },
          rows: 0,
          failure: null,
          setAside: 0,
          writtenAt: null,
        },
      ]
    : [];

/** Null for a build that is only there until its last readers have gone. */
const roleOf = (
  { build, active }: BuildStatus,
  { rebuild, chosen, kept, dropped }: ViewOperations,
  builds: readonly BuildStatus[],
): BuildRole | null => {
  if (active) return 'live';
  if (chosen === build) return 'switching';
  if (rebuild?.build === build) return rebuild.comparison ? 'compared' : rebuild.paused ? 'paused' : 'rebuilding';
  if (kept === build) return 'kept';
  if (dropped.includes(build)) return null;
  const live = builds.find((one) => one.active);
  return !live || build > live.build ? 'first' : null;
};

const stateOf = (main: { build: BuildStatus; role: BuildRole } | undefined): ViewStatus['state'] => {
  if (main?.build.failure) return 'stopped';
  return main?.role === 'live' ? 'live' : 'building';
};

const shareOf = (position: Position, head: Position): number => {
  const whole = positionDistance(START, head);
  return whole === 0 ? 1 : Math.min(1, positionDistance(START, position) / whole);
};
