import { Controller, Inject } from '@nestjs/common';
import { ROLE } from '#events';
import { getSystemUserList } from '#contract';
import { users, type UserRow } from '#domain';
import type { Engines } from '#engines';
import { has, type Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetSystemUsers {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** People of the caller's own unit, oldest account first; the administrator sees all. */
  @Handles(getSystemUserList)
  async handle(@Input() { page, size, atLeast }: InputOf<typeof getSystemUserList>, @By() caller: Caller) {
    const { stale } = await fresh(this.engines.views, users, atLeast);
    const { rows, total } = await this.engines.views.find<UserRow>(users, {
      where: has(caller, ROLE.admin) ? [] : [{ column: 'unitId', in: caller.unitId === null ? [] : [caller.unitId] }],
      sort: [{ column: 'position', direction: 'asc' }],
      skip: (page - 1) * size,
      limit: size,
    });
    return answer(
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
