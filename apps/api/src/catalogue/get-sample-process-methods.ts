import { Controller, Inject } from '@nestjs/common';
import { getSampleProcessMethods } from '#contract';
import type { Engines } from '#engines';
import { dictionaryOf } from '../enumerations/reference-list.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetSampleProcessMethods {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getSampleProcessMethods)
  async handle(@Input() { code }: InputOf<typeof getSampleProcessMethods>) {
    const rows = await dictionaryOf(this.engines.views, code);
    if (!rows) throw Problem.notFound();
    return rows.map(({ id, typename }) => ({ id, typename }));
  }
}
