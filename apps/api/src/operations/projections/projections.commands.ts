import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext, CommandResult } from '#domain/event-sourcing';
import {
  operationsIdOf,
  operationsOfVersion,
  viewOperations,
  type ViewOperationCommand,
  type ViewOperations,
} from '#domain/operations';
import { problem, RuleBroken } from '#domain/rules';
import { allProjections } from '#domain/views';
import type { Engines } from '#engines';
import { Decisions } from '../../commands/decisions.js';
import { ENGINES } from '../../injection-tokens.js';
import { activeBuildOf } from '../view-states.js';

/** An order of an operator for a view. The handler adds data of the registry. */
export type ViewOrder = { reason: string } & (
  | { type: 'RequestRebuild'; build: string }
  | { type: 'DropBuild'; build: string }
  | { type: 'RestartView'; build: string }
  | { type: 'PauseRebuild' | 'ResumeRebuild' | 'CancelRebuild' }
  | { type: 'SwitchBuild' | 'SwitchBack' }
  | { type: 'RetryStreams'; stream: string | null }
);

/** Rebuilds a view, switches its builds, or restarts it after a failure. */
export class OperateView extends Command<CommandResult<ViewOperations>> {
  constructor(
    readonly view: string,
    readonly order: ViewOrder,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Records the order. The projector follows the log and executes it (ADR-024). */
@CommandHandler(OperateView)
export class OperateViewHandler implements ICommandHandler<OperateView> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** @throws RuleBroken NO_SUCH_VIEW, and as viewOperations does */
  execute({ view, order, context }: OperateView): Promise<CommandResult<ViewOperations>> {
    const projection = allProjections.find(({ name }) => name === view);
    if (!projection) throw new RuleBroken(problem('NO_SUCH_VIEW'));
    const { version } = projection;
    return this.decisions.decide(
      viewOperations,
      operationsIdOf(view),
      (state) => this.commandFor(order, view, version, operationsOfVersion(state, version)),
      context,
    );
  }

  private async commandFor(
    order: ViewOrder,
    view: string,
    version: number,
    { rebuild }: ViewOperations,
  ): Promise<ViewOperationCommand> {
    const builds = (await this.engines.views.builds()).filter(
      (build) => build.name === view && build.version === version,
    );
    switch (order.type) {
      case 'SwitchBuild':
      case 'SwitchBack': {
        // Builds that have reached the position of the comparison.
        const comparedAt = rebuild?.comparison?.position ?? '';
        const complete = builds.filter(({ checkpoint }) => checkpoint.position >= comparedAt);
        const live = builds.find(({ active }) => active)?.build ?? '';
        return { ...order, version, live, builds: complete.map(({ build }) => build) };
      }
      case 'RestartView': {
        const stopped = builds.filter(({ failure }) => failure !== null).map(({ build }) => build);
        return { ...order, version, stopped };
      }
      case 'RetryStreams': {
        const active = activeBuildOf({ name: view, version }, builds);
        const setAside = active ? (await this.engines.views.setAside(active)).map(({ stream }) => stream) : [];
        return { ...order, version, build: active?.build ?? '', setAside };
      }
      default:
        return { ...order, version };
    }
  }
}

export const projectionCommandHandlers = [OperateViewHandler];
