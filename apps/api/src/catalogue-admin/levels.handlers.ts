import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { v4, v5 } from 'uuid';
import {
  addSampleLevel,
  deleteSampleLevel,
  getSampleLevels,
  updateSampleLevel,
  type ResultOf,
  type SampleLevelRow,
} from '#contract';
import { catalogueCategories, catalogueLeaves, type CatalogueLeafRow, type CategoryRow } from '#domain/catalogue';
import {
  categoryProblems,
  managedCategory,
  levelPlacement,
  sampleLevelsOf,
  duplicateSiblingProblem,
  applyLevelPatch,
  unitLeaves,
  type LevelMove,
  type UnitLeafRow,
} from '#domain/catalogue-maintenance';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import type { CatalogueCategory } from '#events';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView, requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { catalogueRows, MAX_ROWS_OF_ALL_UNITS } from './catalogue-rows.js';

export class ListLevels extends Query<OperationReturn<ResultOf<typeof getSampleLevels>>> {
  constructor(readonly input: InputOf<typeof getSampleLevels>) {
    super();
  }
}

@QueryHandler(ListLevels)
export class ListLevelsHandler implements IQueryHandler<ListLevels> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { atLeast } }: ListLevels) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, catalogueCategories, atLeast);
    return withMeta(sampleLevelsOf(await catalogueRows<CategoryRow>(views, catalogueCategories)), {
      stale,
    });
  }
}

/** Reads the levels of the sample tree, and reserves the places of levels that move. */
@Injectable()
export class LevelPlaces {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async loadCategories(): Promise<CategoryRow[]> {
    await requireUpToDate(this.engines, catalogueCategories);
    return catalogueRows<CategoryRow>(this.engines.views, catalogueCategories);
  }

  /**
   * Reserves the places of levels before they change.
   * @throws RuleBroken CATEGORY_CANNOT_MOVE, also if a concurrent move would make a cycle
   */
  async reserve(levels: readonly LevelMove[], context: CommandContext): Promise<void> {
    if (levels.length === 0) return;
    const { expectedRevision: _, ...contextWithoutRevision } = context;
    await this.decisions.decide(
      levelPlacement,
      'levels',
      async () => ({ type: 'PlaceLevels' as const, levels, tree: await this.loadCategories() }),
      contextWithoutRevision,
    );
  }
}

export class AddLevel extends Command<OperationReturn<ResultOf<typeof addSampleLevel>>> {
  constructor(
    readonly input: InputOf<typeof addSampleLevel>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AddLevel)
export class AddLevelHandler implements ICommandHandler<AddLevel> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly places: LevelPlaces,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { name, parentId, isLocaleItem }, context }: AddLevel) {
    const id = v5('catalogueCategory', context.commandId);
    const rows = await this.places.loadCategories();
    const siblings = rows.filter((row) => row.id !== id && row.parentId === parentId);
    const orderNum = Math.max(0, ...siblings.map((row) => row.orderNum)) + 1;
    const item =
      parentId === null
        ? { name, parentId, level: 1, bigCategoryId: id, isLocaleItem, orderNum, qualificationIds: [] }
        : { ...(await this.inheritFromParent(parentId)), name, parentId, orderNum };
    refuseIf(duplicateSiblingProblem(id, item, rows));
    const { revision, position } = await this.decisions.decide(managedCategory, id, { type: 'AddItem', item }, context);
    return withMeta(toLevelRow(rows, id, item), { revision, position });
  }

  /** The values that a level inherits from its parent. @throws RuleBroken NO_SUCH_CATEGORY */
  private async inheritFromParent(parentId: string): Promise<CatalogueCategory> {
    const { state: parent } = await load(this.engines.eventStore, managedCategory, parentId);
    if (!parent) throw new RuleBroken(problem('NO_SUCH_CATEGORY', {}, 'parentId'));
    return { ...parent, level: parent.level + 1 };
  }
}

export class UpdateLevel extends Command<OperationReturn<ResultOf<typeof updateSampleLevel>>> {
  constructor(
    readonly input: InputOf<typeof updateSampleLevel>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateLevel)
export class UpdateLevelHandler implements ICommandHandler<UpdateLevel> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly places: LevelPlaces,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, ...patch }, context }: UpdateLevel) {
    const rows = await this.places.loadCategories();
    const { state, revision, position } = await this.decisions.decide(
      managedCategory,
      id,
      async (category) => {
        if (!category) throw new RuleBroken(problem('NO_SUCH_CATEGORY'));
        const item = applyLevelPatch(id, category, patch, rows);
        refuseIf(duplicateSiblingProblem(id, item, rows) ?? categoryProblems(item));
        await this.reservePlace(id, item.parentId, context);
        return { type: 'ChangeItem' as const, item };
      },
      context,
    );
    if (!state) throw new RuleBroken(problem('NO_SUCH_CATEGORY'));
    return withMeta(toLevelRow(rows, id, state), { revision, position });
  }

  /**
   * Called after all other checks, so that a refused change reserves nothing, and on every save, so that the next save
   * completes an interrupted one. Each attempt has a new command id, because an earlier reservation of the same request
   * may have been replaced since.
   */
  private async reservePlace(id: string, parentId: string | null, context: CommandContext): Promise<void> {
    if (parentId === null) return;
    const { head } = await load(this.engines.eventStore, managedCategory, id);
    // A save with an older revision is refused by the decision on the level, which comes next.
    if (context.expectedRevision !== undefined && context.expectedRevision !== head.revision) return;
    await this.places.reserve([{ id, parentId }], { ...context, commandId: v4() });
  }
}

export class DeleteLevel extends Command<OperationReturn<ResultOf<typeof deleteSampleLevel>>> {
  constructor(
    readonly input: InputOf<typeof deleteSampleLevel>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteLevel)
export class DeleteLevelHandler implements ICommandHandler<DeleteLevel> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly places: LevelPlaces,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, reason }, context }: DeleteLevel) {
    const { views } = this.engines;
    await requireUpToDate(this.engines, catalogueLeaves, unitLeaves);
    const [categories, leaves, copies] = await Promise.all([
      this.places.loadCategories(),
      catalogueRows<CatalogueLeafRow>(views, catalogueLeaves),
      catalogueRows<UnitLeafRow>(views, unitLeaves, { limit: MAX_ROWS_OF_ALL_UNITS }),
    ]);
    const count =
      categories.filter(({ parentId }) => parentId === id).length +
      [...leaves, ...copies].filter(({ categoryId }) => categoryId === id).length;
    refuseIf(count > 0 ? problem('CATEGORY_IN_USE', { count }) : null);
    const { revision, position } = await this.decisions.decide(
      managedCategory,
      id,
      { type: 'WithdrawItem', reason },
      context,
    );
    return withMeta(true as const, { revision, position });
  }
}

/** A changed level among the other levels as they were read, independent of the current view. */
const toLevelRow = (rows: readonly CategoryRow[], id: string, item: CatalogueCategory): SampleLevelRow => {
  const levelRow = sampleLevelsOf([...rows.filter((row) => row.id !== id), { ...item, id }]).find(
    ({ sampleLevelId }) => sampleLevelId === id,
  );
  if (!levelRow) throw new RuleBroken(problem('NO_SUCH_CATEGORY', {}, 'parentId'));
  return levelRow;
};

export const levelHandlers = [ListLevelsHandler, AddLevelHandler, UpdateLevelHandler, DeleteLevelHandler];
