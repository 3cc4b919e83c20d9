import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  getReferenceListChanges,
  listReferenceLists,
  type ReferenceListView,
  type RecordChange,
  type ResultOf,
} from '#contract';
import { listChanges, listNamed, load, problem, reference, RuleBroken } from '#domain';
import type { Engines } from '#engines';
import { decode, referenceEvents, type ReferenceEvent } from '#events';
import { Users } from '../auth/users.js';
import { loadUserNames } from '../consignments/persons.js';
import type { OperationReturn } from '../http/answer.js';
import type { InputOf } from '../http/handles.js';
import { ENGINES } from '../provided.js';
import { ReferenceLists, type CurrentList } from './reference-lists.js';

export class ListReferenceLists extends Query<OperationReturn<ResultOf<typeof listReferenceLists>>> {}

@QueryHandler(ListReferenceLists)
export class ListReferenceListsHandler implements IQueryHandler<ListReferenceLists> {
  constructor(private readonly lists: ReferenceLists) {}

  async execute(): Promise<ReferenceListView[]> {
    return (await this.lists.all()).map(toApiList);
  }
}

export class ListReferenceListChanges extends Query<OperationReturn<ResultOf<typeof getReferenceListChanges>>> {
  constructor(readonly input: InputOf<typeof getReferenceListChanges>) {
    super();
  }
}

@QueryHandler(ListReferenceListChanges)
export class ListReferenceListChangesHandler implements IQueryHandler<ListReferenceListChanges> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly lists: ReferenceLists,
    @Inject(Users) private readonly users: Users,
  ) {}

  async execute({ input: { list } }: ListReferenceListChanges): Promise<RecordChange[]> {
    if (!listNamed(list)) throw new RuleBroken(problem('NO_SUCH_LIST', { name: list }));
    const { past } = await load(this.engines.eventStore, reference, list);
    const [nameOf, bigCategories] = await Promise.all([
      loadUserNames(
        this.users,
        past.map(({ metadata }) => metadata.by.userId),
      ),
      this.lists.bigCategories(),
    ]);
    const categoryName = (id: string) => bigCategories.find((category) => category.id === id)?.name ?? id;
    let before: ReferenceEvent | null = null;
    const told = past.map((event): RecordChange => {
      const after = decode(referenceEvents, event);
      const changes = listChanges(before, after, categoryName);
      before = after;
      return {
        id: event.id,
        action: event.type,
        at: event.metadata.at,
        by: nameOf(event.metadata.by.userId),
        ...(event.metadata.by.via && { via: event.metadata.by.via }),
        reason: '',
        changes,
      };
    });
    return told.toReversed();
  }
}

export const listQueryHandlers = [ListReferenceListsHandler, ListReferenceListChangesHandler];

export const toApiList = ({ name, codes, revision, entries }: CurrentList): ReferenceListView => ({
  name,
  isFixed: codes === null,
  codes,
  revision,
  entries: entries.map((entry) => ({ ...entry, bigCategoryIds: [...entry.bigCategoryIds] })),
});
