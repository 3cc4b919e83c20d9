import { Controller, Inject } from '@nestjs/common';
import { getSystemUserList } from '#contract';
import { users, type UserRow } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser } from '../http/api-request.js';
import { waitForView } from '../http/view-freshness.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetSystemUsers {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** People of the caller's own unit, oldest account first; the administrator sees all. */
  @HandlesOperation(getSystemUserList)
  async handle(@Input() { page, size, atLeast }: InputOf<typeof getSystemUserList>, @CurrentUser() caller: Caller) {
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
