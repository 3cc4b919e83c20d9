import { Controller } from '@nestjs/common';
import { cancelRebuild, pauseRebuild, rebuildView, resumeRebuild } from '#contract';
import { buildNameOf, type CommandContext } from '#domain';
import { Command } from '../../http/command.js';
import { Handles, type InputOf } from '../../http/handles.js';
import { Input } from '../../http/input.js';
import { ViewOrders } from './view-orders.js';

/** A rebuild from its request to the comparison. */
@Controller()
export class RebuildView {
  constructor(private readonly orders: ViewOrders) {}

  @Handles(rebuildView)
  request(@Input() { view, reason }: InputOf<typeof rebuildView>, @Command() context: CommandContext) {
    const build = buildNameOf(context.at, context.commandId);
    return this.orders.order(view, context, ({ version }) => ({ type: 'RequestRebuild', version, build, reason }));
  }

  @Handles(pauseRebuild)
  pause(@Input() { view, reason }: InputOf<typeof pauseRebuild>, @Command() context: CommandContext) {
    return this.orders.order(view, context, ({ version }) => ({ type: 'PauseRebuild', version, reason }));
  }

  @Handles(resumeRebuild)
  resume(@Input() { view, reason }: InputOf<typeof resumeRebuild>, @Command() context: CommandContext) {
    return this.orders.order(view, context, ({ version }) => ({ type: 'ResumeRebuild', version, reason }));
  }

  @Handles(cancelRebuild)
  cancel(@Input() { view, reason }: InputOf<typeof cancelRebuild>, @Command() context: CommandContext) {
    return this.orders.order(view, context, ({ version }) => ({ type: 'CancelRebuild', version, reason }));
  }
}
