import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { addPack, changePack, listPacks, resetPack, withdrawPack, type KeptPack } from '#contract';
import { cataloguePacks, unitPacks, type CommandContext, type Handled, type HeldPack } from '#domain';
import type { Engines, ViewName } from '#engines';
import type { CataloguePack, CatalogueSample } from '#events';
import type { Caller } from '../auth/caller.js';
import { answer, type Answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { type Holder, holderFor, TEMPLATE, unitHolderFor } from './holder.js';
import { KeptPacks, type PackNow } from './kept-packs.js';
import { KeptSamples } from './kept-samples.js';
import { packEntries } from './pack-entries.js';

type Typed = Pick<InputOf<typeof changePack>, 'name' | 'exposed' | 'orderNum' | 'paramIds'>;

/** Parameter packs, of the system template or as they hold for a testing unit; a pack comes with what its sample offers by default. */
@Controller()
export class KeepPacks {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly kept: KeptSamples,
    private readonly packs: KeptPacks,
  ) {}

  /** Search matches the sample's name too, which the views of packs do not hold: there are some dozens, so the page is cut here. */
  @Handles(listPacks)
  async list(
    @Input() { testUnitId, search, state, skipCount, maxResultCount, atLeast }: InputOf<typeof listPacks>,
    @By() caller: Caller,
  ) {
    const holder = await this.holder(caller, testUnitId);
    const answers = await Promise.all(
      [cataloguePacks, unitPacks].map((view: ViewName) => fresh(this.engines.views, view, atLeast)),
    );
    const [all, { leaves }] = await Promise.all([this.packs.all(holder), this.kept.leaves(holder)]);
    const nameOf = new Map(leaves.filter(({ withdrawn }) => !withdrawn).map(({ id, name }) => [id, name]));
    const found = all
      .filter(
        (pack) =>
          (holder === TEMPLATE || nameOf.has(pack.sampleId)) &&
          inState(pack, state) &&
          `${pack.name}\n${nameOf.get(pack.sampleId) ?? ''}`.includes(search.trim()),
      )
      .toSorted((left, right) =>
        left.sampleId === right.sampleId
          ? left.orderNum - right.orderNum
          : (nameOf.get(left.sampleId) ?? '') < (nameOf.get(right.sampleId) ?? '')
            ? -1
            : 1,
      );
    const items = await Promise.all(
      found
        .slice(skipCount, skipCount + maxResultCount)
        .map(async ({ id, sampleId }) => toKeptPack(id, nameOf.get(sampleId) ?? '', await this.packs.one(holder, id))),
    );
    return answer({ items, totalCount: found.length }, { stale: answers.some(({ stale }) => stale) });
  }

  @Handles(addPack)
  async add(
    @Input() { testUnitId, sampleId, ...typed }: InputOf<typeof addPack>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const holder = await this.holder(caller, testUnitId);
    const id = v5('cataloguePack', context.commandId);
    const { id: listedId, sample } = await this.kept.one(holder, sampleId);
    const { categoryId, bigCategoryId } = sample;
    const pack = packWith(
      typed,
      { name: '', sampleId: listedId, categoryId, bigCategoryId, exposed: true, orderNum: 1, entries: [] },
      sample,
    );
    return this.shown(holder, id, await this.packs.add(holder, id, pack, context));
  }

  @Handles(changePack)
  async change(
    @Input() { testUnitId, packId, ...typed }: InputOf<typeof changePack>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const holder = await this.holder(caller, testUnitId);
    const { pack: before } = await this.packs.one(holder, packId);
    const { sample } = await this.kept.one(holder, before.sampleId);
    return this.shown(
      holder,
      packId,
      await this.packs.change(holder, packId, context, (pack) => packWith(typed, pack, sample)),
    );
  }

  @Handles(withdrawPack)
  async withdraw(
    @Input() { testUnitId, packId, reason }: InputOf<typeof withdrawPack>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { revision, position } = await this.packs.withdraw(
      await this.holder(caller, testUnitId),
      packId,
      reason,
      context,
    );
    return answer(true as const, { revision, position });
  }

  @Handles(resetPack)
  async reset(
    @Input() { testUnitId, packId, reason }: InputOf<typeof resetPack>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const unit = await unitHolderFor(this.engines.eventStore, caller, testUnitId);
    const { pack: before } = await this.packs.one(unit, packId);
    await this.kept.one(unit, before.sampleId); // before deciding: what cannot be answered is not stored
    return this.shown(unit, packId, await this.packs.reset(unit, packId, reason, context));
  }

  private holder(caller: Caller, asked: string | undefined): Promise<Holder> {
    return holderFor(this.engines.eventStore, caller, asked);
  }

  private async shown(holder: Holder, id: string, { revision, position }: Handled<unknown>): Promise<Answer<KeptPack>> {
    const now = await this.packs.one(holder, id);
    const { sample } = await this.kept.one(holder, now.pack.sampleId);
    return answer(toKeptPack(id, sample.name, now), { revision, position });
  }
}

const toKeptPack = (
  id: string,
  sampleName: string,
  { pack: { name, sampleId, exposed, orderNum, entries }, revision, origin, withdrawn }: PackNow,
): KeptPack => ({
  id,
  revision,
  name,
  sampleId,
  sampleName,
  exposed,
  orderNum,
  params: entries.map(({ param }) => param),
  origin,
  isDeleted: withdrawn,
});

const packWith = (
  { name, exposed, orderNum, paramIds }: Typed,
  before: CataloguePack,
  sample: CatalogueSample,
): CataloguePack => ({
  ...before,
  name: name ?? before.name,
  exposed: exposed ?? before.exposed,
  orderNum: orderNum ?? before.orderNum,
  entries: paramIds ? packEntries(paramIds, before, sample) : before.entries,
});

const inState = ({ origin, withdrawn }: HeldPack, state: '' | 'own' | 'withdrawn'): boolean => {
  switch (state) {
    case '':
      return !withdrawn;
    case 'own':
      return !withdrawn && origin !== 'template';
    case 'withdrawn':
      return withdrawn;
  }
};
