import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AuthResult, getLabSystemCode, iLisAuthenticate, renewLabSystemCode, ResultOf } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { labSystem } from '#domain/units';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { currentLabSecret } from '../auth/lab-systems.js';
import { UnitManagerAccess } from '../auth/unit-managers.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { requestedUnitId } from '../units/unit-access.js';
import { LabSystemAuthentication } from './lab-system-authentication.js';
import { SignInCompletion } from './sign-in-completion.js';

/** The secret of the caller's unit, for its unit managers. @throws RuleBroken UNIT_MANAGER_REQUIRED, IN_PERSON_ONLY */
export class GetLabSystemSecret extends Query<ResultOf<typeof getLabSystemCode>> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@QueryHandler(GetLabSystemSecret)
export class GetLabSystemSecretHandler implements IQueryHandler<GetLabSystemSecret> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly labSystems: LabSystemAuthentication,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  async execute({ caller }: GetLabSystemSecret) {
    const unitId = await managedUnitId(this.unitManagers, caller);
    const secret = await currentLabSecret(this.engines.eventStore, unitId);
    return {
      authCode: secret && (await this.labSystems.codeOf(secret)),
      hasLapsed: await this.labSystems.hasLapsed(unitId),
    };
  }
}

/** Issues a new secret or withdraws the current one. @throws RuleBroken UNIT_MANAGER_REQUIRED, IN_PERSON_ONLY */
export class RenewLabSystemSecret extends Command<OperationReturn<ResultOf<typeof renewLabSystemCode>>> {
  constructor(
    readonly input: InputOf<typeof renewLabSystemCode>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RenewLabSystemSecret)
export class RenewLabSystemSecretHandler implements ICommandHandler<RenewLabSystemSecret> {
  constructor(
    private readonly decisions: Decisions,
    private readonly labSystems: LabSystemAuthentication,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  async execute({ input: { enabled, reason }, caller, context }: RenewLabSystemSecret) {
    const unitId = await managedUnitId(this.unitManagers, caller);
    const { state, position } = await this.decisions.decide(
      labSystem,
      unitId,
      enabled ? { type: 'IssueCode' } : { type: 'WithdrawCode', reason },
      context,
    );
    const authCode = state.isOn ? await this.labSystems.codeOf({ unitId, version: state.version }) : null;
    return withMeta({ authCode, hasLapsed: false }, { position });
  }
}

/** Signs in a user that a testing unit's own system vouches for. */
export class SignInByLabSystem extends Command<AuthResult> {
  constructor(
    readonly input: InputOf<typeof iLisAuthenticate>,
    readonly address: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SignInByLabSystem)
export class SignInByLabSystemHandler implements ICommandHandler<SignInByLabSystem> {
  constructor(
    private readonly labSystems: LabSystemAuthentication,
    private readonly completion: SignInCompletion,
  ) {}

  async execute({ input, address, context }: SignInByLabSystem): Promise<AuthResult> {
    const { user, labSecret } = await this.labSystems.authenticate(input, context, address);
    return this.completion.complete(user, { labSecret }, { ...context, by: { ...SYSTEM_ACTOR, via: 'labSystem' } });
  }
}

export const labSystemHandlers = [GetLabSystemSecretHandler, RenewLabSystemSecretHandler, SignInByLabSystemHandler];

/** The caller's own unit, if the caller is one of its unit managers. */
const managedUnitId = async (unitManagers: UnitManagerAccess, caller: Caller): Promise<string> => {
  const unitId = requestedUnitId(undefined, caller);
  await unitManagers.requireActingFor(caller, unitId);
  return unitId;
};
