import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import {
  sysTestSampleCreate,
  sysTestSampleDelete,
  sysTestSampleGet,
  sysTestSampleGetAll,
  sysTestSampleGetTree,
  sysTestSampleUpdate,
  type CatalogueSampleView,
  type ResultOf,
} from '#contract';
import { newSample, templateSample } from '#domain/catalogue-maintenance';
import type { CommandContext, CommandResult } from '#domain/event-sourcing';
import type { Engines } from '#engines';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { requireFreeSampleCode, OwnedSamples } from './owned-samples.js';
import { TEMPLATE } from './catalogue-owner.js';
import { applySampleRequest } from './sample-edits.js';
import { listSamplesPage, toSampleView, buildSampleTree } from './sample-lists.js';

/** Reads a sample of the template from its stream. */
@Injectable()
export class TemplateSampleReader {
  constructor(private readonly ownedSamples: OwnedSamples) {}

  async readResult(id: string, result?: CommandResult<unknown>): Promise<OperationResult<CatalogueSampleView>> {
    const [ownedSample, names] = await Promise.all([
      this.ownedSamples.read(TEMPLATE, id),
      this.ownedSamples.loadNames(),
    ]);
    return withMeta(toSampleView(TEMPLATE, ownedSample, names), {
      ...(ownedSample.revision === null ? {} : { revision: ownedSample.revision }),
      ...(result ? { position: result.position } : {}),
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
  constructor(private readonly ownedSamples: OwnedSamples) {}

  async execute({ input: filters }: ListTemplateSamples) {
    const { page, stale } = await listSamplesPage(this.ownedSamples, TEMPLATE, filters);
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
  constructor(private readonly ownedSamples: OwnedSamples) {}

  async execute({ input: filters }: GetTemplateSampleTree) {
    const { tree, stale } = await buildSampleTree(this.ownedSamples, TEMPLATE, filters);
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
    return this.reader.readResult(id);
  }
}

export class CreateTemplateSample extends Command<OperationReturn<ResultOf<typeof sysTestSampleCreate>>> {
  constructor(
    readonly input: InputOf<typeof sysTestSampleCreate>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CreateTemplateSample)
export class CreateTemplateSampleHandler implements ICommandHandler<CreateTemplateSample> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
    private readonly reader: TemplateSampleReader,
  ) {}

  async execute({ input: request, context }: CreateTemplateSample) {
    const id = v5('catalogueSample', context.commandId);
    const item = applySampleRequest(id, request, newSample(id), await this.ownedSamples.loadReferences());
    await requireFreeSampleCode(this.engines, this.ownedSamples, TEMPLATE, id, item.sampleCode);
    return this.reader.readResult(id, await this.ownedSamples.add(TEMPLATE, id, item, context));
  }
}

export class UpdateTemplateSample extends Command<OperationReturn<ResultOf<typeof sysTestSampleUpdate>>> {
  constructor(
    readonly input: InputOf<typeof sysTestSampleUpdate>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateTemplateSample)
export class UpdateTemplateSampleHandler implements ICommandHandler<UpdateTemplateSample> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
    private readonly reader: TemplateSampleReader,
  ) {}

  async execute({ input: { id, ...request }, context }: UpdateTemplateSample) {
    const references = await this.ownedSamples.loadReferences();
    if (request.sampleCode !== undefined)
      await requireFreeSampleCode(this.engines, this.ownedSamples, TEMPLATE, id, request.sampleCode);
    return this.reader.readResult(
      id,
      await this.ownedSamples.change(TEMPLATE, id, context, (sample) =>
        applySampleRequest(id, request, sample, references),
      ),
    );
  }
}

export class DeleteTemplateSample extends Command<OperationReturn<ResultOf<typeof sysTestSampleDelete>>> {
  constructor(
    readonly input: InputOf<typeof sysTestSampleDelete>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteTemplateSample)
export class DeleteTemplateSampleHandler implements ICommandHandler<DeleteTemplateSample> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ input: { id, reason }, context }: DeleteTemplateSample) {
    const { revision, position } = await this.decisions.decide(
      templateSample,
      id,
      { type: 'WithdrawItem', reason },
      context,
    );
    return withMeta(true as const, { revision, position });
  }
}

export const templateSampleHandlers = [
  TemplateSampleReader,
  ListTemplateSamplesHandler,
  GetTemplateSampleTreeHandler,
  GetTemplateSampleHandler,
  CreateTemplateSampleHandler,
  UpdateTemplateSampleHandler,
  DeleteTemplateSampleHandler,
];
