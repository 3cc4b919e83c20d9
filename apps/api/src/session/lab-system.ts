import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Controller, Inject, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { getLabSystemCode, iLisAuthenticate, renewLabSystemCode } from '#contract';
import { labSystem, load, SYSTEM_ACTOR, testingUnits, type CommandContext, type LabSystem, type TestingUnitRow } from '#domain';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import type { Caller } from '../auth/caller.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import { Users, type KnownUser } from '../auth/users.js';
import { Welcome } from '../auth/welcome.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By, type ApiRequest } from '../http/api-request.js';
import { Command, contextOf } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { unitAskedFor } from '../units/own-unit.js';

/** A testing unit's own system vouches for the unit's people (002 AU-015). Its secret is no event: it follows from the vault (record 87). */
@Controller()
export class LabSystems {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly decisions: Decisions, @Inject(Users) private readonly users: Users, private readonly attempts: SignInAttempts, private readonly welcome: Welcome) {}

  @Handles(getLabSystemCode)
  async code(@By() caller: Caller) {
    const unitId = unitAskedFor(undefined, caller);
    const { state } = await load(this.engines.eventStore, labSystem, unitId);
    return { authCode: await this.codeOf(unitId, state) };
  }

  @Handles(renewLabSystemCode)
  async renew(@Input() { enabled, reason }: InputOf<typeof renewLabSystemCode>, @By() caller: Caller, @Command() context: CommandContext) {
    const unitId = unitAskedFor(undefined, caller);
    const { state, position } = await this.decisions.decide(labSystem, unitId, enabled ? { type: 'IssueCode' } : { type: 'WithdrawCode', reason }, context);
    return answer({ authCode: await this.codeOf(unitId, state) }, { position });
  }

  /** Guesses lock the unit's door as they lock an account's; what was wrong is never told. */
  @Handles(iLisAuthenticate)
  @RouteConfig({ rateLimit: {} })
  async signIn(@Input() { unitCode, userName, authCode }: InputOf<typeof iLisAuthenticate>, @Req() request: ApiRequest) {
    const context = contextOf(request, SYSTEM_ACTOR);
    const { rows: [unit] } = await this.engines.views.find<TestingUnitRow>(testingUnits, { where: [{ column: 'unitNo', eq: unitCode }], limit: 1 });
    const right = unit ? await this.codeOf(unit.id, (await load(this.engines.eventStore, labSystem, unit.id)).state) : null;
    const isRight = right !== null && isSame(authCode, right);
    await this.attempts.record(`lab-system/${unitCode}`, isRight, context, request.ip);
    const user = isRight ? await this.users.byNameOrEmail(userName) : null;
    if (!user?.active || user.unitId !== unit?.id || !isOnlyOfTheUnit(user)) throw Problem.badCredentials();
    return this.welcome.in(user, {}, context);
  }

  private async codeOf(unitId: string, { version, isOn }: LabSystem): Promise<string | null> {
    if (!isOn) return null;
    const secret = await this.engines.vault.secret('lab-systems', () => randomBytes(32).toString('base64url'));
    return createHmac('sha256', secret).update(`${unitId}/${version}`).digest('base64url');
  }
}

/** What the platform gave beside the role of the unit is not the laboratory's to open: any of its people can read the secret. */
const isOnlyOfTheUnit = ({ roles }: KnownUser): boolean => roles.every((role) => role === ROLE.lab);

const isSame = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given.trim()), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};
