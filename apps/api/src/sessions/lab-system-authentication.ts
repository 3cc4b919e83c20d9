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
import { ENGINES } from '../injection-tokens.js';

/** The format of a secret: 256 bits in base64url. */
const CODE = /^[\w-]{43}$/;
const PAGE = 100;

/**
 * A testing unit's own system vouches for the unit's staff by a secret. The secret is derived from the vault, not
 * stored (ADR-012).
 */
@Injectable()
export class LabSystemAuthentication {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
    private readonly attempts: SignInAttempts,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  /**
   * Authenticates a member of a unit by the unit's secret. Wrong secrets lock the unit and the network they come from,
   * but only against further wrong secrets. The unit's code is printed on every consignment, so a lock for the correct
   * secret would let anybody lock out a laboratory. The error does not show which part was wrong.
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
    if (!unit || !labSecret || !user || !hasOnlyUnitRole(user, unit.id)) throw Problem.badCredentials();
    refuseIf((await this.hasLapsed(unit.id)) ? problem('LAB_SYSTEM_CODE_LAPSED') : null);
    return { user, labSecret };
  }

  /** Whether the unit's system may still open pages for a user whom it authenticated before. */
  async canAuthenticate(user: RegisteredUser, unitId: string): Promise<boolean> {
    return hasOnlyUnitRole(user, unitId) && !(await this.hasLapsed(unitId));
  }

  /** Whether the unit must issue a new secret before its system can sign in users again. */
  hasLapsed(unitId: string): Promise<boolean> {
    return isSecretLapsed(this.engines.eventStore, this.unitManagers, unitId);
  }

  /** Whether a text is the unit's current secret. It is compared in constant time. */
  async isCodeOf(unitId: string, code: string): Promise<boolean> {
    const secret = await currentLabSecret(this.engines.eventStore, unitId);
    return secret !== null && isSameSecret(code, await this.codeOf(secret));
  }

  /**
   * The unit with this secret. Secrets are derived and not stored, so the secrets of all units are derived and
   * compared.
   */
  async findUnitBySecret(code: string): Promise<string | null> {
    if (!CODE.test(code.trim())) return null;
    for (let skip = 0; ; skip += PAGE) {
      const { rows } = await this.engines.views.find<TestingUnitRow>(testingUnits, {
        sort: [{ column: 'unitNo', direction: 'asc' }],
        skip,
        limit: PAGE,
        withoutTotal: true,
      });
      const matches = await Promise.all(rows.map(({ id }) => this.isCodeOf(id, code)));
      const at = matches.indexOf(true);
      if (at >= 0) return rows[at]?.id ?? null;
      if (rows.length < PAGE) return null;
    }
  }

  /** The text of a secret. */
  async codeOf({ unitId, version }: LabSecret): Promise<string> {
    const secret = await this.engines.vault.secret('lab-systems', () => randomBytes(32).toString('base64url'));
    return createHmac('sha256', secret).update(`${unitId}/${version}`).digest('base64url');
  }
}

/** Excludes accounts with more than the role of the unit, because every unit manager can read the secret. */
const hasOnlyUnitRole = ({ active, unitId, roles }: RegisteredUser, requiredUnitId: string): boolean =>
  active && unitId === requiredUnitId && roles.every((role) => role === ROLE.lab);

const isSameSecret = (secret: string, correctSecret: string): boolean => {
  const [enteredBytes, correctBytes] = [Buffer.from(secret.trim()), Buffer.from(correctSecret)];
  return enteredBytes.length === correctBytes.length && timingSafeEqual(enteredBytes, correctBytes);
};
