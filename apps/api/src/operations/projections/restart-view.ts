import { Controller } from '@nestjs/common';
import { restartView } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { CurrentCommand } from '../../http/command-context.js';
import { HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { Input } from '../../http/input.js';
import { ViewOperationCommands } from './view-orders.js';

@Controller()
export class RestartView {
  constructor(private readonly orders: ViewOperationCommands) {}

  @HandlesOperation(restartView)
  handle(@Input() { view, build, reason }: InputOf<typeof restartView>, @CurrentCommand() context: CommandContext) {
    return this.orders.order(view, context, ({ version, stopped }) => ({
      type: 'RestartView',
      version,
      build,
      stopped,
      reason,
    }));
  }
}
