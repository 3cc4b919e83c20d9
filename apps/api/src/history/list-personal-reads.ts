import { Controller, Inject } from '@nestjs/common';
import { listPersonalReads, type PersonalReadView } from '#contract';
import { personalReads, type PersonalReadRow } from '#domain';
import type { Engines } from '#engines';
import { Users } from '../auth/users.js';
import { namesOf } from '../consignments/names-of.js';
import { answer } from '../http/answer.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

@Controller()
export class ListPersonalReads {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  @Handles(listPersonalReads)
  async handle(@Input() { search, skipCount, maxResultCount, atLeast }: InputOf<typeof listPersonalReads>) {
    const { views } = this.engines;
    const { stale } = await fresh(views, personalReads, atLeast);
    const { rows, total, totalIsCapped } = await views.find<PersonalReadRow>(personalReads, {
      search,
      sort: [{ column: 'at', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return answer({ items: await readViews(this.users, rows), totalCount: total, totalIsCapped }, { stale });
  }
}

/** Readings with the names of those who read; the fingerprint is of no use to anybody outside. */
export const readViews = async (users: Users, rows: readonly PersonalReadRow[]): Promise<PersonalReadView[]> => {
  const nameOf = await namesOf(
    users,
    rows.map(({ userId }) => userId),
  );
  return rows.map(({ person: _, ...row }) => ({ ...row, userName: nameOf(row.userId) }));
};
