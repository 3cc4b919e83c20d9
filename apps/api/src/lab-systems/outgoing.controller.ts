import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { checkLabCatalogue, getLabExchanges, listOutgoingCalls, resendOutgoingCall } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CheckLabCatalogue, GetLabExchanges } from './exchanges.js';
import { GetOutgoingCall, ListOutgoingCalls, ResendOutgoingCall } from './outgoing.handlers.js';
import { UnitConnections } from './unit-systems.js';

/**
 * Calls to the system of a laboratory, and its pushes, for its unit managers and for administrators. The worker makes
 * the calls.
 */
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

  @HandlesOperation(getLabExchanges)
  async exchanges(
    @Input() { unitId: requestedUnitId }: InputOf<typeof getLabExchanges>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    const { unitId } = await this.unitSystems.managedBy(caller, requestedUnitId);
    return this.queries.execute(new GetLabExchanges(unitId, language));
  }

  @HandlesOperation(checkLabCatalogue)
  async checkCatalogue(
    @Input() { unitId: requestedUnitId }: InputOf<typeof checkLabCatalogue>,
    @CurrentUser() caller: Caller,
  ) {
    const { unitId } = await this.unitSystems.managedBy(caller, requestedUnitId);
    return this.queries.execute(new CheckLabCatalogue(unitId));
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
