import { Controller, Inject } from '@nestjs/common';
import { getParamPacks } from '#contract';
import { cataloguePacks, type PackRow } from '#domain';
import type { Condition, Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetParamPacks {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** A sample has a handful of packs, so `pagination` changes nothing. */
  @Handles(getParamPacks)
  async handle(@Input() { sampleId, categoryId, exposed }: InputOf<typeof getParamPacks>) {
    const where: Condition[] = [{ column: 'sampleId', eq: sampleId }, ...(exposed ? [{ column: 'exposed', eq: 1 }] : [])];
    const { rows } = await this.engines.views.find<PackRow>(cataloguePacks, { where, sort: [{ column: 'orderNum', direction: 'asc' }], limit: 1000 });
    return rows.filter((pack) => categoryId === undefined || pack.categoryId === categoryId).map(({ id, name, entries }) => ({ id, name, paramCount: entries.length }));
  }
}
