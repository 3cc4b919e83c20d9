import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  tuQualificationCreate,
  tuQualificationDelete,
  tuQualificationGet,
  tuQualificationGetAll,
  tuQualificationUpdate,
} from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import {
  CreateUnitQualification,
  DeleteUnitQualification,
  UpdateUnitQualification,
} from './qualifications.commands.js';
import { GetUnitQualification, ListUnitQualifications } from './qualifications.queries.js';

/** Qualifications of a testing unit one by one (002 UN-009). They are facts of the unit that only the platform grants (ADR-018), so each change is a change of the unit. */
@Controller()
export class QualificationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(tuQualificationGetAll)
  list(@Input() input: InputOf<typeof tuQualificationGetAll>, @By() caller: Caller) {
    return this.queries.execute(new ListUnitQualifications(input, caller));
  }

  @Handles(tuQualificationGet)
  get(@Input() input: InputOf<typeof tuQualificationGet>) {
    return this.queries.execute(new GetUnitQualification(input));
  }

  @Handles(tuQualificationCreate)
  create(@Input() input: InputOf<typeof tuQualificationCreate>, @Command() context: CommandContext) {
    return this.commands.execute(new CreateUnitQualification(input, context));
  }

  @Handles(tuQualificationUpdate)
  update(@Input() input: InputOf<typeof tuQualificationUpdate>, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateUnitQualification(input, context));
  }

  @Handles(tuQualificationDelete)
  delete(@Input() input: InputOf<typeof tuQualificationDelete>, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteUnitQualification(input, context));
  }
}
