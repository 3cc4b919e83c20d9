import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { addPack, changePack, listPacks, withdrawPack, type KeptPack } from '#contract';
import { cataloguePacks, defaultStandards, entryAsOffered, keptPack, load, problem, refuseIf, RuleBroken, sameId, type CommandContext, type Handled, type PackRow } from '#domain';
import type { Engines } from '#engines';
import type { CataloguePack, CatalogueSample } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { answer, type Answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { TEMPLATE } from './holder.js';
import { KeptSamples } from './kept-samples.js';

const ALL = 20_000;
type Typed = Omit<InputOf<typeof changePack>, 'packId'>;

/** Parameter packs of the system template; a pack comes with what its sample offers by default. */
@Controller()
export class KeepPacks {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly kept: KeptSamples, private readonly decisions: Decisions) {}

  /** Search matches the sample's name too, which the view of packs does not hold: there are some dozens, so the page is cut here. */
  @Handles(listPacks)
  async list(@Input() { search, skipCount, maxResultCount, atLeast }: InputOf<typeof listPacks>) {
    const { views } = this.engines;
    const { stale } = await fresh(views, cataloguePacks, atLeast);
    const [{ rows }, { leaves }] = await Promise.all([views.find<PackRow>(cataloguePacks, { limit: ALL }), this.kept.leaves(TEMPLATE)]);
    const nameOf = new Map(leaves.map(({ id, name }) => [id, name]));
    const found = rows
      .filter(({ name, sampleId }) => `${name}\n${nameOf.get(sampleId) ?? ''}`.includes(search.trim()))
      .toSorted((left, right) => (left.sampleId === right.sampleId ? left.orderNum - right.orderNum : (nameOf.get(left.sampleId) ?? '') < (nameOf.get(right.sampleId) ?? '') ? -1 : 1));
    const items = await Promise.all(found.slice(skipCount, skipCount + maxResultCount).map(async ({ id, sampleId }) => this.one(id, nameOf.get(sampleId) ?? '')));
    return answer({ items: items.filter((item) => item !== null), totalCount: found.length }, { stale });
  }

  @Handles(addPack)
  async add(@Input() { sampleId, ...typed }: InputOf<typeof addPack>, @Command() context: CommandContext) {
    const id = v5('cataloguePack', context.commandId);
    const { sample } = await this.kept.one(TEMPLATE, sampleId);
    const { categoryId, bigCategoryId } = sample;
    const item = packWith(typed, { name: '', sampleId, categoryId, bigCategoryId, exposed: true, orderNum: 1, entries: [] }, sample);
    return this.shown(id, sample.name, await this.decisions.decide(keptPack, id, { type: 'AddItem', item }, context));
  }

  @Handles(changePack)
  async change(@Input() { packId, ...typed }: InputOf<typeof changePack>, @Command() context: CommandContext) {
    const before = await this.stateOf(packId);
    const { sample } = await this.kept.one(TEMPLATE, before.sampleId);
    return this.shown(packId, sample.name, await this.decisions.decide(keptPack, packId, async (pack) => {
      if (!pack) throw new RuleBroken(problem('NO_SUCH_PACK'));
      return { type: 'ChangeItem' as const, item: packWith(typed, pack, sample) };
    }, context));
  }

  @Handles(withdrawPack)
  async withdraw(@Input() { packId, reason }: InputOf<typeof withdrawPack>, @Command() context: CommandContext) {
    const { revision, position } = await this.decisions.decide(keptPack, packId, { type: 'WithdrawItem', reason }, context);
    return answer(true as const, { revision, position });
  }

  private async stateOf(id: string): Promise<CataloguePack> {
    const { state } = await load(this.engines.eventStore, keptPack, id);
    if (!state) throw new RuleBroken(problem('NO_SUCH_PACK'));
    return state;
  }

  private async one(id: string, sampleName: string): Promise<KeptPack | null> {
    const { state, head } = await load(this.engines.eventStore, keptPack, id);
    if (!state) return null;
    const { name, sampleId, exposed, orderNum, entries } = state;
    return { id, revision: head.revision, name, sampleId, sampleName, exposed, orderNum, params: entries.map(({ param }) => param) };
  }

  private async shown(id: string, sampleName: string, { revision, position }: Handled<unknown>): Promise<Answer<KeptPack>> {
    const pack = await this.one(id, sampleName);
    if (!pack) throw new RuleBroken(problem('NO_SUCH_PACK'));
    return answer(pack, { revision, position });
  }
}

/** A parameter that was in the pack keeps those of its standards that the sample still has. @throws RuleBroken PARAMETER_UNKNOWN for one the sample does not have. */
const packWith = ({ name, exposed, orderNum, paramIds }: Typed, before: CataloguePack, sample: CatalogueSample): CataloguePack => ({
  ...before, name: name ?? before.name, exposed: exposed ?? before.exposed, orderNum: orderNum ?? before.orderNum, entries: paramIds ? entriesOf(paramIds, before, sample) : before.entries,
});

const entriesOf = (paramIds: readonly string[], { entries }: CataloguePack, sample: CatalogueSample): CataloguePack['entries'] => {
  refuseIf(paramIds.flatMap((id, place) => (sample.parameters.some((each) => sameId(each.id, id)) ? [] : [problem('PARAMETER_UNKNOWN', { sample: sample.name }, `paramIds.${place}`)])));
  return paramIds.flatMap((paramId) => {
    const there = entries.find(({ param }) => sameId(param.id, paramId));
    const parameter = sample.parameters.find(({ id }) => sameId(id, paramId));
    if (!parameter) return [];
    if (there) return [entryAsOffered(there, parameter)];
    const { basis, evaluation } = defaultStandards(parameter);
    return [{ param: { id: parameter.id, name: parameter.displayName }, standards: evaluation, basis }];
  });
};
