import { Controller, Inject } from '@nestjs/common';
import { getParamPack } from '#contract';
import { cataloguePacks, type PackRow } from '#domain';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetParamPack {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getParamPack)
  async handle(@Input() { id }: InputOf<typeof getParamPack>) {
    const pack = await this.engines.views.get<PackRow>(cataloguePacks, id);
    if (!pack) throw Problem.notFound();
    const { name, sampleId, entries } = pack;
    return { id, name, sampleId, entries, packJson: packJsonOf(pack) };
  }
}

/** The pack as text, as a sample stores it with the choice. */
const packJsonOf = ({ id, name, entries }: PackRow): string =>
  JSON.stringify({ packId: id, name, params: entries.map(({ param, standards, basis }) => ({ tuTestParamId: param.id, tuTestParamName: param.name, standards, basis })) });
