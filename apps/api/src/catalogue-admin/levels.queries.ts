import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getSampleLevels, type ResultOf } from '#contract';
import { catalogueCategories, sampleLevelsOf, type CategoryRow } from '#domain';
import type { Engines } from '#engines';
import { withMeta, type OperationReturn } from '../http/answer.js';
import { waitForView } from '../http/fresh.js';
import type { InputOf } from '../http/handles.js';
import { ENGINES } from '../provided.js';

export const ALL = 20_000;

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
    return withMeta(sampleLevelsOf((await views.find<CategoryRow>(catalogueCategories, { limit: ALL })).rows), {
      stale,
    });
  }
}

export const levelQueryHandlers = [ListLevelsHandler];
