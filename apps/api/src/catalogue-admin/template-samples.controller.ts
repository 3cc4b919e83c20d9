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
import type { CommandContext } from '#domain';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CreateTemplateSample, DeleteTemplateSample, UpdateTemplateSample } from './template-samples.commands.js';
import { GetTemplateSample, GetTemplateSampleTree, ListTemplateSamples } from './template-samples.queries.js';

/** Samples of the system template, which administrators manage (002 CAT-002). */
@Controller()
export class TemplateSamplesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(sysTestSampleGetAll)
  list(@Input() input: InputOf<typeof sysTestSampleGetAll>) {
    return this.queries.execute(new ListTemplateSamples(input));
  }

  @Handles(sysTestSampleGetTree)
  tree(@Input() input: InputOf<typeof sysTestSampleGetTree>) {
    return this.queries.execute(new GetTemplateSampleTree(input));
  }

  @Handles(sysTestSampleGet)
  get(@Input() input: InputOf<typeof sysTestSampleGet>) {
    return this.queries.execute(new GetTemplateSample(input));
  }

  @Handles(sysTestSampleCreate)
  create(@Input() input: InputOf<typeof sysTestSampleCreate>, @Command() context: CommandContext) {
    return this.commands.execute(new CreateTemplateSample(input, context));
  }

  @Handles(sysTestSampleUpdate)
  update(@Input() input: InputOf<typeof sysTestSampleUpdate>, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateTemplateSample(input, context));
  }

  @Handles(sysTestSampleDelete)
  delete(@Input() input: InputOf<typeof sysTestSampleDelete>, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteTemplateSample(input, context));
  }
}
