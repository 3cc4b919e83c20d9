import { Controller, Inject } from '@nestjs/common';
import { v4, v5 } from 'uuid';
import { addSampleLevel, deleteSampleLevel, getSampleLevels, updateSampleLevel, type SampleLevelRow } from '#contract';
import {
  catalogueCategories,
  catalogueLeaves,
  categoryProblems,
  keptCategory,
  load,
  problem,
  refuseIf,
  RuleBroken,
  sampleLevelsOf,
  siblingProblem,
  typedLevel,
  unitLeaves,
  type CatalogueLeafRow,
  type CategoryRow,
  type CommandContext,
  type UnitLeafRow,
} from '#domain';
import type { Engines } from '#engines';
import type { CatalogueCategory } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { fresh, upToDate } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { PlaceLevels } from './place-levels.js';

const ALL = 20_000;

/** The levels of the sample tree (002 CAT-006). */
@Controller()
export class KeepLevels {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly places: PlaceLevels,
    private readonly decisions: Decisions,
  ) {}

  @Handles(getSampleLevels)
  async list(@Input() { atLeast }: InputOf<typeof getSampleLevels>) {
    const { views } = this.engines;
    const { stale } = await fresh(views, catalogueCategories, atLeast);
    return answer(sampleLevelsOf((await views.find<CategoryRow>(catalogueCategories, { limit: ALL })).rows), { stale });
  }

  @Handles(addSampleLevel)
  async add(
    @Input() { name, parentId, isLocaleItem }: InputOf<typeof addSampleLevel>,
    @Command() context: CommandContext,
  ) {
    const id = v5('catalogueCategory', context.commandId);
    const rows = await this.places.now();
    const siblings = rows.filter((row) => row.id !== id && row.parentId === parentId);
    const orderNum = Math.max(0, ...siblings.map((row) => row.orderNum)) + 1;
    const item =
      parentId === null
        ? { name, parentId, level: 1, bigCategoryId: id, isLocaleItem, orderNum, qualificationIds: [] }
        : { ...(await this.under(parentId)), name, parentId, orderNum };
    refuseIf(siblingProblem(id, item, rows));
    const { revision, position } = await this.decisions.decide(keptCategory, id, { type: 'AddItem', item }, context);
    return answer(shownIn(rows, id, item), { revision, position });
  }

  @Handles(updateSampleLevel)
  async update(@Input() { id, ...typed }: InputOf<typeof updateSampleLevel>, @Command() context: CommandContext) {
    const rows = await this.places.now();
    const { state, revision, position } = await this.decisions.decide(
      keptCategory,
      id,
      async (category) => {
        if (!category) throw new RuleBroken(problem('NO_SUCH_CATEGORY'));
        const item = typedLevel(id, category, typed, rows);
        refuseIf(siblingProblem(id, item, rows) ?? categoryProblems(item));
        await this.agreeOnPlace(id, item.parentId, context);
        return { type: 'ChangeItem' as const, item };
      },
      context,
    );
    if (!state) throw new RuleBroken(problem('NO_SUCH_CATEGORY'));
    return answer(shownIn(rows, id, state), { revision, position });
  }

  @Handles(deleteSampleLevel)
  async remove(@Input() { id, reason }: InputOf<typeof deleteSampleLevel>, @Command() context: CommandContext) {
    const { views } = this.engines;
    await upToDate(this.engines, catalogueLeaves, unitLeaves);
    const [categories, leaves, copies] = await Promise.all([
      this.places.now(),
      views.find<CatalogueLeafRow>(catalogueLeaves, { limit: ALL }),
      views.find<UnitLeafRow>(unitLeaves, { limit: ALL }),
    ]);
    const count =
      categories.filter(({ parentId }) => parentId === id).length +
      [...leaves.rows, ...copies.rows].filter(({ categoryId }) => categoryId === id).length;
    refuseIf(count > 0 ? problem('CATEGORY_IN_USE', { count }) : null);
    const { revision, position } = await this.decisions.decide(
      keptCategory,
      id,
      { type: 'WithdrawItem', reason },
      context,
    );
    return answer(true as const, { revision, position });
  }

  /**
   * Asked last, when nothing else speaks against the change, so that what is refused leaves no trace in the tree; and on every save, so that
   * one that was broken off is settled by the next. Each try asks anew: what was agreed under this request once may be settled otherwise by now.
   */
  private async agreeOnPlace(id: string, parentId: string | null, context: CommandContext): Promise<void> {
    if (parentId === null) return;
    const { head } = await load(this.engines.eventStore, keptCategory, id);
    if (context.expectedRevision !== undefined && context.expectedRevision !== head.revision) return; // the decision on the level says so
    await this.places.agree([{ id, parentId }], { ...context, commandId: v4() });
  }

  /** What a level has of the one above. @throws RuleBroken NO_SUCH_CATEGORY */
  private async under(parentId: string): Promise<CatalogueCategory> {
    const { state: parent } = await load(this.engines.eventStore, keptCategory, parentId);
    if (!parent) throw new RuleBroken(problem('NO_SUCH_CATEGORY', {}, 'parentId'));
    return { ...parent, level: parent.level + 1 };
  }
}

/** A level among the others as they were, whatever the view shows of it by now. */
const shownIn = (rows: readonly CategoryRow[], id: string, item: CatalogueCategory): SampleLevelRow => {
  const shown = sampleLevelsOf([...rows.filter((row) => row.id !== id), { ...item, id }]).find(
    ({ sampleLevelId }) => sampleLevelId === id,
  );
  if (!shown) throw new RuleBroken(problem('NO_SUCH_CATEGORY', {}, 'parentId'));
  return shown;
};
