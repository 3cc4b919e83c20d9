import { Controller, Inject } from '@nestjs/common';
import { listSetAside, retrySetAside } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { problem, RuleBroken } from '#domain/rules';
import { allProjections } from '#domain/views';
import type { Engines } from '#engines';
import { CurrentCommand } from '../../http/command-context.js';
import { HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { Input } from '../../http/input.js';
import { ENGINES } from '../../provided.js';
import { activeBuildOf } from '../view-states.js';
import { ViewOperationCommands } from './view-orders.js';

/** Streams that a view cannot take: the operator sees which, and has them tried again. */
@Controller()
export class SetAsideStreams {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly orders: ViewOperationCommands,
  ) {}

  @HandlesOperation(listSetAside)
  async list(@Input() { view }: InputOf<typeof listSetAside>) {
    const projection = allProjections.find(({ name }) => name === view);
    if (!projection) throw new RuleBroken(problem('NO_SUCH_VIEW'));
    const build = activeBuildOf(projection, await this.engines.views.builds());
    return { items: build ? await this.engines.views.setAside(build) : [] };
  }

  @HandlesOperation(retrySetAside)
  retry(@Input() { view, stream, reason }: InputOf<typeof retrySetAside>, @CurrentCommand() context: CommandContext) {
    return this.orders.order(view, context, ({ version, inCharge, setAside }) => ({
      type: 'RetryStreams',
      version,
      build: inCharge,
      stream: stream ?? null,
      setAside,
      reason,
    }));
  }
}
