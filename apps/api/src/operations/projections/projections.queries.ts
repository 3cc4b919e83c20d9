import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type {
  BuildRole,
  getViewOperations,
  listSetAside,
  ResultOf,
  ViewBuild,
  ViewStatus,
  ViewStatusList,
} from '#contract';
import { load, streamName, type Projection } from '#domain/event-sourcing';
import {
  operationsIdOf,
  operationsOfVersion,
  operationsSinceReplacement,
  viewOperations,
  type ViewOperations,
} from '#domain/operations';
import { problem, RuleBroken } from '#domain/rules';
import { allProjections } from '#domain/views';
import type { BuildStatus, Engines } from '#engines';
import { decode, START, viewOperationEvents, type Position } from '#events';
import { Users, loadUserNames } from '../../auth/users.js';
import { CLOCK, ENGINES, type Clock } from '../../injection-tokens.js';
import { redactPersons } from '../jobs/redaction.js';
import { activeBuildOf } from '../view-states.js';
import { positionDistance, ViewProgress } from './view-progress.js';

/** Older operations are in the event log. */
const MAX_OPERATIONS = 50;

/** The status of every view that this api reads: data of the registry, operations, and pace. */
export class ListProjections extends Query<ViewStatusList> {}

@QueryHandler(ListProjections)
export class ListProjectionsHandler implements IQueryHandler<ListProjections> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly progress: ViewProgress,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute(): Promise<ViewStatusList> {
    const { eventStore, views } = this.engines;
    const builds = await views.builds();
    const head = await eventStore.lastPosition();
    const { rate } = await this.progress.paceOf(head, head);
    const statuses: ViewStatus[] = [];
    // Sequentially, because each reads a part of the log and the response is not urgent.
    for (const projection of allProjections)
      statuses.push(
        await this.readStatus(
          projection,
          builds.filter(({ name, version }) => name === projection.name && version === projection.version),
          head,
        ),
      );
    return { countedAt: this.now().toISOString(), head, rate, views: statuses };
  }

  private async readStatus(projection: Projection<object>, builds: BuildStatus[], head: Position): Promise<ViewStatus> {
    const { name, version } = projection;
    const {
      state,
      head: { revision },
    } = await load(this.engines.eventStore, viewOperations, operationsIdOf(name));
    const operations = operationsSinceReplacement(
      operationsOfVersion(state, version),
      builds.find(({ active }) => active)?.build ?? '',
    );
    const visible = [...builds, ...unstartedBuilds(projection, operations, builds)].flatMap((build) => {
      const role = roleOf(build, operations, builds);
      return role ? [{ build, role }] : [];
    });
    const main = visible.find(({ role }) => role === 'live') ?? visible.find(({ role }) => role === 'first');
    const viewBuilds = await Promise.all(
      visible.map(({ build, role }) => this.readBuild(build, role, head, projection)),
    );
    const lag = main ? (await this.progress.lagOf(main.build, head, projection)).lag : null;
    const { rates } = main
      ? await this.progress.paceOf(main.build.checkpoint.position, head, { build: main.build, projection })
      : { rates: [] };
    return {
      name,
      version,
      revision,
      state: stateOf(main),
      setAside: main?.build.setAside ?? 0,
      lag,
      rates,
      builds: viewBuilds,
      comparison: operations.lastComparison,
    };
  }

  private async readBuild(
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
    const { rate, secondsLeft } = await this.progress.paceOf(position, head, { build: status, projection });
    return {
      build,
      role,
      position,
      rows,
      writtenAt,
      failure: await this.describeFailure(status, head, projection),
      share: shareOf(position, head),
      rate,
      secondsLeft,
    };
  }

  /** A build stops before the event that it cannot process, so that event is the next one. */
  private async describeFailure(
    status: BuildStatus,
    head: Position,
    projection: Projection<object>,
  ): Promise<ViewBuild['failure']> {
    if (!status.failure) return null;
    const { next } = await this.progress.lagOf(status, head, projection);
    const event =
      next?.position === status.failure.position
        ? { id: next.id, stream: next.stream, revision: next.revision, type: next.type }
        : null;
    // The response names the event in a separate member, so the message need not repeat it.
    const message = event
      ? status.failure.message.replace(`${event.type} ${event.stream}@${event.revision}: `, '')
      : status.failure.message;
    return { ...status.failure, message: redactPersons(message), event };
  }
}

/** A requested rebuild that no projector has started yet. */
const unstartedBuilds = (
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

/** Null for a build that only waits for its last readers. */
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
  const live = builds.find((build) => build.active);
  return !live || build > live.build ? 'first' : null;
};

const stateOf = (main: { build: BuildStatus; role: BuildRole } | undefined): ViewStatus['state'] => {
  if (main?.build.failure) return 'stopped';
  return main?.role === 'live' ? 'live' : 'building';
};

const shareOf = (position: Position, head: Position): number => {
  const headDistance = positionDistance(START, head);
  return headDistance === 0 ? 1 : Math.min(1, positionDistance(START, position) / headDistance);
};

/** The newest operations on a view, newest first. */
export class GetViewOperations extends Query<ResultOf<typeof getViewOperations>> {
  constructor(readonly view: string) {
    super();
  }
}

@QueryHandler(GetViewOperations)
export class GetViewOperationsHandler implements IQueryHandler<GetViewOperations> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async execute({ view }: GetViewOperations): Promise<ResultOf<typeof getViewOperations>> {
    requireProjection(view);
    const { events } = await this.engines.eventStore.read(streamName(viewOperations, operationsIdOf(view)));
    const newestEvents = events.slice(-MAX_OPERATIONS).toReversed();
    const nameOf = await loadUserNames(
      this.users,
      newestEvents.map(({ metadata }) => metadata.by.userId),
    );
    return {
      items: newestEvents.map((event) => {
        const { type, data } = decode(viewOperationEvents, event);
        return {
          eventId: event.id,
          at: event.metadata.at,
          userName: nameOf(event.metadata.by.userId),
          type,
          build: data.build,
          reason: 'reason' in data ? data.reason : null,
        };
      }),
    };
  }
}

/** The streams that the active build of a view has set aside. */
export class ListSetAsideStreams extends Query<ResultOf<typeof listSetAside>> {
  constructor(readonly view: string) {
    super();
  }
}

@QueryHandler(ListSetAsideStreams)
export class ListSetAsideStreamsHandler implements IQueryHandler<ListSetAsideStreams> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ view }: ListSetAsideStreams): Promise<ResultOf<typeof listSetAside>> {
    const build = activeBuildOf(requireProjection(view), await this.engines.views.builds());
    return { items: build ? await this.engines.views.setAside(build) : [] };
  }
}

/** @throws RuleBroken NO_SUCH_VIEW */
const requireProjection = (view: string): Projection<object> => {
  const projection = allProjections.find(({ name }) => name === view);
  if (!projection) throw new RuleBroken(problem('NO_SUCH_VIEW'));
  return projection;
};

export const projectionQueryHandlers = [ListProjectionsHandler, GetViewOperationsHandler, ListSetAsideStreamsHandler];
