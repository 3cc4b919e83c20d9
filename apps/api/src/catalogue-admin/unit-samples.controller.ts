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
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
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

/**
 * A testing unit's own catalogue: samples of the template, copied where the unit changes them, and samples of the unit
 * itself (002 CAT-002; ADR-002).
 */
@Controller()
export class UnitSamplesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(tuTestSampleGetAll)
  list(@Input() input: InputOf<typeof tuTestSampleGetAll>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListUnitSamples(input, caller));
  }

  @HandlesOperation(tuTestSampleGetTree)
  tree(@Input() input: InputOf<typeof tuTestSampleGetTree>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetUnitSampleTree(input, caller));
  }

  @HandlesOperation(getQuoteList)
  quotes(@Input() input: InputOf<typeof getQuoteList>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListQuotes(input, caller));
  }

  @HandlesOperation(tuTestSampleGet)
  get(@Input() input: InputOf<typeof tuTestSampleGet>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetUnitSample(input, caller));
  }

  @HandlesOperation(tuTestSampleCreate)
  create(
    @Input() input: InputOf<typeof tuTestSampleCreate>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new CreateUnitSample(input, caller, context));
  }

  @HandlesOperation(tuTestSampleCopy)
  copy(
    @Input() input: InputOf<typeof tuTestSampleCopy>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new CopyUnitSample(input, caller, context));
  }

  @HandlesOperation(tuTestSampleUpdate)
  update(
    @Input() input: InputOf<typeof tuTestSampleUpdate>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new UpdateUnitSample(input, caller, context));
  }

  @HandlesOperation(tuTestSampleDelete)
  delete(
    @Input() input: InputOf<typeof tuTestSampleDelete>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new DeleteUnitSample(input, caller, context));
  }

  @HandlesOperation(tuTestSampleImport)
  import(
    @Input() input: InputOf<typeof tuTestSampleImport>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ImportUnitSamples(input, caller, context));
  }

  @HandlesOperation(tuTestSampleResetTemplate)
  reset(
    @Input() input: InputOf<typeof tuTestSampleResetTemplate>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ResetUnitSample(input, caller, context));
  }

  @HandlesOperation(getSampleChanges)
  changes(@Input() input: InputOf<typeof getSampleChanges>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListSampleChanges(input, caller));
  }
}
