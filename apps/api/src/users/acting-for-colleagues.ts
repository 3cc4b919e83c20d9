import { Inject, Injectable } from '@nestjs/common';
import { load } from '#domain/event-sourcing';
import { problem, refuseIf, sameId } from '#domain/rules';
import { effectiveUnitManagers, unitManagers, user, users, type UserRow } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { waitForView } from '../http/fresh.js';
import { ENGINES } from '../provided.js';

const PAGE = 50;

/**
 * Who may act for colleagues: unit managers (ADR-017). A right to sign in as others is read from the streams; the list of accounts
 * only says in which order they were opened.
 */
@Injectable()
export class UnitManagerAccess {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** The unit managers of a unit; none where nobody of it can sign in. */
  async holdersOf(unitId: string): Promise<string[]> {
    const { state } = await load(this.engines.eventStore, unitManagers, unitId);
    const named = await this.openOf(unitId, state.named ?? []);
    if (named.length > 0) return effectiveUnitManagers(state, named);
    let oldest = await this.oldestOpenOf(unitId);
    if (oldest === null) {
      // The unit is so new that the view may not show it yet. What the view shows of a unit begins with its first account.
      await waitForView(this.engines.views, users, await this.engines.eventStore.lastPosition());
      oldest = await this.oldestOpenOf(unitId);
    }
    return effectiveUnitManagers(state, oldest === null ? [] : [oldest]);
  }

  async holds(unitId: string | null, userId: string): Promise<boolean> {
    return unitId !== null && (await this.holdersOf(unitId)).some((holder) => sameId(holder, userId));
  }

  /** Whether the caller may act for the people of a unit. */
  async may(caller: Caller, unitId: string | null): Promise<boolean> {
    if (hasRole(caller, ROLE.admin)) return true;
    return caller.via === undefined && sameId(caller.unitId, unitId) && this.holds(unitId, caller.userId);
  }

  /** @throws RuleBroken UNIT_MANAGER_REQUIRED, IN_PERSON_ONLY */
  async required(caller: Caller, unitId: string | null): Promise<void> {
    requireInPerson(caller);
    refuseIf((await this.may(caller, unitId)) ? null : problem('UNIT_MANAGER_REQUIRED'));
  }

  private async openOf(unitId: string, userIds: readonly string[]): Promise<string[]> {
    const open: string[] = [];
    for (const userId of userIds) {
      const { state } = await load(this.engines.eventStore, user, userId);
      if (state?.active && sameId(state.unitId, unitId)) open.push(userId);
    }
    return open;
  }

  private async oldestOpenOf(unitId: string): Promise<string | null> {
    for (let skip = 0; ; skip += PAGE) {
      const { rows } = await this.engines.views.find<UserRow>(users, {
        where: [{ column: 'unitId', eq: unitId }],
        sort: [{ column: 'position', direction: 'asc' }],
        skip,
        limit: PAGE,
      });
      for (const { id } of rows) if ((await this.openOf(unitId, [id])).length > 0) return id;
      if (rows.length < PAGE) return null;
    }
  }
}

/**
 * A laboratory's system may not open further ways into an account, not even into that of whom it signed in: they would outlive its secret.
 * @throws RuleBroken IN_PERSON_ONLY
 */
export const requireInPerson = ({ via }: Caller): void =>
  refuseIf(via === undefined ? null : problem('IN_PERSON_ONLY'));
