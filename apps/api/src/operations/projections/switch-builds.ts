import { Controller } from '@nestjs/common';
import { dropBuild, switchBack, switchBuild } from '#contract';
import type { CommandContext } from '#domain';
import { Command } from '../../http/command.js';
import { Handles, type InputOf } from '../../http/handles.js';
import { Input } from '../../http/input.js';
import { ViewOrders } from './view-orders.js';

/** Which build answers readers, and how long the other one is kept. */
@Controller()
export class SwitchBuilds {
  constructor(private readonly orders: ViewOrders) {}

  @Handles(switchBuild)
  toNew(@Input() { view, reason }: InputOf<typeof switchBuild>, @Command() context: CommandContext) {
    return this.orders.order(view, context, ({ version, live, complete }) => ({
      type: 'SwitchBuild',
      version,
      live,
      builds: complete,
      reason,
    }));
  }

  @Handles(switchBack)
  back(@Input() { view, reason }: InputOf<typeof switchBack>, @Command() context: CommandContext) {
    return this.orders.order(view, context, ({ version, live, complete }) => ({
      type: 'SwitchBack',
      version,
      live,
      builds: complete,
      reason,
    }));
  }

  @Handles(dropBuild)
  drop(@Input() { view, build, reason }: InputOf<typeof dropBuild>, @Command() context: CommandContext) {
    return this.orders.order(view, context, ({ version }) => ({ type: 'DropBuild', version, build, reason }));
  }
}
