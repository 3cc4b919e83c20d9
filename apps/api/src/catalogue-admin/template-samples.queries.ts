import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { sysTestSampleGet, sysTestSampleGetAll, sysTestSampleGetTree, type KeptSample, type ResultOf } from '#contract';
import type { Handled } from '#domain';
import { answer, type Answer, type Answered } from '../http/answer.js';
import type { InputOf } from '../http/handles.js';
import { HolderSamples } from './holder-samples.js';
import { TEMPLATE } from './holder.js';
import { pageOfSamples, toKeptSample, treeOfSamples } from './sample-lists.js';

/** A sample of the template as its stream has it. */
@Injectable()
export class TemplateSampleReader {
  constructor(private readonly kept: HolderSamples) {}

  async shown(id: string, written?: Handled<unknown>): Promise<Answer<KeptSample>> {
    const [held, names] = await Promise.all([this.kept.one(TEMPLATE, id), this.kept.names()]);
    return answer(toKeptSample(TEMPLATE, held, names), {
      ...(held.revision === null ? {} : { revision: held.revision }),
      ...(written ? { position: written.position } : {}),
    });
  }
}

export class ListTemplateSamples extends Query<Answered<ResultOf<typeof sysTestSampleGetAll>>> {
  constructor(readonly input: InputOf<typeof sysTestSampleGetAll>) {
    super();
  }
}

@QueryHandler(ListTemplateSamples)
export class ListTemplateSamplesHandler implements IQueryHandler<ListTemplateSamples> {
  constructor(private readonly kept: HolderSamples) {}

  async execute({ input: asked }: ListTemplateSamples) {
    const { page, stale } = await pageOfSamples(this.kept, TEMPLATE, asked);
    return answer(page, { stale });
  }
}

export class GetTemplateSampleTree extends Query<Answered<ResultOf<typeof sysTestSampleGetTree>>> {
  constructor(readonly input: InputOf<typeof sysTestSampleGetTree>) {
    super();
  }
}

@QueryHandler(GetTemplateSampleTree)
export class GetTemplateSampleTreeHandler implements IQueryHandler<GetTemplateSampleTree> {
  constructor(private readonly kept: HolderSamples) {}

  async execute({ input: asked }: GetTemplateSampleTree) {
    const { tree, stale } = await treeOfSamples(this.kept, TEMPLATE, asked);
    return answer(tree, { stale });
  }
}

export class GetTemplateSample extends Query<Answered<ResultOf<typeof sysTestSampleGet>>> {
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
