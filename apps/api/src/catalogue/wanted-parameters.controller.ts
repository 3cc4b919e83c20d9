import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { listWantedParameters, recordParameterClick } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { RecordParameterClick, ListWantedParameters } from './catalogue.handlers.js';
import { CurrentCatalogueCaller, type CatalogueCaller } from './catalogues.js';

/** Parameters that consigning units looked for and a testing unit does not offer yet. */
@Controller()
export class WantedParametersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(recordParameterClick)
  record(
    @Input() input: InputOf<typeof recordParameterClick>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new RecordParameterClick(input, by, context));
  }

  @HandlesOperation(listWantedParameters)
  list(@Input() input: InputOf<typeof listWantedParameters>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    return this.queries.execute(new ListWantedParameters(input, by));
  }
}
