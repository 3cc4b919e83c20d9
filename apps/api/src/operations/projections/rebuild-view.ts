import { Controller } from '@nestjs/common';
import { cancelRebuild, pauseRebuild, rebuildView, resumeRebuild } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { buildNameOf } from '#domain/operations';
import { CurrentCommand } from '../../http/command-context.js';
import { HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { Input } from '../../http/input.js';
import { ViewOperationCommands } from './view-orders.js';

/** A rebuild from its request to the comparison. */
@Controller()
export class RebuildView {
  constructor(private readonly orders: ViewOperationCommands) {}

  @HandlesOperation(rebuildView)
  request(@Input() { view, reason }: InputOf<typeof rebuildView>, @CurrentCommand() context: CommandContext) {
    const build = buildNameOf(context.at, context.commandId);
    return this.orders.order(view, context, ({ version }) => ({ type: 'RequestRebuild', version, build, reason }));
  }

  @HandlesOperation(pauseRebuild)
  pause(@Input() { view, reason }: InputOf<typeof pauseRebuild>, @CurrentCommand() context: CommandContext) {
    return this.orders.order(view, context, ({ version }) => ({ type: 'PauseRebuild', version, reason }));
  }

  @HandlesOperation(resumeRebuild)
  resume(@Input() { view, reason }: InputOf<typeof resumeRebuild>, @CurrentCommand() context: CommandContext) {
    return this.orders.order(view, context, ({ version }) => ({ type: 'ResumeRebuild', version, reason }));
  }

  @HandlesOperation(cancelRebuild)
  cancel(@Input() { view, reason }: InputOf<typeof cancelRebuild>, @CurrentCommand() context: CommandContext) {
    return this.orders.order(view, context, ({ version }) => ({ type: 'CancelRebuild', version, reason }));
  }
}
