import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  getQuoteList,
  getSampleChanges,
  tuTestSampleCopy,
  tuTestSampleCreate,
  tuTestSampleDelete,
  tuTestSampleGet,
  tuTestSampleGetAll,
  tuTestSampleGetTree,
  tuTestSampleImport,
  tuTestSampleResetTemplate,
  tuTestSampleUpdate,
} from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ListSampleChanges } from './changes.queries.js';
import {
  CopyUnitSample,
  CreateUnitSample,
  DeleteUnitSample,
  ImportUnitSamples,
  ResetUnitSample,
  UpdateUnitSample,
} from './unit-samples.commands.js';
import { GetUnitSample, GetUnitSampleTree, ListQuotes, ListUnitSamples } from './unit-samples.queries.js';

/** A testing unit's own catalogue: samples of the template, copied where the unit changes them, and its own (002 CAT-002; ADR-002). */
@Controller()
export class UnitSamplesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(tuTestSampleGetAll)
  list(@Input() input: InputOf<typeof tuTestSampleGetAll>, @By() caller: Caller) {
    return this.queries.execute(new ListUnitSamples(input, caller));
  }

  @Handles(tuTestSampleGetTree)
  tree(@Input() input: InputOf<typeof tuTestSampleGetTree>, @By() caller: Caller) {
    return this.queries.execute(new GetUnitSampleTree(input, caller));
  }

  @Handles(getQuoteList)
  quotes(@Input() input: InputOf<typeof getQuoteList>, @By() caller: Caller) {
    return this.queries.execute(new ListQuotes(input, caller));
  }

  @Handles(tuTestSampleGet)
  get(@Input() input: InputOf<typeof tuTestSampleGet>, @By() caller: Caller) {
    return this.queries.execute(new GetUnitSample(input, caller));
  }

  @Handles(tuTestSampleCreate)
  create(@Input() input: InputOf<typeof tuTestSampleCreate>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new CreateUnitSample(input, caller, context));
  }

  @Handles(tuTestSampleCopy)
  copy(@Input() input: InputOf<typeof tuTestSampleCopy>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new CopyUnitSample(input, caller, context));
  }

  @Handles(tuTestSampleUpdate)
  update(@Input() input: InputOf<typeof tuTestSampleUpdate>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateUnitSample(input, caller, context));
  }

  @Handles(tuTestSampleDelete)
  delete(@Input() input: InputOf<typeof tuTestSampleDelete>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteUnitSample(input, caller, context));
  }

  @Handles(tuTestSampleImport)
  import(@Input() input: InputOf<typeof tuTestSampleImport>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new ImportUnitSamples(input, caller, context));
  }

  @Handles(tuTestSampleResetTemplate)
  reset(
    @Input() input: InputOf<typeof tuTestSampleResetTemplate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new ResetUnitSample(input, caller, context));
  }

  @Handles(getSampleChanges)
  changes(@Input() input: InputOf<typeof getSampleChanges>, @By() caller: Caller) {
    return this.queries.execute(new ListSampleChanges(input, caller));
  }
}
