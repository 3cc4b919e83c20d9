import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  getReferenceListChanges,
  saveReferenceList,
  listReferenceLists,
  type ReferenceListView,
  type RecordChange,
  type ResultOf,
} from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { entriesOf, listChanges, findList, reference, type ListEntry } from '#domain/reference';
import { problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import type { Engines } from '#engines';
import { decode, referenceEvents, type ReferenceEvent } from '#events';
import { Users, loadUserNames } from '../auth/users.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { requireEditableList, ReferenceLists, type CurrentList } from './reference-lists.js';

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
    if (!findList(list)) throw new RuleBroken(problem('NO_SUCH_LIST', { name: list }));
    const { events } = await load(this.engines.eventStore, reference, list);
    const [nameOf, bigCategories] = await Promise.all([
      loadUserNames(
        this.users,
        events.map(({ metadata }) => metadata.by.userId),
      ),
      this.lists.bigCategories(),
    ]);
    const categoryName = (id: string) => bigCategories.find((category) => category.id === id)?.name ?? id;
    let previousEvent: ReferenceEvent | null = null;
    const changes = events.map((event): RecordChange => {
      const currentEvent = decode(referenceEvents, event);
      const changes = listChanges(previousEvent, currentEvent, categoryName);
      previousEvent = currentEvent;
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
    return changes.toReversed();
  }
}

export const toApiList = ({ name, codes, revision, entries }: CurrentList): ReferenceListView => ({
  name,
  isFixed: codes === null,
  codes,
  revision,
  entries: entries.map((entry) => ({ ...entry, bigCategoryIds: [...entry.bigCategoryIds] })),
});

export class ChangeReferenceList extends Command<OperationReturn<ResultOf<typeof saveReferenceList>>> {
  constructor(
    readonly input: InputOf<typeof saveReferenceList>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeReferenceList)
export class ChangeReferenceListHandler implements ICommandHandler<ChangeReferenceList> {
  constructor(private readonly lists: ReferenceLists) {}

  async execute({ input: { list, entries }, context }: ChangeReferenceList) {
    if (context.expectedRevision === undefined) throw Problem.revisionNeeded();
    const newEntries = entries.map(({ id = '', ...entry }): ListEntry => ({ id, ...entry }));
    const { state, revision, position } = await this.lists.change(list, context, (currentEntries) => {
      refuseIf(
        newEntries.flatMap(({ id }, index) =>
          id === '' || currentEntries.some((entry) => sameId(entry.id, id))
            ? []
            : [problem('NO_SUCH_LIST_ENTRY', {}, `entries.${index}.id`)],
        ),
      );
      return newEntries;
    });
    return withMeta(toApiList({ ...requireEditableList(list), revision, entries: entriesOf(state) }), {
      revision,
      position,
    });
  }
}

export const listHandlers = [ListReferenceListsHandler, ListReferenceListChangesHandler, ChangeReferenceListHandler];
