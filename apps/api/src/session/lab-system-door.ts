import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { problem, refuseIf, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { unitOfCode } from '../auth/embedding.js';
import { currentLabSecret, hasLapsed, type LabSecret } from '../auth/lab-secret.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import { Users, type KnownUser } from '../auth/users.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { ActingForColleagues } from '../users/acting-for-colleagues.js';

/** Where a testing unit's own system vouches for the unit's people. Its secret is no event: it follows from the vault (record 87). */
@Injectable()
export class LabSystemDoor {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
    private readonly attempts: SignInAttempts,
    private readonly acting: ActingForColleagues,
  ) {}

  /**
   * Guesses lock the unit's door, and the network they come from, to further guesses alone: a unit's code is printed on every
   * consignment, so that a lock that held for the right secret too would let anybody shut a laboratory out. What was wrong is never told.
   * @throws Problem BAD_CREDENTIALS, RuleBroken ACCOUNT_LOCKED, ADDRESS_LOCKED, LAB_SYSTEM_CODE_LAPSED
   */
  async vouchedFor(
    { unitCode, userName, authCode }: { unitCode: string; userName: string; authCode: string },
    context: CommandContext,
    address: string,
  ): Promise<{ user: KnownUser; labSecret: LabSecret }> {
    const unit = await unitOfCode(this.engines.views, unitCode);
    const labSecret = unit && (await currentLabSecret(this.engines.eventStore, unit.id));
    const isRight = labSecret !== null && isSameSecret(authCode, await this.codeOf(labSecret));
    if (!isRight)
      await this.attempts.letsIn(
        { labSystem: unit?.unitNo ?? unitCode },
        { address, device: null },
        () => Promise.resolve(false),
        context,
      );
    const user = isRight ? await this.users.byNameOrEmail(userName) : null;
    if (!unit || !labSecret || !user || !isOnlyOfUnit(user, unit.id)) throw Problem.badCredentials();
    refuseIf((await this.hasLapsed(unit.id)) ? problem('LAB_SYSTEM_CODE_LAPSED') : null);
    return { user, labSecret };
  }

  /** Whether the unit's system may still open pages in the name of somebody for whom it vouched before. */
  async mayVouchFor(user: KnownUser, unitId: string): Promise<boolean> {
    return isOnlyOfUnit(user, unitId) && !(await this.hasLapsed(unitId));
  }

  /** Whether the unit has to issue another secret before its system opens anything again. */
  hasLapsed(unitId: string): Promise<boolean> {
    return hasLapsed(this.engines.eventStore, this.acting, unitId);
  }

  /** The secret itself. */
  async codeOf({ unitId, version }: LabSecret): Promise<string> {
    const secret = await this.engines.vault.secret('lab-systems', () => randomBytes(32).toString('base64url'));
    return createHmac('sha256', secret).update(`${unitId}/${version}`).digest('base64url');
  }
}

/** What the platform gave beside the role of the unit is not the laboratory's to open: each of its unit managers can read the secret. */
const isOnlyOfUnit = ({ active, unitId, roles }: KnownUser, ofUnit: string): boolean =>
  active && unitId === ofUnit && roles.every((role) => role === ROLE.lab);

export const isSameSecret = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given.trim()), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};
