import { Inject, Injectable } from '@nestjs/common';
import { catalogueCategories, placedLevels, type CategoryRow, type CommandContext, type LevelPlace } from '#domain';
import type { Engines } from '#engines';
import { Decisions } from '../decisions/decisions.js';
import { upToDate } from '../http/fresh.js';
import { ENGINES } from '../provided.js';

const ALL = 20_000;

/** Levels of the sample tree as they are now, and the one way to move them. */
@Injectable()
export class PlaceLevels {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async now(): Promise<CategoryRow[]> {
    await upToDate(this.engines, catalogueCategories);
    return (await this.engines.views.find<CategoryRow>(catalogueCategories, { limit: ALL })).rows;
  }

  /** To be asked before the levels themselves change. @throws RuleBroken CATEGORY_CANNOT_MOVE, also where another move that is under way would make a circle of it */
  async agree(levels: readonly LevelPlace[], context: CommandContext): Promise<void> {
    if (levels.length === 0) return;
    const { expectedRevision: _, ...unconditional } = context;
    await this.decisions.decide(
      placedLevels,
      'levels',
      async () => ({ type: 'PlaceLevels' as const, levels, tree: await this.now() }),
      unconditional,
    );
  }
}
