import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { getEnumValues, getGuid } from '#contract';
import type { Language } from '#domain/text';
import { RequestLanguage } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { GetEnumValues } from './enumerations.queries.js';

/** Values of enumerations and dictionaries, and new GUIDs for clients. */
@Controller()
export class EnumerationsController {
  constructor(private readonly queries: QueryBus) {}

  @HandlesOperation(getEnumValues)
  values(@Input() input: InputOf<typeof getEnumValues>, @RequestLanguage() language: Language) {
    return this.queries.execute(new GetEnumValues(input, language));
  }

  @HandlesOperation(getGuid)
  guid(): string {
    return randomUUID();
  }
}
