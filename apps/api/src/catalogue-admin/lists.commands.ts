import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { saveReferenceList, type ResultOf } from '#contract';
import { entriesOf, problem, refuseIf, sameId, type CommandContext, type ListEntry } from '#domain';
import { withMeta, type OperationReturn } from '../http/answer.js';
import type { InputOf } from '../http/handles.js';
import { Problem } from '../http/problem.js';
import { toApiList } from './lists.queries.js';
import { editableListNamed, ReferenceLists } from './reference-lists.js';

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
    return withMeta(toApiList({ ...editableListNamed(list), revision, entries: entriesOf(state) }), {
      revision,
      position,
    });
  }
}

export const listCommandHandlers = [ChangeReferenceListHandler];
