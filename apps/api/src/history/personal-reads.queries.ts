import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { listPersonalReads, type PersonalReadView, type ResultOf } from '#contract';
import { personalReads, type PersonalReadRow } from '#domain';
import type { Engines } from '#engines';
import { Users } from '../auth/users.js';
import { loadUserNames } from '../consignments/persons.js';
import { withMeta, type OperationReturn } from '../http/answer.js';
import { waitForView } from '../http/fresh.js';
import type { InputOf } from '../http/handles.js';
import { ENGINES } from '../provided.js';

export class ListPersonalReads extends Query<OperationReturn<ResultOf<typeof listPersonalReads>>> {
  constructor(readonly input: InputOf<typeof listPersonalReads>) {
    super();
  }
}

@QueryHandler(ListPersonalReads)
export class ListPersonalReadsHandler implements IQueryHandler<ListPersonalReads> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  async execute({ input: { search, skipCount, maxResultCount, atLeast } }: ListPersonalReads) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, personalReads, atLeast);
    const { rows, total, totalIsCapped } = await views.find<PersonalReadRow>(personalReads, {
      search,
      sort: [{ column: 'at', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return withMeta({ items: await readViews(this.users, rows), totalCount: total, totalIsCapped }, { stale });
  }
}

export const personalReadQueryHandlers = [ListPersonalReadsHandler];

/** Readings with the names of their readers, without the fingerprints of the persons. */
export const readViews = async (users: Users, rows: readonly PersonalReadRow[]): Promise<PersonalReadView[]> => {
  const nameOf = await loadUserNames(
    users,
    rows.map(({ userId }) => userId),
  );
  return rows.map(({ person: _, ...row }) => ({ ...row, userName: nameOf(row.userId) }));
};
