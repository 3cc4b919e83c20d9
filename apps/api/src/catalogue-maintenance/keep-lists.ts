import { Controller, Inject } from '@nestjs/common';
import {
  getReferenceListChanges,
  keepReferenceList,
  listReferenceLists,
  type KeptList,
  type RecordChange,
} from '#contract';
import {
  entriesOf,
  listChanges,
  listNamed,
  load,
  problem,
  reference,
  refuseIf,
  RuleBroken,
  sameId,
  type CommandContext,
  type ListEntry,
} from '#domain';
import type { Engines } from '#engines';
import { decode, referenceEvents, type ReferenceEvent } from '#events';
import { Users } from '../auth/users.js';
import { namesOf } from '../consignments/names-of.js';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { type HeldList, keptListNamed, KeptLists } from './kept-lists.js';

/** Dictionaries and the platform's qualifications: the administrator's alone, which the permission table says (002 CAT-007). */
@Controller()
export class KeepLists {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly lists: KeptLists,
    @Inject(Users) private readonly users: Users,
  ) {}

  @Handles(listReferenceLists)
  async list(): Promise<KeptList[]> {
    return (await this.lists.all()).map(shown);
  }

  @Handles(keepReferenceList)
  async keep(@Input() { list, entries }: InputOf<typeof keepReferenceList>, @Command() context: CommandContext) {
    if (context.expectedRevision === undefined) throw Problem.revisionNeeded();
    const typed = entries.map(({ id = '', ...entry }): ListEntry => ({ id, ...entry }));
    const { state, revision, position } = await this.lists.change(list, context, (before) => {
      refuseIf(
        typed.flatMap(({ id }, place) =>
          id === '' || before.some((entry) => sameId(entry.id, id))
            ? []
            : [problem('NO_SUCH_LIST_ENTRY', {}, `entries.${place}.id`)],
        ),
      );
      return typed;
    });
    return answer(shown({ ...keptListNamed(list), revision, entries: entriesOf(state) }), { revision, position });
  }

  @Handles(getReferenceListChanges)
  async changes(@Input() { list }: InputOf<typeof getReferenceListChanges>): Promise<RecordChange[]> {
    if (!listNamed(list)) throw new RuleBroken(problem('NO_SUCH_LIST', { name: list }));
    const { past } = await load(this.engines.eventStore, reference, list);
    const [nameOf, bigCategories] = await Promise.all([
      namesOf(
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

const shown = ({ name, codes, revision, entries }: HeldList): KeptList => ({
  name,
  isFixed: codes === null,
  codes,
  revision,
  entries: entries.map((entry) => ({ ...entry, bigCategoryIds: [...entry.bigCategoryIds] })),
});
