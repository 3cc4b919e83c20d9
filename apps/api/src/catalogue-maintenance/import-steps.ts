import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import {
  entriesOf,
  keptCategory,
  load,
  problem,
  reference,
  refuseIf,
  RuleBroken,
  type CategoryChange,
  type CommandContext,
  type ListChange,
  type Problem,
  type SampleChange,
  type WorkbookChanges,
} from '#domain';
import type { Engines } from '#engines';
import { EventTooLarge, type CatalogueSample, type Position } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES, LOG, type Log } from '../provided.js';
import { freeSampleCodes } from './free-sample-code.js';
import type { Holder } from './holder.js';
import { ImportOthers } from './import-others.js';
import { agreedOn, type ImportStep } from './import-step.js';
import { KeptLists } from './kept-lists.js';
import { KeptSamples } from './kept-samples.js';
import { PlaceLevels } from './place-levels.js';
import { StandardIdentities } from './standard-identities.js';

/** How a workbook that was read gets into the catalogue. */
@Injectable()
export class ImportSteps {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly kept: KeptSamples,
    private readonly lists: KeptLists,
    private readonly places: PlaceLevels,
    private readonly others: ImportOthers,
    private readonly identities: StandardIdentities,
    private readonly decisions: Decisions,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * All agree first, and one that has changed meanwhile refuses the whole; asked again after a break, what is done already is left as it is
   * (ADR-007): every step has an id of its own, made of the request's. @throws RuleBroken CHANGED_MEANWHILE, PARTLY_DONE
   */
  async run(
    holder: Holder,
    { lists, categories, changes, packs, standards, accessoryTypes }: WorkbookChanges,
    reason: string,
    context: CommandContext,
  ): Promise<Position | null> {
    const under = (id: string): CommandContext => ({ ...context, commandId: v5(id, context.commandId) });
    const steps = [
      ...standards.map((change) => this.others.ofStandard(change, under(change.id))),
      ...(accessoryTypes ? [this.others.ofAccessoryTypes(accessoryTypes, reason, under('accessoryTypes'))] : []),
      ...lists.map((change) => this.ofList(change, under(change.list.name))),
      ...categories.map((change) => this.ofCategory(change, under(change.id))),
      ...changes.map((change) => this.ofSample(holder, change, reason, under(change.id))),
      ...packs.map((change) => this.others.ofPack(holder, change, reason, under(change.id))),
    ];
    for (const { agree } of steps) await agree();
    await this.identities.agree(standards);
    await freeSampleCodes(
      this.engines,
      this.kept,
      holder,
      changes.flatMap(({ id, before, after }) => (before ? [] : [{ id, code: after.sampleCode }])),
    );
    await this.places.agree(
      categories.flatMap(({ id, before, after }) =>
        after.parentId === null || after.parentId === before.parentId ? [] : [{ id, parentId: after.parentId }],
      ),
      under('levels'),
    );
    const done: ImportStep[] = [];
    let position: Position | null = null;
    for (const step of steps) {
      try {
        position = (await step.apply()) ?? position;
        done.push(step);
      } catch (error) {
        if (done.length === 0) throw error;
        if (!(error instanceof RuleBroken)) this.log.error({ err: error }, 'an import broke off');
        throw partlyDone(steps, done, error);
      }
    }
    return position;
  }

  private ofSample(
    holder: Holder,
    { id, before, after }: SampleChange,
    reason: string,
    context: CommandContext,
  ): ImportStep {
    if (!before) {
      return {
        name: after.sampleCode,
        agree: async () => agreedOn<CatalogueSample | null>(null, after)(await this.kept.added(holder, id)),
        apply: async () => (await this.kept.add(holder, id, after, context)).position,
      };
    }
    const agreed = agreedOn(before, after);
    return {
      name: before.sampleCode,
      agree: async () => {
        const { sample, withdrawn } = await this.kept.one(holder, id);
        refuseIf(withdrawn ? problem('CHANGED_MEANWHILE') : null);
        agreed(sample);
      },
      apply: async () => (await this.kept.change(holder, id, context, agreed, reason)).position,
    };
  }

  private ofList({ list, after }: ListChange, context: CommandContext): ImportStep {
    const agreed = agreedOn([...list.entries], after);
    return {
      name: list.title.zh,
      agree: async () => agreed(entriesOf((await load(this.engines.eventStore, reference, list.name)).state)),
      apply: async () => (await this.lists.change(list.name, context, (entries) => agreed([...entries]))).position,
    };
  }

  private ofCategory({ id, path, before, after }: CategoryChange, context: CommandContext): ImportStep {
    const agreed = agreedOn(before, after);
    return {
      name: path,
      agree: async () => agreed((await load(this.engines.eventStore, keptCategory, id)).state),
      apply: async () =>
        (
          await this.decisions.decide(
            keptCategory,
            id,
            async (category) => ({ type: 'ChangeItem' as const, item: agreed(category) }),
            context,
          )
        ).position,
    };
  }
}

const partlyDone = (all: readonly ImportStep[], done: readonly ImportStep[], error: unknown): RuleBroken =>
  new RuleBroken(
    problem('PARTLY_DONE', {
      done: namesOf(done),
      notDone: namesOf(all.filter((step) => !done.includes(step))),
      cause: causeOf(error),
    }),
  );

const causeOf = (error: unknown): Problem => {
  if (error instanceof RuleBroken) return problem(error.code, error.params);
  return problem(error instanceof EventTooLarge ? 'TOO_LARGE' : 'IMPORT_BROKEN_OFF');
};

const namesOf = (steps: readonly ImportStep[]): string => steps.map(({ name }) => name).join('、');
