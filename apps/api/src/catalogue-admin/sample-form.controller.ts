import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { getSampleForm, keepSampleForm } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { ChangeSampleForm, GetSampleForm } from './sample-form.handlers.js';

/** The form of a sample besides its parameters (002 CAT-002; 001 AUX-001, SPM-006, RM-001). */
@Controller()
export class SampleFormController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(getSampleForm)
  get(@Input() input: InputOf<typeof getSampleForm>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetSampleForm(input, caller));
  }

  @HandlesOperation(keepSampleForm)
  change(
    @Input() input: InputOf<typeof keepSampleForm>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ChangeSampleForm(input, caller, context));
  }
}
