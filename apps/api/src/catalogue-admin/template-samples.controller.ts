import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  sysTestSampleCreate,
  sysTestSampleDelete,
  sysTestSampleGet,
  sysTestSampleGetAll,
  sysTestSampleGetTree,
  sysTestSampleUpdate,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import {
  CreateTemplateSample,
  DeleteTemplateSample,
  UpdateTemplateSample,
  GetTemplateSample,
  GetTemplateSampleTree,
  ListTemplateSamples,
} from './template-samples.handlers.js';

/** Samples of the system template, which administrators manage (002 CAT-002). */
@Controller()
export class TemplateSamplesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(sysTestSampleGetAll)
  list(@Input() input: InputOf<typeof sysTestSampleGetAll>) {
    return this.queries.execute(new ListTemplateSamples(input));
  }

  @HandlesOperation(sysTestSampleGetTree)
  tree(@Input() input: InputOf<typeof sysTestSampleGetTree>) {
    return this.queries.execute(new GetTemplateSampleTree(input));
  }

  @HandlesOperation(sysTestSampleGet)
  get(@Input() input: InputOf<typeof sysTestSampleGet>) {
    return this.queries.execute(new GetTemplateSample(input));
  }

  @HandlesOperation(sysTestSampleCreate)
  create(@Input() input: InputOf<typeof sysTestSampleCreate>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new CreateTemplateSample(input, context));
  }

  @HandlesOperation(sysTestSampleUpdate)
  update(@Input() input: InputOf<typeof sysTestSampleUpdate>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new UpdateTemplateSample(input, context));
  }

  @HandlesOperation(sysTestSampleDelete)
  delete(@Input() input: InputOf<typeof sysTestSampleDelete>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new DeleteTemplateSample(input, context));
  }
}
