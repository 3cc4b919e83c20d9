import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf } from '#domain/rules';
import { testingUnits, type TestingUnitRow } from '#domain/units';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { findUnitByCode, currentLabSecret, isSecretLapsed, type LabSecret } from '../auth/lab-systems.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import { UnitManagerAccess } from '../auth/unit-managers.js';
import { Users, type RegisteredUser } from '../auth/users.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';

/** What a secret looks like: 256 bits in base64url. */
const CODE = /^[\w-]{43}$/;
const PAGE = 100;

/** Where a testing unit's own system vouches for the unit's people. Its secret is no event: it follows from the vault (ADR-012). */
@Injectable()
export class LabSystemAuthentication {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
    private readonly attempts: SignInAttempts,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  /**
   * Guesses lock the unit's door, and the network they come from, to further guesses alone: a unit's code is printed on every
   * consignment, so that a lock that held for the right secret too would let anybody shut a laboratory out. What was wrong is never told.
   * @throws Problem BAD_CREDENTIALS, RuleBroken ACCOUNT_LOCKED, ADDRESS_LOCKED, LAB_SYSTEM_CODE_LAPSED
   */
  async authenticate(
    { unitCode, userName, authCode }: { unitCode: string; userName: string; authCode: string },
    context: CommandContext,
    address: string,
  ): Promise<{ user: RegisteredUser; labSecret: LabSecret }> {
    const unit = await findUnitByCode(this.engines.views, unitCode);
    const labSecret = unit && (await currentLabSecret(this.engines.eventStore, unit.id));
    const isRight = labSecret !== null && isSameSecret(authCode, await this.codeOf(labSecret));
    if (!isRight)
      await this.attempts.attempt(
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
  async canAuthenticate(user: RegisteredUser, unitId: string): Promise<boolean> {
    return isOnlyOfUnit(user, unitId) && !(await this.hasLapsed(unitId));
  }

  /** Whether the unit has to issue another secret before its system opens anything again. */
  hasLapsed(unitId: string): Promise<boolean> {
    return isSecretLapsed(this.engines.eventStore, this.unitManagers, unitId);
  }

  /** Whether a text is the unit's current secret; compared in constant time. */
  async isCodeOf(unitId: string, code: string): Promise<boolean> {
    const secret = await currentLabSecret(this.engines.eventStore, unitId);
    return secret !== null && isSameSecret(code, await this.codeOf(secret));
  }

  /** The unit whose current secret a text is. Secrets are derived and kept nowhere, so those of all units are made and compared. */
  async findUnitByCode(code: string): Promise<string | null> {
    if (!CODE.test(code.trim())) return null;
    for (let skip = 0; ; skip += PAGE) {
      const { rows } = await this.engines.views.find<TestingUnitRow>(testingUnits, {
        sort: [{ column: 'unitNo', direction: 'asc' }],
        skip,
        limit: PAGE,
        withoutTotal: true,
      });
      const found = await Promise.all(rows.map(({ id }) => this.isCodeOf(id, code)));
      const at = found.indexOf(true);
      if (at >= 0) return rows[at]?.id ?? null;
      if (rows.length < PAGE) return null;
    }
  }

  /** The secret itself. */
  async codeOf({ unitId, version }: LabSecret): Promise<string> {
    const secret = await this.engines.vault.secret('lab-systems', () => randomBytes(32).toString('base64url'));
    return createHmac('sha256', secret).update(`${unitId}/${version}`).digest('base64url');
  }
}

/** What the platform gave beside the role of the unit is not the laboratory's to open: each of its unit managers can read the secret. */
const isOnlyOfUnit = ({ active, unitId, roles }: RegisteredUser, ofUnit: string): boolean =>
  active && unitId === ofUnit && roles.every((role) => role === ROLE.lab);

const isSameSecret = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given.trim()), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};
