import { Controller, Inject, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { getLabSystemCode, iLisAuthenticate, renewLabSystemCode } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { labSystem } from '#domain/units';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { currentLabSecret } from '../auth/lab-systems.js';
import { SignInCompletion } from '../auth/sign-in-completion.js';
import { UnitManagerAccess } from '../auth/unit-managers.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser, type ApiRequest } from '../http/api-request.js';
import { CurrentCommand, commandContextOf } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { requestedUnitId } from '../units/unit-access.js';
import { LabSystemAuthentication } from './lab-system-door.js';

/** A testing unit's own system vouches for the unit's people (002 AU-015). Its secret is no event: it follows from the vault (ADR-012). */
@Controller()
export class LabSystems {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly door: LabSystemAuthentication,
    private readonly welcome: SignInCompletion,
    private readonly acting: UnitManagerAccess,
  ) {}

  @HandlesOperation(getLabSystemCode)
  async code(@CurrentUser() caller: Caller) {
    const unitId = await this.unitOf(caller);
    const secret = await currentLabSecret(this.engines.eventStore, unitId);
    return { authCode: secret && (await this.door.codeOf(secret)), hasLapsed: await this.door.hasLapsed(unitId) };
  }

  @HandlesOperation(renewLabSystemCode)
  async renew(
    @Input() { enabled, reason }: InputOf<typeof renewLabSystemCode>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const unitId = await this.unitOf(caller);
    const { state, position } = await this.decisions.decide(
      labSystem,
      unitId,
      enabled ? { type: 'IssueCode' } : { type: 'WithdrawCode', reason },
      context,
    );
    const authCode = state.isOn ? await this.door.codeOf({ unitId, version: state.version }) : null;
    return withMeta({ authCode, hasLapsed: false }, { position });
  }

  /** The caller's own, for whose people the secret stands. @throws RuleBroken UNIT_MANAGER_REQUIRED, IN_PERSON_ONLY */
  private async unitOf(caller: Caller): Promise<string> {
    const unitId = requestedUnitId(undefined, caller);
    await this.acting.requireActingFor(caller, unitId);
    return unitId;
  }

  @HandlesOperation(iLisAuthenticate)
  @RouteConfig({ rateLimit: {} })
  async signIn(@Input() given: InputOf<typeof iLisAuthenticate>, @Req() request: ApiRequest) {
    const context = commandContextOf(request, SYSTEM_ACTOR);
    const { user, labSecret } = await this.door.authenticate(given, context, request.ip);
    return this.welcome.complete(user, { labSecret }, { ...context, by: { ...SYSTEM_ACTOR, via: 'labSystem' } });
  }
}
