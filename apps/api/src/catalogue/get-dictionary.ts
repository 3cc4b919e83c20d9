import { Controller, Inject } from '@nestjs/common';
import { getDictionary } from '#contract';
import type { Engines } from '#engines';
import { dictionaryOf } from '../enumerations/reference-list.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetDictionary {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getDictionary)
  async handle(@Input() { typeCode }: InputOf<typeof getDictionary>) {
    const rows = await dictionaryOf(this.engines.views, typeCode);
    if (!rows) throw Problem.notFound();
    return rows.map(({ id, typecode, typename }) => ({ id, typecode, typename }));
  }
}
