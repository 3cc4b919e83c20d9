import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import { catalogueCategories, type CategoryRow } from '#domain/catalogue';
import { load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import {
  entriesOf,
  LIST_NAMES,
  findList,
  reference,
  assignCode,
  type ListEntry,
  type ListName,
} from '#domain/reference';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import type { ReferenceEvent } from '#events';
import { Decisions } from '../commands/decisions.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { catalogueRows } from './catalogue-rows.js';

/** A list read from its stream. */
export type CurrentList = ListName & { revision: number; entries: ListEntry[] };

/** Reads the platform's lists from the log, and changes them. */
@Injectable()
export class ReferenceLists {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  all(): Promise<CurrentList[]> {
    return Promise.all(LIST_NAMES.map((list) => this.readList(list)));
  }

  private async readList(list: ListName): Promise<CurrentList> {
    const { state, head } = await load(this.engines.eventStore, reference, list.name);
    return { ...list, revision: head.revision, entries: entriesOf(state) };
  }

  /** Top categories, which qualifications refer to. */
  async bigCategories(): Promise<CategoryRow[]> {
    await requireUpToDate(this.engines, catalogueCategories);
    return (await catalogueRows<CategoryRow>(this.engines.views, catalogueCategories)).filter(
      ({ parentId }) => parentId === null,
    );
  }

  /**
   * Changes a list. `change` receives the entries of the stream and runs again on every retry. An entry without an id
   * is new.
   * @throws RuleBroken NO_SUCH_LIST, LIST_IS_FIXED and the problems of listProblems
   */
  async change(
    name: string,
    context: CommandContext,
    change: (currentEntries: readonly ListEntry[]) => ListEntry[],
  ): Promise<CommandResult<ReferenceEvent | null>> {
    const list = requireEditableList(name);
    const bigCategoryIds = list.codes === 'none' ? (await this.bigCategories()).map(({ id }) => id) : [];
    return this.decisions.decide(
      reference,
      name,
      async (state) => ({
        type: 'SaveList' as const,
        list,
        entries: identifyNewEntries(list, change(entriesOf(state)), context.commandId),
        bigCategoryIds,
      }),
      context,
    );
  }
}

/** @throws RuleBroken NO_SUCH_LIST, LIST_IS_FIXED */
export const requireEditableList = (name: string): ListName => {
  const list = findList(name);
  if (!list) throw new RuleBroken(problem('NO_SUCH_LIST', { name }));
  refuseIf(list.codes === null ? problem('LIST_IS_FIXED') : null);
  return list;
};

/** Ids are derived from the command, so that a repeated command creates the same entries. */
const newIdOf = (commandId: string, { code, name }: ListEntry): string => v5(`list entry/${code || name}`, commandId);

/** Gives each new entry an id, and a code that no other entry has. */
const identifyNewEntries = (list: ListName, entries: readonly ListEntry[], commandId: string): ListEntry[] => {
  const entriesWithIds: ListEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.id !== '') {
      entriesWithIds.push(entry);
      continue;
    }
    const otherEntries = [...entriesWithIds, ...entries.slice(index + 1)];
    const entryWithCode = assignCode(list, otherEntries, entry);
    entriesWithIds.push({ ...entryWithCode, id: newIdOf(commandId, entryWithCode) });
  }
  return entriesWithIds;
};
