import { Controller } from '@nestjs/common';
import { restartView } from '#contract';
import type { CommandContext } from '#domain';
import { Command } from '../../http/command.js';
import { Handles, type InputOf } from '../../http/handles.js';
import { Input } from '../../http/input.js';
import { ViewOrders } from './view-orders.js';

@Controller()
export class RestartView {
  constructor(private readonly orders: ViewOrders) {}

  @Handles(restartView)
  handle(@Input() { view, build, reason }: InputOf<typeof restartView>, @Command() context: CommandContext) {
    return this.orders.order(view, context, ({ version, stopped }) => ({
      type: 'RestartView',
      version,
      build,
      stopped,
      reason,
    }));
  }
}
