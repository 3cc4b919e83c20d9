import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { listPacks, type CataloguePackView, type ResultOf } from '#contract';
import { cataloguePacks } from '#domain/catalogue';
import { unitPacks, type EffectivePack } from '#domain/catalogue-maintenance';
import type { CommandResult } from '#domain/event-sourcing';
import type { Engines, ViewName } from '#engines';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { OwnedPacks, type CurrentPack } from './owned-packs.js';
import { OwnedSamples } from './owned-samples.js';
import { catalogueOwnerFor, TEMPLATE, type CatalogueOwner } from './catalogue-owner.js';

/** Reads packs from their streams. */
@Injectable()
export class PackReader {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
    private readonly packs: OwnedPacks,
  ) {}

  owner(caller: Caller, testUnitId: string | undefined): Promise<CatalogueOwner> {
    return catalogueOwnerFor(this.engines.eventStore, caller, testUnitId);
  }

  async toResult(
    owner: CatalogueOwner,
    id: string,
    { revision, position }: CommandResult<unknown>,
  ): Promise<OperationResult<CataloguePackView>> {
    const currentPack = await this.packs.read(owner, id);
    const { sample } = await this.ownedSamples.read(owner, currentPack.pack.sampleId);
    return withMeta(toPackView(id, sample.name, currentPack), { revision, position });
  }
}

/**
 * The search also matches the name of the sample, which the views of packs do not have. There are few packs, so they
 * are filtered in memory.
 */
export class ListPacks extends Query<OperationReturn<ResultOf<typeof listPacks>>> {
  constructor(
    readonly input: InputOf<typeof listPacks>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListPacks)
export class ListPacksHandler implements IQueryHandler<ListPacks> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
    private readonly packs: OwnedPacks,
    private readonly reader: PackReader,
  ) {}

  async execute({ input: { testUnitId, search, state, skipCount, maxResultCount, atLeast }, caller }: ListPacks) {
    const owner = await this.reader.owner(caller, testUnitId);
    const viewWaits = await Promise.all(
      [cataloguePacks, unitPacks].map((view: ViewName) => waitForView(this.engines.views, view, atLeast)),
    );
    const [all, { leaves }] = await Promise.all([this.packs.list(owner), this.ownedSamples.leaves(owner)]);
    const sampleNames = new Map(leaves.filter(({ withdrawn }) => !withdrawn).map(({ id, name }) => [id, name]));
    const matches = all
      .filter(
        (pack) =>
          (owner === TEMPLATE || sampleNames.has(pack.sampleId)) &&
          matchesState(pack, state) &&
          `${pack.name}\n${sampleNames.get(pack.sampleId) ?? ''}`.includes(search.trim()),
      )
      .toSorted((left, right) =>
        left.sampleId === right.sampleId
          ? left.orderNum - right.orderNum
          : (sampleNames.get(left.sampleId) ?? '') < (sampleNames.get(right.sampleId) ?? '')
            ? -1
            : 1,
      );
    const items = await Promise.all(
      matches
        .slice(skipCount, skipCount + maxResultCount)
        .map(async ({ id, sampleId }) =>
          toPackView(id, sampleNames.get(sampleId) ?? '', await this.packs.read(owner, id)),
        ),
    );
    return withMeta({ items, totalCount: matches.length }, { stale: viewWaits.some(({ stale }) => stale) });
  }
}

export const packQueryHandlers = [PackReader, ListPacksHandler];

const toPackView = (
  id: string,
  sampleName: string,
  { pack: { name, sampleId, exposed, orderNum, entries }, revision, origin, withdrawn }: CurrentPack,
): CataloguePackView => ({
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

const matchesState = ({ origin, withdrawn }: EffectivePack, state: '' | 'own' | 'withdrawn'): boolean => {
  switch (state) {
    case '':
      return !withdrawn;
    case 'own':
      return !withdrawn && origin !== 'template';
    case 'withdrawn':
      return withdrawn;
  }
};
