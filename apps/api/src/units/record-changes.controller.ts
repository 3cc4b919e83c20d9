import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { getRecordChanges } from '#contract';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { ListRecordChanges } from './record-changes.queries.js';

/** The history of master data: changes, times and authors. */
@Controller()
export class RecordChangesController {
  constructor(private readonly queries: QueryBus) {}

  @HandlesOperation(getRecordChanges)
  list(
    @Input() input: InputOf<typeof getRecordChanges>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return this.queries.execute(new ListRecordChanges(input, caller, language));
  }
}
