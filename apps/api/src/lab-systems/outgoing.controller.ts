import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { listOutgoingCalls, resendOutgoingCall } from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { GetOutgoingCall, ListOutgoingCalls, ResendOutgoingCall } from './outgoing.handlers.js';
import { UnitSystems } from './unit-systems.js';

/** Calls to the system of a laboratory, for its unit managers and for administrators. The worker makes them. */
@Controller()
export class OutgoingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly unitSystems: UnitSystems,
  ) {}

  @Handles(listOutgoingCalls)
  async list(@Input() { unitId, ...filters }: InputOf<typeof listOutgoingCalls>, @By() caller: Caller) {
    const unit = await this.unitSystems.managedBy(caller, unitId);
    return this.queries.execute(new ListOutgoingCalls(unit.unitId, filters));
  }

  @Handles(resendOutgoingCall)
  async resend(
    @Input() { callId, reason = '' }: InputOf<typeof resendOutgoingCall>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { unitId } = await this.queries.execute(new GetOutgoingCall(callId, caller));
    await this.unitSystems.managedBy(caller, unitId);
    const { call, revision, position } = await this.commands.execute(new ResendOutgoingCall(callId, reason, context));
    return answer(call, { revision, position });
  }
}
