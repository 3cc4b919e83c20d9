import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { getSampleForm, keepSampleForm } from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ChangeSampleForm } from './sample-form.commands.js';
import { GetSampleForm } from './sample-form.queries.js';

/** What the form asks of a sample beside its parameters (002 CAT-002; 001 AUX-001, SPM-006, RM-001). */
@Controller()
export class SampleFormController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(getSampleForm)
  get(@Input() input: InputOf<typeof getSampleForm>, @By() caller: Caller) {
    return this.queries.execute(new GetSampleForm(input, caller));
  }

  @Handles(keepSampleForm)
  change(@Input() input: InputOf<typeof keepSampleForm>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new ChangeSampleForm(input, caller, context));
  }
}
