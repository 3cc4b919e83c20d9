import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { addPack, changePack, resetPack, withdrawPack, type ResultOf } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, sameId } from '#domain/rules';
import { packEntryOf } from '#domain/sample';
import type { Engines } from '#engines';
import type { CataloguePack, CatalogueSample } from '#events';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { OwnedPacks } from './owned-packs.js';
import { OwnedSamples } from './owned-samples.js';
import { unitCatalogueOwnerFor } from './catalogue-owner.js';
import { PackReader } from './packs.queries.js';

type PackPatch = Pick<InputOf<typeof changePack>, 'name' | 'exposed' | 'orderNum' | 'paramIds'>;

export class AddPack extends Command<OperationReturn<ResultOf<typeof addPack>>> {
  constructor(
    readonly input: InputOf<typeof addPack>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AddPack)
export class AddPackHandler implements ICommandHandler<AddPack> {
  constructor(
    private readonly ownedSamples: OwnedSamples,
    private readonly packs: OwnedPacks,
    private readonly reader: PackReader,
  ) {}

  async execute({ input: { testUnitId, sampleId, ...patch }, caller, context }: AddPack) {
    const owner = await this.reader.owner(caller, testUnitId);
    const id = v5('cataloguePack', context.commandId);
    const { id: storedSampleId, sample } = await this.ownedSamples.read(owner, sampleId);
    const { categoryId, bigCategoryId } = sample;
    const pack = applyPackPatch(
      patch,
      { name: '', sampleId: storedSampleId, categoryId, bigCategoryId, exposed: true, orderNum: 1, entries: [] },
      sample,
    );
    return this.reader.toResult(owner, id, await this.packs.add(owner, id, pack, context));
  }
}

export class ChangePack extends Command<OperationReturn<ResultOf<typeof changePack>>> {
  constructor(
    readonly input: InputOf<typeof changePack>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangePack)
export class ChangePackHandler implements ICommandHandler<ChangePack> {
  constructor(
    private readonly ownedSamples: OwnedSamples,
    private readonly packs: OwnedPacks,
    private readonly reader: PackReader,
  ) {}

  async execute({ input: { testUnitId, packId, ...patch }, caller, context }: ChangePack) {
    const owner = await this.reader.owner(caller, testUnitId);
    const { pack: currentPack } = await this.packs.read(owner, packId);
    const { sample } = await this.ownedSamples.read(owner, currentPack.sampleId);
    return this.reader.toResult(
      owner,
      packId,
      await this.packs.change(owner, packId, context, (pack) => applyPackPatch(patch, pack, sample)),
    );
  }
}

export class WithdrawPack extends Command<OperationReturn<ResultOf<typeof withdrawPack>>> {
  constructor(
    readonly input: InputOf<typeof withdrawPack>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(WithdrawPack)
export class WithdrawPackHandler implements ICommandHandler<WithdrawPack> {
  constructor(
    private readonly packs: OwnedPacks,
    private readonly reader: PackReader,
  ) {}

  async execute({ input: { testUnitId, packId, reason }, caller, context }: WithdrawPack) {
    const { revision, position } = await this.packs.withdraw(
      await this.reader.owner(caller, testUnitId),
      packId,
      reason,
      context,
    );
    return withMeta(true as const, { revision, position });
  }
}

export class ResetPack extends Command<OperationReturn<ResultOf<typeof resetPack>>> {
  constructor(
    readonly input: InputOf<typeof resetPack>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ResetPack)
export class ResetPackHandler implements ICommandHandler<ResetPack> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
    private readonly packs: OwnedPacks,
    private readonly reader: PackReader,
  ) {}

  async execute({ input: { testUnitId, packId, reason }, caller, context }: ResetPack) {
    const unit = await unitCatalogueOwnerFor(this.engines.eventStore, caller, testUnitId);
    const { pack: currentPack } = await this.packs.read(unit, packId);
    await this.ownedSamples.read(unit, currentPack.sampleId); // before deciding, so that nothing is stored that cannot be returned
    return this.reader.toResult(unit, packId, await this.packs.reset(unit, packId, reason, context));
  }
}

export const packCommandHandlers = [AddPackHandler, ChangePackHandler, WithdrawPackHandler, ResetPackHandler];

const applyPackPatch = (
  { name, exposed, orderNum, paramIds }: PackPatch,
  currentPack: CataloguePack,
  sample: CatalogueSample,
): CataloguePack => ({
  ...currentPack,
  name: name ?? currentPack.name,
  exposed: exposed ?? currentPack.exposed,
  orderNum: orderNum ?? currentPack.orderNum,
  entries: paramIds ? packEntries(paramIds, currentPack, sample) : currentPack.entries,
});

/**
 * These parameters of a sample as the entries of a pack. A parameter that the sample no longer has keeps its entry, and
 * forms leave it out.
 * @throws RuleBroken PARAMETER_UNKNOWN for a parameter that is in neither
 */
const packEntries = (
  paramIds: readonly string[],
  { entries }: Pick<CataloguePack, 'entries'>,
  sample: CatalogueSample,
): CataloguePack['entries'] => {
  const findEntry = (paramId: string) => entries.find(({ param }) => sameId(param.id, paramId));
  refuseIf(
    paramIds.flatMap((id, index) =>
      sample.parameters.some((each) => sameId(each.id, id)) || findEntry(id)
        ? []
        : [problem('PARAMETER_UNKNOWN', { sample: sample.name }, `paramIds.${index}`)],
    ),
  );
  return paramIds.flatMap((paramId) => {
    const parameter = sample.parameters.find(({ id }) => sameId(id, paramId));
    const currentEntry = findEntry(paramId);
    return parameter ? [packEntryOf(parameter, currentEntry)] : currentEntry ? [currentEntry] : [];
  });
};
