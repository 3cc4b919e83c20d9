import { Inject, Injectable } from '@nestjs/common';
import { consignment } from '#domain/consignment';
import { load, type CommandContext } from '#domain/event-sourcing';
import { report } from '#domain/report';
import { testingUnit } from '#domain/units';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import type { Caller } from '../auth/caller.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import type { ApiRequest } from '../http/api-request.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { LabSystemAuthentication } from '../sessions/lab-system-authentication.js';

/** The ids in a push. They determine the unit whose secret the authCode must be. */
export type PushTargets = { consignmentIds?: readonly string[]; reportIds?: readonly string[] };

/**
 * Authenticates a push (002 ILIS-006): by an access key of a unit's system, or by the integration secret of the unit to
 * which the named consignments were submitted. If a push has both, they must belong to the same unit. The secret of
 * another unit authenticates that unit; the handler then responds 404, because the named consignments are not its own.
 */
@Injectable()
export class PushAuthentication {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly labSystems: LabSystemAuthentication,
    private readonly attempts: SignInAttempts,
  ) {}

  /**
   * @throws Problem UNAUTHORIZED without key and secret, key_invalid for a wrong secret; RuleBroken ADDRESS_LOCKED
   * after many wrong ones
   */
  async authenticate(
    request: ApiRequest,
    authCode: string | undefined,
    targets: PushTargets,
    context: CommandContext,
  ): Promise<Caller> {
    const { caller } = request;
    request.subjectIds = [...(targets.consignmentIds ?? []), ...(targets.reportIds ?? [])];
    if (authCode === undefined || authCode === '') {
      if (!caller) throw Problem.unauthorized();
      return caller;
    }
    const unitId = caller?.unitId ?? (await this.findUnitOfTargets(targets));
    if (unitId !== null && (await this.labSystems.isCodeOf(unitId, authCode)))
      return caller ?? this.callerBySecret(unitId, request);
    const otherUnitId = caller ? null : await this.labSystems.findUnitBySecret(authCode);
    if (otherUnitId !== null) return this.callerBySecret(otherUnitId, request);
    await this.attempts.attempt(
      { labSystem: unitId ?? 'unknown' },
      { address: request.ip, device: null },
      () => Promise.resolve(false),
      context,
    );
    throw Problem.keyInvalid();
  }

  private async findUnitOfTargets({ consignmentIds = [], reportIds = [] }: PushTargets): Promise<string | null> {
    const { eventStore } = this.engines;
    for (const id of consignmentIds) {
      const { state } = await load(eventStore, consignment, id);
      if (state.phase !== 'absent' && state.consignCode !== '') return state.header.testUnitId;
    }
    for (const id of reportIds) {
      const { state } = await load(eventStore, report, id);
      if (state.phase === 'registered') return state.testUnitId;
    }
    return null;
  }

  private async callerBySecret(unitId: string, request: ApiRequest): Promise<Caller> {
    const { state } = await load(this.engines.eventStore, testingUnit, unitId);
    if (!state) throw Problem.keyInvalid();
    request.machine = { unitId, keyId: null };
    return {
      actor: { kind: 'key', keyId: unitId, userId: unitId, role: ROLE.lab, unitId },
      jti: '',
      userId: unitId,
      userName: '',
      name: '',
      roles: [],
      unitId,
      unitType: 1,
      unitName: state.testUnitName,
    };
  }
}
