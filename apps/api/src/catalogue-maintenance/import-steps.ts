import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import { entriesOf, keptCategory, load, problem, reference, refuseIf, RuleBroken, sameFacts, type CategoryChange, type CommandContext, type ListChange, type SampleChange, type WorkbookReading } from '#domain';
import type { Engines } from '#engines';
import type { Position } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES } from '../provided.js';
import type { Holder } from './holder.js';
import { KeptLists } from './kept-lists.js';
import { KeptSamples } from './kept-samples.js';

/** One stream that an import changes. `agree` refuses where it says something else than the workbook was read on. */
type ImportStep = { name: string; agree(): Promise<void>; apply(): Promise<Position | null> };

/** How a workbook that was read gets into the catalogue. */
@Injectable()
export class ImportSteps {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly kept: KeptSamples, private readonly lists: KeptLists, private readonly decisions: Decisions) {}

  /**
   * All agree first, and one that has changed meanwhile refuses the whole; asked again after a break, what is done already is left as it is
   * (DECISIONS 13): every step has an id of its own, made of the request's. @throws RuleBroken CHANGED_MEANWHILE, PARTLY_DONE
   */
  async run(holder: Holder, { lists, categories, changes }: Pick<WorkbookReading, 'lists' | 'categories' | 'changes'>, reason: string, context: CommandContext): Promise<Position | null> {
    const under = (id: string): CommandContext => ({ ...context, commandId: v5(id, context.commandId) });
    const steps = [
      ...lists.map((change) => this.ofList(change, under(change.list.name))),
      ...categories.map((change) => this.ofCategory(change, under(change.id))),
      ...changes.map((change) => this.ofSample(holder, change, reason, under(change.id))),
    ];
    for (const { agree } of steps) await agree();
    const done: ImportStep[] = [];
    let position: Position | null = null;
    for (const step of steps) {
      try {
        position = (await step.apply()) ?? position;
        done.push(step);
      } catch (error) {
        throw error instanceof RuleBroken && done.length > 0 ? partlyDone(steps, done, error) : error;
      }
    }
    return position;
  }

  private ofSample(holder: Holder, { id, before, after }: SampleChange, reason: string, context: CommandContext): ImportStep {
    const agreed = agreedOn(before, after);
    return {
      name: before.sampleCode,
      agree: async () => void agreed((await this.kept.one(holder, id)).sample),
      apply: async () => (await this.kept.change(holder, id, context, agreed, reason)).position,
    };
  }

  private ofList({ list, after }: ListChange, context: CommandContext): ImportStep {
    const agreed = agreedOn([...list.entries], after);
    return {
      name: list.title.zh,
      agree: async () => void agreed(entriesOf((await load(this.engines.eventStore, reference, list.name)).state)),
      apply: async () => (await this.lists.change(list.name, context, (entries) => agreed([...entries]))).position,
    };
  }

  private ofCategory({ id, path, before, after }: CategoryChange, context: CommandContext): ImportStep {
    const agreed = agreedOn(before, after);
    return {
      name: path,
      agree: async () => void agreed((await load(this.engines.eventStore, keptCategory, id)).state),
      apply: async () => (await this.decisions.decide(keptCategory, id, async (category) => ({ type: 'ChangeItem' as const, item: agreed(category) }), context)).position,
    };
  }
}

/** What is imported was read off what holds: it is put only where that still does. */
const agreedOn = <Facts>(before: Facts, after: Facts) => (now: Facts | null): Facts => {
  refuseIf(sameFacts(now, before) || sameFacts(now, after) ? null : problem('CHANGED_MEANWHILE'));
  return after;
};

const partlyDone = (all: readonly ImportStep[], done: readonly ImportStep[], error: RuleBroken): RuleBroken =>
  new RuleBroken(problem('PARTLY_DONE', { done: namesOf(done), notDone: namesOf(all.filter((step) => !done.includes(step))), cause: problem(error.code, error.params) }));

const namesOf = (steps: readonly ImportStep[]): string => steps.map(({ name }) => name).join('、');
