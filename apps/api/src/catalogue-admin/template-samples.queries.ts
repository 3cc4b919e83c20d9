import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  sysTestSampleGet,
  sysTestSampleGetAll,
  sysTestSampleGetTree,
  type CatalogueSampleView,
  type ResultOf,
} from '#contract';
import type { CommandResult } from '#domain';
import { withMeta, type OperationResult, type OperationReturn } from '../http/answer.js';
import type { InputOf } from '../http/handles.js';
import { HolderSamples } from './holder-samples.js';
import { TEMPLATE } from './holder.js';
import { listSamplesPage, toSampleView, buildSampleTree } from './sample-lists.js';

/** A sample of the template as its stream has it. */
@Injectable()
export class TemplateSampleReader {
  constructor(private readonly kept: HolderSamples) {}

  async shown(id: string, written?: CommandResult<unknown>): Promise<OperationResult<CatalogueSampleView>> {
    const [held, names] = await Promise.all([this.kept.one(TEMPLATE, id), this.kept.names()]);
    return withMeta(toSampleView(TEMPLATE, held, names), {
      ...(held.revision === null ? {} : { revision: held.revision }),
      ...(written ? { position: written.position } : {}),
    });
  }
}

export class ListTemplateSamples extends Query<OperationReturn<ResultOf<typeof sysTestSampleGetAll>>> {
  constructor(readonly input: InputOf<typeof sysTestSampleGetAll>) {
    super();
  }
}

@QueryHandler(ListTemplateSamples)
export class ListTemplateSamplesHandler implements IQueryHandler<ListTemplateSamples> {
  constructor(private readonly kept: HolderSamples) {}

  async execute({ input: asked }: ListTemplateSamples) {
    const { page, stale } = await listSamplesPage(this.kept, TEMPLATE, asked);
    return withMeta(page, { stale });
  }
}

export class GetTemplateSampleTree extends Query<OperationReturn<ResultOf<typeof sysTestSampleGetTree>>> {
  constructor(readonly input: InputOf<typeof sysTestSampleGetTree>) {
    super();
  }
}

@QueryHandler(GetTemplateSampleTree)
export class GetTemplateSampleTreeHandler implements IQueryHandler<GetTemplateSampleTree> {
  constructor(private readonly kept: HolderSamples) {}

  async execute({ input: asked }: GetTemplateSampleTree) {
    const { tree, stale } = await buildSampleTree(this.kept, TEMPLATE, asked);
    return withMeta(tree, { stale });
  }
}

export class GetTemplateSample extends Query<OperationReturn<ResultOf<typeof sysTestSampleGet>>> {
  constructor(readonly input: InputOf<typeof sysTestSampleGet>) {
    super();
  }
}

@QueryHandler(GetTemplateSample)
export class GetTemplateSampleHandler implements IQueryHandler<GetTemplateSample> {
  constructor(private readonly reader: TemplateSampleReader) {}

  async execute({ input: { id } }: GetTemplateSample) {
    return this.reader.shown(id);
  }
}

export const templateSampleQueryHandlers = [
  TemplateSampleReader,
  ListTemplateSamplesHandler,
  GetTemplateSampleTreeHandler,
  GetTemplateSampleHandler,
];
