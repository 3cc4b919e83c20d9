import { Controller } from '@nestjs/common';
import { dropBuild, switchBack, switchBuild } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { CurrentCommand } from '../../http/command-context.js';
import { HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { Input } from '../../http/input.js';
import { ViewOperationCommands } from './view-orders.js';

/** Which build answers readers, and how long the other one is kept. */
@Controller()
export class SwitchBuilds {
  constructor(private readonly orders: ViewOperationCommands) {}

  @HandlesOperation(switchBuild)
  toNew(@Input() { view, reason }: InputOf<typeof switchBuild>, @CurrentCommand() context: CommandContext) {
    return this.orders.order(view, context, ({ version, live, complete }) => ({
      type: 'SwitchBuild',
      version,
      live,
      builds: complete,
      reason,
    }));
  }

  @HandlesOperation(switchBack)
  back(@Input() { view, reason }: InputOf<typeof switchBack>, @CurrentCommand() context: CommandContext) {
    return this.orders.order(view, context, ({ version, live, complete }) => ({
      type: 'SwitchBack',
      version,
      live,
      builds: complete,
      reason,
    }));
  }

  @HandlesOperation(dropBuild)
  drop(@Input() { view, build, reason }: InputOf<typeof dropBuild>, @CurrentCommand() context: CommandContext) {
    return this.orders.order(view, context, ({ version }) => ({ type: 'DropBuild', version, build, reason }));
  }
}
