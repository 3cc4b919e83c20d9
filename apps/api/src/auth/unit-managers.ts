import { Inject, Injectable } from '@nestjs/common';
import { load } from '#domain/event-sourcing';
import { problem, refuseIf, sameId } from '#domain/rules';
import { effectiveUnitManagers, unitManagers, user, users, type UserRow } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { hasRole, type Caller } from './caller.js';

const PAGE = 50;

/**
 * Unit managers: the members of a unit who may act for colleagues (ADR-017). The right is read from the streams; the
 * view of users only gives the order in which accounts were opened.
 */
@Injectable()
export class UnitManagerAccess {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** The unit managers of a unit. Empty if no member of the unit can sign in. */
  async managersOf(unitId: string): Promise<string[]> {
    const { state } = await load(this.engines.eventStore, unitManagers, unitId);
    const activeManagers = await this.activeMembersAmong(unitId, state.managerIds ?? []);
    if (activeManagers.length > 0) return effectiveUnitManagers(state, activeManagers);
    let oldest = await this.findOldestActiveMember(unitId);
    if (oldest === null) {
      // A new unit may not be in the view yet. The first account of a unit always reaches the view before the others.
      await waitForView(this.engines.views, users, await this.engines.eventStore.lastPosition());
      oldest = await this.findOldestActiveMember(unitId);
    }
    return effectiveUnitManagers(state, oldest === null ? [] : [oldest]);
  }

  async isManager(unitId: string | null, userId: string): Promise<boolean> {
    return unitId !== null && (await this.managersOf(unitId)).some((managerId) => sameId(managerId, userId));
  }

  /** Whether the caller may act for the members of a unit. */
  async canActFor(caller: Caller, unitId: string | null): Promise<boolean> {
    if (hasRole(caller, ROLE.admin)) return true;
    return caller.via === undefined && sameId(caller.unitId, unitId) && this.isManager(unitId, caller.userId);
  }

  /** @throws RuleBroken UNIT_MANAGER_REQUIRED, IN_PERSON_ONLY */
  async requireActingFor(caller: Caller, unitId: string | null): Promise<void> {
    requireInPerson(caller);
    refuseIf((await this.canActFor(caller, unitId)) ? null : problem('UNIT_MANAGER_REQUIRED'));
  }

  private async activeMembersAmong(unitId: string, userIds: readonly string[]): Promise<string[]> {
    const activeIds: string[] = [];
    for (const userId of userIds) {
      const { state } = await load(this.engines.eventStore, user, userId);
      if (state?.active && sameId(state.unitId, unitId)) activeIds.push(userId);
    }
    return activeIds;
  }

  private async findOldestActiveMember(unitId: string): Promise<string | null> {
    for (let skip = 0; ; skip += PAGE) {
      const { rows } = await this.engines.views.find<UserRow>(users, {
        where: [{ column: 'unitId', eq: unitId }],
        sort: [{ column: 'position', direction: 'asc' }],
        skip,
        limit: PAGE,
      });
      for (const { id } of rows) if ((await this.activeMembersAmong(unitId, [id])).length > 0) return id;
      if (rows.length < PAGE) return null;
    }
  }
}

/**
 * A session that a laboratory's system opened may not add other ways to sign in, not even for its own user: they would
 * outlive the secret.
 * @throws RuleBroken IN_PERSON_ONLY
 */
export const requireInPerson = ({ via }: Caller): void =>
  refuseIf(via === undefined ? null : problem('IN_PERSON_ONLY'));
