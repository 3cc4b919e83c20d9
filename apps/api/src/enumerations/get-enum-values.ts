import { Controller, Inject } from '@nestjs/common';
import { getEnumValues } from '#contract';
import { nameOfStatus, type Language } from '#domain';
import type { Engines } from '#engines';
import { In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { dictionaryOf } from './reference-list.js';

@Controller()
export class GetEnumValues {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** `name` is the stored name, `text` the one to show in the caller's language, where we know it. */
  @Handles(getEnumValues)
  async handle(@Input() { enumTypeName }: InputOf<typeof getEnumValues>, @In() language: Language) {
    const rows = await dictionaryOf(this.engines.views, enumTypeName);
    const values = (rows ?? []).map(({ typecode, typename }) => ({ value: Number(typecode), name: typename, text: enumTypeName === 'ConsignStatus' && language !== 'zh' ? nameOfStatus(typecode, language) : typename }));
    if (!rows || values.some(({ value }) => !Number.isInteger(value))) throw Problem.notFound();
    return values;
  }
}
