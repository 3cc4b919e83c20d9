import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { getSystemUserList, getUser, getUsers, ResultOf } from '#contract';
import { normalizedNumberSearch } from '#domain/text';
import { users, type UserRow } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { UnitManagerAccess } from '../auth/unit-managers.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { requestedUnitId, requireUnitAccess } from '../units/unit-access.js';
import { withUnitNames } from '../units/unit-state.js';
import { requireVisibleAccount } from './account-access.js';
import { toAccount, toAccountRow } from './account-view.js';

/** Accounts, the newest first. Members of a unit only see accounts of the unit (002 US-011). */
export class ListUsers extends Query<OperationReturn<ResultOf<typeof getUsers>>> {
  constructor(
    readonly input: InputOf<typeof getUsers>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListUsers)
export class ListUsersHandler implements IQueryHandler<ListUsers> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  async execute({
    input: { search, unitId: requestedId, isActive, skipCount, maxResultCount, atLeast },
    caller,
  }: ListUsers) {
    const { views } = this.engines;
    const isOfAllUnits = requestedId === undefined && hasRole(caller, ROLE.admin);
    const unitId = isOfAllUnits ? null : requestedUnitId(requestedId, caller);
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
    const [namedRows, rightsIn] = await Promise.all([
      withUnitNames(this.engines.eventStore, rows),
      this.loadRights(new Set(rows.map((row) => row.unitId)), caller),
    ]);
    return withMeta(
      {
        items: namedRows.map((row) => toAccountRow(row, caller, rightsIn(row.unitId))),
        totalCount: total,
        ...(totalIsCapped ? { totalIsCapped } : {}),
      },
      { stale },
    );
  }

  /** The unit managers of each unit, and whether the caller may act for its members. */
  private async loadRights(unitIds: ReadonlySet<string | null>, caller: Caller) {
    const rights = new Map(
      await Promise.all(
        [...unitIds].map(async (unitId) => {
          const managers = unitId === null ? [] : await this.unitManagers.managersOf(unitId);
          return [unitId, { managers, mayAct: await this.unitManagers.canActFor(caller, unitId) }] as const;
        }),
      ),
    );
    return (unitId: string | null) => rights.get(unitId) ?? { managers: [], mayAct: false };
  }
}

/** Reads an account from its stream, so that an editor starts with the current state. */
export class GetUser extends Query<OperationReturn<ResultOf<typeof getUser>>> {
  constructor(
    readonly id: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetUser)
export class GetUserHandler implements IQueryHandler<GetUser> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  async execute({ id, caller }: GetUser) {
    const { account, revision } = await requireVisibleAccount(this.engines.eventStore, caller, id);
    const [accountWithUnit = account] = await withUnitNames(this.engines.eventStore, [account]);
    const isUnitManager = await this.unitManagers.isManager(account.unitId, id);
    return withMeta(toAccount(id, revision, isUnitManager, accountWithUnit), { revision });
  }
}

/** The members of the caller's unit, the oldest account first. Administrators see all accounts. */
export class ListUnitUsers extends Query<OperationReturn<ResultOf<typeof getSystemUserList>>> {
  constructor(
    readonly input: InputOf<typeof getSystemUserList>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListUnitUsers)
export class ListUnitUsersHandler implements IQueryHandler<ListUnitUsers> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { page, size, atLeast }, caller }: ListUnitUsers) {
    const { stale } = await waitForView(this.engines.views, users, atLeast);
    const { rows, total } = await this.engines.views.find<UserRow>(users, {
      where: hasRole(caller, ROLE.admin)
        ? []
        : [{ column: 'unitId', in: caller.unitId === null ? [] : [caller.unitId] }],
      sort: [{ column: 'position', direction: 'asc' }],
      skip: (page - 1) * size,
      limit: size,
    });
    return withMeta(
      {
        items: rows.map(({ id, userName, name, phone, isActive, roles, creationTime, lastLoginTime }) => ({
          id,
          userName,
          name,
          fullName: name,
          phone,
          isActive,
          roleNames: roles,
          creationTime,
          lastLoginTime,
        })),
        totalCount: total,
      },
      { stale },
    );
  }
}

export const userQueryHandlers = [ListUsersHandler, GetUserHandler, ListUnitUsersHandler];
