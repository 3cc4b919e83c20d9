import { Inject, Injectable } from '@nestjs/common';
import { load } from '#domain/event-sourcing';
import { accessKey, webhook } from '#domain/lab-systems';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { consigningUnit, testingUnit } from '#domain/units';
import type { Engines } from '#engines';
import { ROLE, type UnitType } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { UnitManagerAccess } from '../auth/unit-managers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { requestedUnitId } from '../units/unit-access.js';

export type ManagedUnit = { unitId: string; unitType: UnitType };

/** The unit of the caller, which is a system or a person. @throws Problem 403 for a caller without a unit */
export const requireUnit = ({ unitId, unitType }: Caller): ManagedUnit => {
  if (unitId === null || unitType === null) throw Problem.forbidden();
  return { unitId, unitType };
};

/**
 * Checks who may manage the connections of a unit's own system: its unit managers in person, administrators, and that
 * system itself in operations for machines.
 */
@Injectable()
export class UnitConnections {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  /**
   * The requested unit, else the caller's own.
   * @throws Problem 404 without a unit; RuleBroken UNIT_MANAGER_REQUIRED, IN_PERSON_ONLY, NO_SUCH_UNIT
   */
  async managedBy(caller: Caller, requested: string | undefined): Promise<ManagedUnit> {
    const unitId = requestedUnitId(requested, caller);
    if (caller.key && !sameId(unitId, caller.unitId)) throw new RuleBroken(problem('NO_SUCH_UNIT'));
    await this.requireManager(caller, unitId);
    const unitType = await this.typeOf(unitId);
    if (unitType === null) throw new RuleBroken(problem('NO_SUCH_UNIT'));
    return { unitId, unitType };
  }

  /**
   * Requires that the caller manages the unit of the key. A key of another unit counts as unknown. @throws RuleBroken
   * NO_SUCH_ACCESS_KEY, as `managedBy`
   */
  async keyManagedBy(caller: Caller, keyId: string): Promise<void> {
    const { state } = await load(this.engines.eventStore, accessKey, keyId);
    if (!state || !(hasRole(caller, ROLE.admin) || sameId(caller.unitId, state.unitId)))
      throw new RuleBroken(problem('NO_SUCH_ACCESS_KEY'));
    await this.unitManagers.requireActingFor(caller, state.unitId);
  }

  /** The same for an endpoint. @throws RuleBroken NO_SUCH_WEBHOOK, as `managedBy` */
  async webhookManagedBy(caller: Caller, webhookId: string): Promise<void> {
    const { state } = await load(this.engines.eventStore, webhook, webhookId);
    if (!state || !(hasRole(caller, ROLE.admin) || sameId(caller.unitId, state.unitId)))
      throw new RuleBroken(problem('NO_SUCH_WEBHOOK'));
    await this.requireManager(caller, state.unitId);
  }

  /** A key belongs to the unit's own system. A person must be allowed to act for the unit. */
  private async requireManager(caller: Caller, unitId: string): Promise<void> {
    if (!caller.key) await this.unitManagers.requireActingFor(caller, unitId);
  }

  private async typeOf(unitId: string): Promise<1 | 2 | null> {
    const { eventStore } = this.engines;
    if ((await load(eventStore, testingUnit, unitId)).state) return 1;
    return (await load(eventStore, consigningUnit, unitId)).state ? 2 : null;
  }
}
