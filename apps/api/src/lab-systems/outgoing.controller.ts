import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { listOutgoingCalls, resendOutgoingCall } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { GetOutgoingCall, ListOutgoingCalls, ResendOutgoingCall } from './outgoing.handlers.js';
import { UnitConnections } from './unit-systems.js';

/** Calls to the system of a laboratory, for its unit managers and for administrators. The worker makes them. */
@Controller()
export class OutgoingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly unitSystems: UnitConnections,
  ) {}

  @HandlesOperation(listOutgoingCalls)
  async list(@Input() { unitId, ...filters }: InputOf<typeof listOutgoingCalls>, @CurrentUser() caller: Caller) {
    const unit = await this.unitSystems.managedBy(caller, unitId);
    return this.queries.execute(new ListOutgoingCalls(unit.unitId, filters));
  }

  @HandlesOperation(resendOutgoingCall)
  async resend(
    @Input() { callId, reason = '' }: InputOf<typeof resendOutgoingCall>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const { unitId } = await this.queries.execute(new GetOutgoingCall(callId, caller));
    await this.unitSystems.managedBy(caller, unitId);
    const { call, revision, position } = await this.commands.execute(new ResendOutgoingCall(callId, reason, context));
    return withMeta(call, { revision, position });
  }
}
