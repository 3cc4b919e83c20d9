import { Controller, Inject } from '@nestjs/common';
import { getUser, getUsers } from '#contract';
import { normalizedNumberSearch } from '#domain/text';
import { users, type UserRow } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { UnitManagerAccess } from '../auth/unit-managers.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser } from '../http/api-request.js';
import { waitForView } from '../http/view-freshness.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { requireUnitAccess, requestedUnitId } from '../units/unit-access.js';
import { withUnitNames } from '../units/unit-state.js';
import { requireVisibleAccount } from './kept-account.js';
import { readAccount, toAccountRow } from './user-account.js';

@Controller()
export class GetUsers {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly acting: UnitManagerAccess,
  ) {}

  /** Whatever the address of the page says, people of a unit see their own (002 US-011). */
  @HandlesOperation(getUsers)
  async list(
    @Input() { search, unitId: asked, isActive, skipCount, maxResultCount, atLeast }: InputOf<typeof getUsers>,
    @CurrentUser() caller: Caller,
  ) {
    const { views } = this.engines;
    const unitId = asked === undefined && hasRole(caller, ROLE.admin) ? null : requestedUnitId(asked, caller);
    if (unitId !== null) requireUnitAccess(caller, unitId);
    const { stale } = await waitForView(views, users, atLeast);
    const { rows, total, totalIsCapped } = await views.find<UserRow>(users, {
      where: [
        ...(unitId === null ? [] : [{ column: 'unitId', eq: unitId }]),
        ...(isActive === undefined ? [] : [{ column: 'isActive', eq: Number(isActive) }]),
      ],
      search: search === undefined ? undefined : normalizedNumberSearch(search),
      sort: [{ column: 'position', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    const [named, rightsIn] = await Promise.all([
      withUnitNames(this.engines.eventStore, rows),
      this.rightsIn(new Set(rows.map((row) => row.unitId)), caller),
    ]);
    return withMeta(
      {
        items: named.map((row) => toAccountRow(row, caller, rightsIn(row.unitId))),
        totalCount: total,
        ...(totalIsCapped ? { totalIsCapped } : {}),
      },
      { stale },
    );
  }

  /** From the account's own stream: what is edited is what there is now. */
  @HandlesOperation(getUser)
  async one(@Input() { id }: InputOf<typeof getUser>, @CurrentUser() caller: Caller) {
    const { account, revision } = await requireVisibleAccount(this.engines.eventStore, caller, id);
    const [named = account] = await withUnitNames(this.engines.eventStore, [account]);
    return withMeta(readAccount(id, revision, await this.acting.isManager(account.unitId, id), named), { revision });
  }

  /** Who acts for colleagues in each of these units, and whether the caller does. */
  private async rightsIn(unitIds: ReadonlySet<string | null>, caller: Caller) {
    const rights = new Map(
      await Promise.all(
        [...unitIds].map(async (unitId) => {
          const holders = unitId === null ? [] : await this.acting.managersOf(unitId);
          return [unitId, { holders, mayAct: await this.acting.canActFor(caller, unitId) }] as const;
        }),
      ),
    );
    return (unitId: string | null) => rights.get(unitId) ?? { holders: [], mayAct: false };
  }
}
