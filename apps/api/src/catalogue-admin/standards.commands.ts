import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { baseStandardDelete, baseStandardInsert, baseStandardUpdate, type ResultOf } from '#contract';
import {
  managedStandard,
  NEW_STANDARD,
  isSameStandard,
  standardUses,
  applyStandardPatch,
} from '#domain/catalogue-maintenance';
import { findEarlierEvent, load, type CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { StandardIdentities } from './standard-identities.js';
import { StandardReader } from './standards.queries.js';

export class AddStandard extends Command<OperationReturn<ResultOf<typeof baseStandardInsert>>> {
  constructor(
    readonly input: InputOf<typeof baseStandardInsert>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AddStandard)
export class AddStandardHandler implements ICommandHandler<AddStandard> {
  constructor(
    private readonly identities: StandardIdentities,
    private readonly decisions: Decisions,
    private readonly standards: StandardReader,
  ) {}

  async execute({ input, context }: AddStandard) {
    const id = v5('catalogueStandard', context.commandId);
    const item = applyStandardPatch(input, NEW_STANDARD);
    managedStandard.decider.decide({ type: 'AddItem', item }, null); // refuses invalid input before the reservation
    await this.identities.checkAndReserve(id, item, context);
    return this.standards.toResult(
      id,
      await this.decisions.decide(managedStandard, id, { type: 'AddItem', item }, context),
    );
  }
}

export class UpdateStandard extends Command<OperationReturn<ResultOf<typeof baseStandardUpdate>>> {
  constructor(
    readonly input: InputOf<typeof baseStandardUpdate>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateStandard)
export class UpdateStandardHandler implements ICommandHandler<UpdateStandard> {
  constructor(
    private readonly identities: StandardIdentities,
    private readonly decisions: Decisions,
    private readonly standards: StandardReader,
  ) {}

  async execute({ input: { id, ...patch }, context }: UpdateStandard) {
    const before = await this.standards.read(id);
    const after = applyStandardPatch(patch, before);
    const hasNewIdentity = !isSameStandard(before, after);
    if (hasNewIdentity) {
      managedStandard.decider.decide({ type: 'ChangeItem', item: after }, before);
      await this.identities.checkAndReserve(id, after, context);
    }
    let previous = before;
    const result = await this.decisions.decide(
      managedStandard,
      id,
      async (state) => {
        if (!state) throw new RuleBroken(problem('NO_SUCH_STANDARD'));
        const item = applyStandardPatch(patch, state);
        // Another request may have renamed the standard meanwhile. The combination of both changes is not reserved.
        const isReserved = isSameStandard(item, state) || (hasNewIdentity && isSameStandard(item, after));
        refuseIf(isReserved ? null : problem('CHANGED_MEANWHILE'));
        previous = state;
        return { type: 'ChangeItem' as const, item };
      },
      context,
    );
    if (hasNewIdentity && !isSameStandard(previous, after)) await this.identities.release(id, previous, context);
    return this.standards.toResult(id, result);
  }
}

export class DeleteStandard extends Command<OperationReturn<ResultOf<typeof baseStandardDelete>>> {
  constructor(
    readonly input: InputOf<typeof baseStandardDelete>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteStandard)
export class DeleteStandardHandler implements ICommandHandler<DeleteStandard> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly identities: StandardIdentities,
    private readonly decisions: Decisions,
    private readonly standards: StandardReader,
  ) {}

  async execute({ input: { id, reason }, context }: DeleteStandard) {
    const { eventStore } = this.engines;
    const { state, events } = await load(eventStore, managedStandard, id);
    const isRepeated = findEarlierEvent(events, context) !== undefined;
    if (!isRepeated) {
      if (!state) throw new RuleBroken(problem('NO_SUCH_STANDARD'));
      await this.refuseIfUsed(id);
    }
    const { revision, position } = await this.decisions.decide(
      managedStandard,
      id,
      { type: 'WithdrawItem', reason },
      context,
    );
    // Also for a repeated request, because the first one may have stopped after the event.
    const { state: deleted } = await load(eventStore, managedStandard, id, revision - 1);
    if (deleted) await this.identities.release(id, deleted, context);
    return withMeta(true as const, { revision, position });
  }

  /** @throws RuleBroken STANDARD_IN_USE */
  private async refuseIfUsed(id: string): Promise<void> {
    await requireUpToDate(this.engines, standardUses);
    const count = (await this.standards.countUses()).get(id) ?? 0;
    refuseIf(count > 0 ? problem('STANDARD_IN_USE', { count }) : null);
  }
}

export const standardCommandHandlers = [AddStandardHandler, UpdateStandardHandler, DeleteStandardHandler];
