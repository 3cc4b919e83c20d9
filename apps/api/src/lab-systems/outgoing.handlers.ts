import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OutgoingCall as ShownCall } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import {
  outgoingCall,
  outgoingCalls,
  type OutgoingCall,
  type OutgoingCallRow,
  type OutgoingCallState,
} from '#domain/lab-systems';
import { problem, RuleBroken, sameId } from '#domain/rules';
import type { Condition, Engines } from '#engines';
import { ROLE, type OutgoingCallKind, type Position } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { getOrWait } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';

type Filters = {
  state?: OutgoingCallState | undefined;
  kind?: OutgoingCallKind | undefined;
  skipCount: number;
  maxResultCount: number;
};
type Page = { items: ShownCall[]; totalCount: number };

/** Calls to the system of one laboratory, the newest first. */
export class ListOutgoingCalls extends Query<Page> {
  constructor(
    readonly unitId: string,
    readonly filters: Filters,
  ) {
    super();
  }
}
/** A call of the caller's unit, or any call for an administrator. A call of another unit counts as unknown. */
export class GetOutgoingCall extends Query<OutgoingCall> {
  constructor(
    readonly callId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}
/** Requests another attempt; the worker makes it. */
export class ResendOutgoingCall extends Command<{ call: ShownCall; revision: number; position: Position | null }> {
  constructor(
    readonly callId: string,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@QueryHandler(ListOutgoingCalls)
export class ListOutgoingCallsHandler implements IQueryHandler<ListOutgoingCalls> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ unitId, filters: { state, kind, skipCount, maxResultCount } }: ListOutgoingCalls): Promise<Page> {
    const where: Condition[] = [{ column: 'unitId', eq: unitId }];
    if (state) where.push({ column: 'state', eq: state });
    if (kind) where.push({ column: 'kind', eq: kind });
    const { rows, total } = await this.engines.views.find<OutgoingCallRow>(outgoingCalls, {
      where,
      sort: [{ column: 'requestedAt', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return { items: rows.map(toApiCall), totalCount: total };
  }
}

@QueryHandler(GetOutgoingCall)
export class GetOutgoingCallHandler implements IQueryHandler<GetOutgoingCall> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** @throws RuleBroken NO_SUCH_OUTGOING_CALL */
  async execute({ callId, caller }: GetOutgoingCall): Promise<OutgoingCall> {
    const { state } = await load(this.engines.eventStore, outgoingCall, callId);
    if (!state || !(hasRole(caller, ROLE.admin) || sameId(caller.unitId, state.unitId)))
      throw new RuleBroken(problem('NO_SUCH_OUTGOING_CALL'));
    return state;
  }
}

@CommandHandler(ResendOutgoingCall)
export class ResendOutgoingCallHandler implements ICommandHandler<ResendOutgoingCall> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ callId, reason, context }: ResendOutgoingCall) {
    const { state, revision, position } = await this.decisions.decide(
      outgoingCall,
      callId,
      { type: 'RequestResend', reason },
      context,
    );
    const row = await getOrWait<OutgoingCallRow>(this.engines, outgoingCalls, callId);
    if (!row) throw new RuleBroken(problem('NO_SUCH_OUTGOING_CALL'));
    // The row may be older than the decision, so the decided state overrides it.
    return { call: toApiCall({ ...row, ...state }), revision, position };
  }
}

export const outgoingHandlers = [ListOutgoingCallsHandler, GetOutgoingCallHandler, ResendOutgoingCallHandler];

const toApiCall = ({
  id,
  kind,
  consignmentId,
  consignCode,
  state,
  attempts,
  requestedAt,
  lastAt,
  lastStatus,
  lastFailure,
  lastMs,
}: OutgoingCallRow): ShownCall => ({
  id,
  kind,
  consignmentId,
  consignCode,
  state,
  attempts,
  requestedAt,
  lastAt,
  lastStatus,
  lastFailure,
  lastMs,
});
