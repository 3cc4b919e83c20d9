import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  cancelRebuild,
  dropBuild,
  getViewOperations,
  listProjections,
  listRowRebuilds,
  listSetAside,
  pauseRebuild,
  rebuildConsignmentRows,
  rebuildView,
  restartView,
  resumeRebuild,
  retrySetAside,
  switchBack,
  switchBuild,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { buildNameOf } from '#domain/operations';
import { CurrentCommand } from '../../http/command-context.js';
import { Input } from '../../http/input.js';
import { HandlesOperation, withMeta, type InputOf } from '../../http/operation-handlers.js';
import { OperateView, type ViewOrder } from './projections.commands.js';
import { GetViewOperations, ListProjections, ListSetAsideStreams } from './projections.queries.js';
import { ListRowRebuilds, RebuildConsignmentRows } from './row-rebuilds.handlers.js';

/** Views and their builds: status and orders of operators (ADR-024). */
@Controller()
export class ProjectionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(listProjections)
  list() {
    return this.queries.execute(new ListProjections());
  }

  @HandlesOperation(getViewOperations)
  operations(@Input() { view }: InputOf<typeof getViewOperations>) {
    return this.queries.execute(new GetViewOperations(view));
  }

  @HandlesOperation(listSetAside)
  setAside(@Input() { view }: InputOf<typeof listSetAside>) {
    return this.queries.execute(new ListSetAsideStreams(view));
  }

  @HandlesOperation(rebuildView)
  rebuild(@Input() { view, reason }: InputOf<typeof rebuildView>, @CurrentCommand() context: CommandContext) {
    const build = buildNameOf(context.at, context.commandId);
    return this.operate(view, { type: 'RequestRebuild', build, reason }, context);
  }

  @HandlesOperation(pauseRebuild)
  pause(@Input() { view, reason }: InputOf<typeof pauseRebuild>, @CurrentCommand() context: CommandContext) {
    return this.operate(view, { type: 'PauseRebuild', reason }, context);
  }

  @HandlesOperation(resumeRebuild)
  resume(@Input() { view, reason }: InputOf<typeof resumeRebuild>, @CurrentCommand() context: CommandContext) {
    return this.operate(view, { type: 'ResumeRebuild', reason }, context);
  }

  @HandlesOperation(cancelRebuild)
  cancel(@Input() { view, reason }: InputOf<typeof cancelRebuild>, @CurrentCommand() context: CommandContext) {
    return this.operate(view, { type: 'CancelRebuild', reason }, context);
  }

  @HandlesOperation(switchBuild)
  switch(@Input() { view, reason }: InputOf<typeof switchBuild>, @CurrentCommand() context: CommandContext) {
    return this.operate(view, { type: 'SwitchBuild', reason }, context);
  }

  @HandlesOperation(switchBack)
  switchBack(@Input() { view, reason }: InputOf<typeof switchBack>, @CurrentCommand() context: CommandContext) {
    return this.operate(view, { type: 'SwitchBack', reason }, context);
  }

  @HandlesOperation(dropBuild)
  drop(@Input() { view, build, reason }: InputOf<typeof dropBuild>, @CurrentCommand() context: CommandContext) {
    return this.operate(view, { type: 'DropBuild', build, reason }, context);
  }

  @HandlesOperation(restartView)
  restart(@Input() { view, build, reason }: InputOf<typeof restartView>, @CurrentCommand() context: CommandContext) {
    return this.operate(view, { type: 'RestartView', build, reason }, context);
  }

  @HandlesOperation(retrySetAside)
  retry(@Input() { view, stream, reason }: InputOf<typeof retrySetAside>, @CurrentCommand() context: CommandContext) {
    return this.operate(view, { type: 'RetryStreams', stream: stream ?? null, reason }, context);
  }

  @HandlesOperation(rebuildConsignmentRows)
  async rebuildRows(
    @Input() { consignment, reason }: InputOf<typeof rebuildConsignmentRows>,
    @CurrentCommand() context: CommandContext,
  ) {
    const { requestId, consignmentId, revision, position } = await this.commands.execute(
      new RebuildConsignmentRows(consignment, reason, context),
    );
    return withMeta({ requestId, consignmentId }, { revision, position });
  }

  @HandlesOperation(listRowRebuilds)
  async rowRebuilds() {
    return { items: await this.queries.execute(new ListRowRebuilds()) };
  }

  private async operate(view: string, order: ViewOrder, context: CommandContext) {
    const { revision, position } = await this.commands.execute(new OperateView(view, order, context));
    return withMeta({ revision }, { revision, position });
  }
}
