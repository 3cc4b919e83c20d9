import { Controller, Inject } from '@nestjs/common';
import { getUser, getUsers } from '#contract';
import { numberSearched, users, type UserRow } from '#domain';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { ownOnly, unitAskedFor } from '../units/unit-access.js';
import { withUnitNames } from '../units/unit-state.js';
import { ActingForColleagues } from './acting-for-colleagues.js';
import { accountFor } from './kept-account.js';
import { accountNow, listedAccount } from './user-account.js';

@Controller()
export class GetUsers {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly acting: ActingForColleagues,
  ) {}

  /** Whatever the address of the page says, people of a unit see their own (002 US-011). */
  @Handles(getUsers)
  async list(
    @Input() { search, unitId: asked, isActive, skipCount, maxResultCount, atLeast }: InputOf<typeof getUsers>,
    @By() caller: Caller,
  ) {
    const { views } = this.engines;
    const unitId = asked === undefined && has(caller, ROLE.admin) ? null : unitAskedFor(asked, caller);
    if (unitId !== null) ownOnly(caller, unitId);
    const { stale } = await fresh(views, users, atLeast);
    const { rows, total, totalIsCapped } = await views.find<UserRow>(users, {
      where: [
        ...(unitId === null ? [] : [{ column: 'unitId', eq: unitId }]),
        ...(isActive === undefined ? [] : [{ column: 'isActive', eq: Number(isActive) }]),
      ],
      search: search === undefined ? undefined : numberSearched(search),
      sort: [{ column: 'position', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    const [named, rightsIn] = await Promise.all([
      withUnitNames(this.engines.eventStore, rows),
      this.rightsIn(new Set(rows.map((row) => row.unitId)), caller),
    ]);
    return answer(
      {
        items: named.map((row) => listedAccount(row, caller, rightsIn(row.unitId))),
        totalCount: total,
        ...(totalIsCapped ? { totalIsCapped } : {}),
      },
      { stale },
    );
  }

  /** From the account's own stream: what is edited is what there is now. */
  @Handles(getUser)
  async one(@Input() { id }: InputOf<typeof getUser>, @By() caller: Caller) {
    const { account, revision } = await accountFor(this.engines.eventStore, caller, id);
    const [named = account] = await withUnitNames(this.engines.eventStore, [account]);
    return answer(accountNow(id, revision, await this.acting.holds(account.unitId, id), named), { revision });
  }

  /** Who acts for colleagues in each of these units, and whether the caller does. */
  private async rightsIn(unitIds: ReadonlySet<string | null>, caller: Caller) {
    const rights = new Map(
      await Promise.all(
        [...unitIds].map(async (unitId) => {
          const holders = unitId === null ? [] : await this.acting.holdersOf(unitId);
          return [unitId, { holders, mayAct: await this.acting.may(caller, unitId) }] as const;
        }),
      ),
    );
    return (unitId: string | null) => rights.get(unitId) ?? { holders: [], mayAct: false };
  }
}
