import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { getEnumValues, getGuid } from '#contract';
import type { Language } from '#domain';
import { In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { GetEnumValues } from './enumerations.queries.js';

/** Values of enumerations and dictionaries, and new GUIDs for clients. */
@Controller()
export class EnumerationsController {
  constructor(private readonly queries: QueryBus) {}

  @Handles(getEnumValues)
  values(@Input() input: InputOf<typeof getEnumValues>, @In() language: Language) {
    return this.queries.execute(new GetEnumValues(input, language));
  }

  @Handles(getGuid)
  guid(): string {
    return randomUUID();
  }
}
