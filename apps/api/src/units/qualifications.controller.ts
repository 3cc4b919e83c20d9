import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  tuQualificationCreate,
  tuQualificationDelete,
  tuQualificationGet,
  tuQualificationGetAll,
  tuQualificationUpdate,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import {
  CreateUnitQualification,
  DeleteUnitQualification,
  UpdateUnitQualification,
} from './qualifications.commands.js';
import { GetUnitQualification, ListUnitQualifications } from './qualifications.queries.js';

/**
 * Single qualifications of a testing unit (002 UN-009). They are data of the unit that only the platform grants
 * (ADR-018), so each change is a change of the unit.
 */
@Controller()
export class QualificationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(tuQualificationGetAll)
  list(@Input() input: InputOf<typeof tuQualificationGetAll>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListUnitQualifications(input, caller));
  }

  @HandlesOperation(tuQualificationGet)
  get(@Input() input: InputOf<typeof tuQualificationGet>) {
    return this.queries.execute(new GetUnitQualification(input));
  }

  @HandlesOperation(tuQualificationCreate)
  create(@Input() input: InputOf<typeof tuQualificationCreate>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new CreateUnitQualification(input, context));
  }

  @HandlesOperation(tuQualificationUpdate)
  update(@Input() input: InputOf<typeof tuQualificationUpdate>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new UpdateUnitQualification(input, context));
  }

  @HandlesOperation(tuQualificationDelete)
  delete(@Input() input: InputOf<typeof tuQualificationDelete>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new DeleteUnitQualification(input, context));
  }
}
